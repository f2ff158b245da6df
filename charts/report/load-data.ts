/** Each server's figures under the load, and ratios of all pairs. */
import type { ServerResult, Summary } from '../../shared/result/format.ts'
import type { PooledResult } from '../../shared/result/pooled-result.ts'
import { rankText } from '../../shared/result/ranks.ts'
import { ratioOf } from '../../shared/result/summary.ts'
import { commonKinds, marksOf } from '../text/marks.ts'
import type { LoadData, LoadFigures } from './data.ts'
import { estimateFigure, rounded } from './figures.ts'
import { pairTable } from './pairs.ts'

export type MeasuredServer = ServerResult & { summary: Summary }

/** @param servers with a number, in the order of the report */
export function loadOf(result: PooledResult, servers: readonly MeasuredServer[]): LoadData {
  const common = commonKinds(servers.map(({ summary }) => summary))
  const name = (place: number) => (servers[place] as MeasuredServer).name
  return {
    servers: servers.map(({ name: own, summary }): LoadFigures => {
      const { ranks, requestsPerSecond, latencyP50, latencyP99, cpuPerRequest, verdicts } = summary
      const pooled = result.pooled.get(own)
      return {
        elsewhere: pooled ? [rounded(pooled.ratio.predicted.low), rounded(pooled.ratio.predicted.high)] : null,
        overBaseline: pooled ? estimateFigure(pooled.microseconds) : null,
        machines: pooled?.machines ?? result.machines,
        runs: pooled?.runs ?? result.runs.length,
        ranks: rankText(ranks),
        mayBeFastest: ranks.best === 1,
        requestsPerSecond: estimateFigure(requestsPerSecond),
        p50: estimateFigure(latencyP50),
        p99: estimateFigure(latencyP99),
        cpu: estimateFigure(cpuPerRequest),
        marks: marksOf(summary, common),
        verdicts: verdicts.map(({ kind, trials, message }) => ({ kind, trials, of: summary.trials, message })),
      }
    }),
    pairs: pairTable(servers.length, (a, b) => ratioOf(result, name(a), name(b))),
  }
}
