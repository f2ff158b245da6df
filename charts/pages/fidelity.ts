/** Shows which of the types that JSON lacks each wire keeps, and the size of its messages. */
import type { ServerResult } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { fidelityId, isFidelity, typesSent } from '../../shared/scenarios/fidelity.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { bestFirst } from '../draw/rows.ts'
import { blocks, columnsTable, inline, type TableColumn } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'

const text = (title: string, cell: (server: ServerResult) => string): TableColumn<ServerResult> => [title, cell, 'left']

/** @returns Markdown; nothing where the scenario has no such types */
export function fidelityTable(result: PooledResult): string {
  if (!result.servers.some(({ behaviours }) => behaviours.some(({ id }) => isFidelity(id)))) return ''
  const columns: TableColumn<ServerResult>[] = [
    text('server', ({ displayName }) => inline(displayName)),
    text('wire', ({ wire }) => inline(wires[wire].title)),
    ...typesSent.map(({ type }) => text(inline(type), (server) => inline(outcomeOf(server, type)))),
    ['request, bytes', ({ messageBytes }) => bytes(messageBytes?.request), 'right'],
    ['response, bytes', ({ messageBytes }) => bytes(messageBytes?.response), 'right'],
  ]
  return blocks(
    'Each type was sent to the running server, and its response read by the wire’s own client. *Kept*: it came back as the same type and value. Another type is what the client got instead: what is sent and read as `string` or `array` needs a codec written by hand. *Rejected*: with that status. *Absent*: the field was gone. Bytes are those of bodies, on average.',
    columnsTable(bestFirst(result), columns),
  )
}

function outcomeOf({ behaviours }: ServerResult, type: string): string {
  const seen = behaviours.find(({ id }) => id === fidelityId(type))
  if (!seen) return ''
  return seen.status === 200 ? seen.outcome : `rejected (${seen.outcome})`
}

const bytes = (mean: number | undefined) => (mean === undefined ? '' : significant(mean))
