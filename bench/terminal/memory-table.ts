/** The table of memory that a terminal shows. */

import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import { type MemorySummary, memoryRefusal, type UnsealedMemory } from '../../shared/result/memory.ts'

const megabytes = ({ median }: { median: number }) => (median / 1e6).toFixed(1)

/** A row a server, the least at its peak first; then who leaks, whose rate was not held, and who was refused. */
export function memoryTable({ servers, protocol }: Pick<UnsealedMemory, 'servers' | 'protocol'>): string {
  const watched = servers
    .flatMap((server) => (server.summary ? [{ server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.peak.median - b.summary.peak.median)
  const head = ['server', 'version', 'start MB', 'loaded', 'peak', 'idle', 'heap after GC']
  const rows = watched.map(({ server, summary }) => [
    server.name,
    server.version ?? `${server.runtime} ${server.runtimeVersion}`,
    megabytes(summary.start),
    megabytes(summary.loaded),
    megabytes(summary.peak),
    megabytes(summary.idle),
    summary.heap ? megabytes(summary.heap) : '',
    ...(protocol.soak ? growthCells(summary, protocol.rate) : []),
  ])
  const soakHead = protocol.soak ? ['bytes/request', '95% interval', `MB/h at ${grouped(protocol.rate)}/s`] : []
  const lines = watched.flatMap(({ server, summary }) => [
    ...(summary.growth?.verdict === 'leak'
      ? [`${server.name}: leaks: what it holds grows, and does not slow down`]
      : []),
    ...(summary.growth?.verdict === 'settling'
      ? [`${server.name}: still grew, and ever more slowly: soak it for longer`]
      : []),
    ...(summary.held ? [] : [`${server.name}: it did not hold the rate, so that it did less in the same time`]),
  ])
  const refused = servers.flatMap((server) => {
    const refusal = memoryRefusal(server)
    return refusal === null ? [] : [`${server.name}: refused: ${refusal}`]
  })
  return [
    ...(rows.length > 0 ? [textTable([...head, ...soakHead], rows, ['left', 'left', 'right'])] : []),
    ...lines,
    ...refused,
  ].join('\n')
}

function growthCells({ growth }: MemorySummary, rate: number): string[] {
  if (!growth) return ['', '', '']
  const { slope, low, high } = growth
  return [slope.toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`, ((slope * rate * 3600) / 1e6).toFixed(1)]
}
