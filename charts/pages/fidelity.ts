/** Shows which types that JSON lacks survive each wire, and the size of messages. */

import { listed } from '../../shared/basics/text.ts'
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
  const servers = bestFirst(result)
  const isKept = (type: string) => servers.every((server) => outcomeOf(server, type) === 'kept')
  const kept = typesSent.map(({ type }) => type).filter(isKept)
  const columns: TableColumn<ServerResult>[] = [
    textColumn('server', ({ displayName }) => displayName),
    textColumn('wire', ({ details: { wire } }) => wires[wire].title),
    ...typesSent
      .filter(({ type }) => !kept.includes(type))
      .map(({ type }) =>
        textColumn<ServerResult>(inline(type), (server) => outcomeOf(server, type)),
      ),
    ['bytes: request, response', bytesOf, 'right'],
  ]
  return blocks(
    'Each type is sent to the running server, and the wire’s own client reads the response. *Kept*: same type and value. Another type: the client got that type instead; `string` and `array` need a hand-written codec. *Rejected*: with that status. *Absent*: the field was missing. Bytes: the mean size of a body.',
    kept.length > 0 ? `Every wire keeps: ${inline(listed(kept))}.` : '',
    columnsTable(servers, columns),
  )
}

function outcomeOf({ details: { behaviours } }: ServerResult, type: string): string {
  const seen = behaviours.find(({ id }) => id === fidelityId(type))
  if (!seen) return ''
  return seen.status === 200 ? seen.outcome : `rejected (${seen.outcome})`
}

const bytesOf = ({ details: { messageBytes } }: ServerResult) =>
  messageBytes
    ? [messageBytes.request, messageBytes.response].map((mean) => significant(mean)).join(' · ')
    : ''
