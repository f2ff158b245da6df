/** Compares instructions with CPU time, for a generated region of the docs. */
import * as statistics from 'simple-statistics'
import type { Result } from '../../../shared/format/format.ts'
import type { Stored } from '../../../shared/format/stored-files.ts'
import type { Counts } from '../../../shared/results/instructions.ts'
import { runtimeTitles } from '../../text/conditions.ts'
import { inline, table } from '../../text/markdown.ts'
import { significant } from '../../text/numbers.ts'

/**
 * Returns a row per scenario and runtime: instructions per µs of published CPU time, and their correlation.
 * @param results all published results
 * @param published stored counts
 */
export function againstCpuTime(
  results: readonly Result[],
  published: readonly Stored<Counts>[],
): string {
  const rows = published.flatMap(({ file: counts }) => {
    const result = results.find(({ scenario }) => scenario === counts.scenario)
    if (!result) return []
    const pairs = counts.servers.flatMap(({ name, runtime, summary }) => {
      const time = result.servers.find((server) => server.name === name)?.summary?.cpuPerRequest
        .value
      return time && summary
        ? [{ runtime, time, thousands: (summary.javascript + summary.others) / 1_000 }]
        : []
    })
    return [...Map.groupBy(pairs, ({ runtime }) => runtime)].map(([runtime, group]) => {
      const shares = group.map(({ thousands, time }) => thousands / time)
      const [times, counted] = [
        group.map(({ time }) => time),
        group.map(({ thousands }) => thousands),
      ]
      return [
        inline(counts.scenario),
        runtimeTitles[runtime] ?? runtime,
        String(group.length),
        significant(statistics.median(shares), 2),
        group.length > 2 ? statistics.sampleRankCorrelation(counted, times).toFixed(2) : '',
      ]
    })
  })
  if (rows.length === 0) return ''
  const header = ['scenario', 'runtime', 'servers', 'median', 'rank correlation']
  return table(
    header,
    rows,
    header.map((_, i) => (i < 2 ? 'left' : 'right')),
  )
}
