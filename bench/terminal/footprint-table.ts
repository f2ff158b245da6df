/** The table of footprints that a terminal shows. */
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import { summarizeFootprint, type UnsealedFootprint } from '../../shared/result/footprint.ts'

/** A row a server, the smallest first; then who has no footprint and why. */
export function footprintTable(footprint: Pick<UnsealedFootprint, 'servers' | 'packages'>): string {
  const rows = footprint.servers
    .filter(({ refusal }) => refusal === null)
    .map((server) => ({ server, summary: summarizeFootprint(server, footprint) }))
    .sort((a, b) => a.summary.bytes - b.summary.bytes)
    .map(({ server, summary }) => [
      server.name,
      server.version ?? '',
      grouped(summary.packages),
      (summary.bytes / 1e6).toFixed(2),
      grouped(summary.files),
      summary.installScripts.join(', '),
      server.builds ? 'yes' : '',
    ])
  const head = ['server', 'version', 'packages', 'MB', 'files', 'install scripts', 'build']
  const refused = footprint.servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name}: refused: ${refusal}`],
  )
  const alignments = ['left', 'left', 'right', 'right', 'right', 'left'] as const
  return [...(rows.length > 0 ? [textTable(head, rows, alignments)] : []), ...refused].join('\n')
}
