/** The table of instructions a request that a terminal shows. */
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import { countFootnotes, countMarks } from '../../shared/result/counts-summary.ts'
import type { UnsealedCounts } from '../../shared/result/instructions.ts'

/** One row a server, the fewest instructions first; then who has not settled, who was refused and why. */
export function countsTable({ servers }: Pick<UnsealedCounts, 'servers'>): string {
  const counted = servers
    .flatMap((server) => (server.summary ? [{ server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.javascript - b.summary.javascript)
  const head = ['server', 'version', 'instructions', '±', 'other threads', 'kernel %']
  const rows = counted.map(({ server, summary }) => {
    const { javascript, high, others } = summary
    const share = kernelShare(server.processes.map(({ systemShare }) => systemShare))
    return [
      `${server.name} ${countMarks(summary)}`.trim(),
      server.version ?? `${server.runtime} ${server.runtimeVersion}`,
      grouped(javascript),
      high === null ? '' : `${(((high - javascript) / javascript) * 100).toFixed(2)}%`,
      grouped(others),
      share === null ? '' : (share * 100).toFixed(0),
    ]
  })
  const refused = servers.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: refused: ${refusal}`]))
  return [
    ...(counted.length > 0 ? [textTable(head, rows, ['left', 'left', 'right'])] : []),
    ...countFootnotes(servers).map((note) => note.replaceAll('**', '')),
    ...refused,
  ].join('\n')
}

/** Mean of those that are known. */
function kernelShare(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null)
  return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length
}
