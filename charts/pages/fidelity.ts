/** Shows which types that JSON lacks survive each wire, and the size of messages. */

import { fidelityId, isFidelity, typesSent } from '../../shared/contract/fidelity.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { significant } from '../../shared/text/numbers.ts'
import { wires } from '../../shared/wires/wires.ts'
import { blocks, columnsTable, inline, type TableColumn, textColumn } from '../text/markdown.ts'

/** @returns Markdown; empty if the scenario has no such types */
export function fidelityTable(result: PooledResult): string {
  if (
    !result.subjects.some(({ details: { behaviours } }) =>
      behaviours.some(({ id }) => isFidelity(id)),
    )
  )
    return ''
  const columns: TableColumn<ServerResult>[] = [
    textColumn('server', ({ displayName }) => displayName),
    textColumn('wire', ({ details: { wire } }) => wires[wire].title),
    ...typesSent.map(({ type }) =>
      textColumn<ServerResult>(inline(type), (server) => outcomeOf(server, type)),
    ),
    ['request, bytes', ({ details: { messageBytes } }) => bytes(messageBytes?.request), 'right'],
    ['response, bytes', ({ details: { messageBytes } }) => bytes(messageBytes?.response), 'right'],
  ]
  return blocks(
    'Each type is sent to the running server, and the wire’s own client reads the response. *Kept*: same type and value. Another type: the client got that type instead; `string` and `array` need a hand-written codec. *Rejected*: with that status. *Absent*: the field was missing. Bytes: the mean size of a body.',
    columnsTable(bestFirst(result), columns),
  )
}

function outcomeOf({ details: { behaviours } }: ServerResult, type: string): string {
  const seen = behaviours.find(({ id }) => id === fidelityId(type))
  if (!seen) return ''
  return seen.status === 200 ? seen.outcome : `rejected (${seen.outcome})`
}

const bytes = (mean: number | undefined) => (mean === undefined ? '' : significant(mean))
