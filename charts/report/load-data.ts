/** The loads of a result: each server's figures under it, and ratios of all pairs. */
import type { Fit } from '../../shared/result/fit.ts'
import type { Result, ServerResult, Summary } from '../../shared/result/format.ts'
import { rankText } from '../../shared/result/ranks.ts'
import { fitOf, secondFitOf } from '../../shared/result/restated.ts'
import { ratioOf } from '../../shared/result/summary.ts'
import { commonKinds, marksOf } from '../text/marks.ts'
import type { LoadData, LoadFigures } from './data.ts'
import { medianFigure } from './figures.ts'
import { pairTable } from './pairs.ts'

export type MeasuredServer = ServerResult & { summary: Summary }

type Shown = Omit<NonNullable<Summary['second']>, 'pipelining'>

/**
 * The first load, and the second one where every server has it.
 * @param servers with a number, in the order of the report
 */
export function loadsOf(result: Result, servers: readonly MeasuredServer[]): LoadData[] {
  const { pipelining, secondPipelining } = result.protocol
  const first = loadOf(pipelining, servers, ({ summary }) => summary, fitOf(result))
  const seconds = servers.flatMap(({ summary }) => summary.second ?? [])
  if (secondPipelining === null || seconds.length < servers.length) return [first]
  return [first, loadOf(secondPipelining, servers, ({ summary }) => summary.second as Shown, secondFitOf(result))]
}

function loadOf(
  inFlight: number,
  servers: readonly MeasuredServer[],
  figuresOf: (server: MeasuredServer) => Shown,
  fit: Fit,
): LoadData {
  const judged = servers.map((server) => ({ verdicts: figuresOf(server).verdicts, trials: server.summary.trials }))
  const common = commonKinds(judged)
  const name = (place: number) => (servers[place] as MeasuredServer).name
  return {
    inFlight,
    servers: servers.map((server, i): LoadFigures => {
      const { ranks, mayBeFastest, requestsPerSecond, latencyP50, latencyP99, cpuPerRequest, verdicts } =
        figuresOf(server)
      return {
        ranks: rankText(ranks),
        mayBeFastest,
        requestsPerSecond: medianFigure(requestsPerSecond),
        p50: medianFigure(latencyP50),
        p99: medianFigure(latencyP99),
        cpu: medianFigure(cpuPerRequest),
        marks: marksOf(judged[i] as (typeof judged)[number], common),
        verdicts: verdicts.map(({ kind, trials, message }) => ({ kind, trials, of: server.summary.trials, message })),
      }
    }),
    pairs: pairTable(servers.length, (a, b) => ratioOf(fit, name(a), name(b))),
  }
}
