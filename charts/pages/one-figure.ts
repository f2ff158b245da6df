/** Requests/s, CPU time and mean latency are one figure in three units: said once on a page, with what its data say of it. */
import * as statistics from 'simple-statistics'
import { grouped } from '../../shared/basics/text.ts'
import type { Result, Summary } from '../../shared/result/format.ts'

/** Fewer servers correlate by luck. */
const LEAST_SERVERS = 3
/** Correlation below which two figures are not called one. */
const ONE = 0.99

/**
 * Markdown: how requests/s correlates over the servers with the reciprocals of mean latency and of CPU time per request (Pearson,
 * on logarithms, in which a reciprocal changes the sign alone). Nothing where there are too few servers, or all are alike.
 */
export function oneFigureText({ servers, protocol }: Result): string {
  const summaries = servers.flatMap(({ summary }) => (summary ? [summary] : []))
  if (summaries.length < LEAST_SERVERS) return ''
  const against = (of: (summary: Summary) => number) =>
    -statistics.sampleCorrelation(
      summaries.map(({ requestsPerSecond }) => Math.log(requestsPerSecond.median)),
      summaries.map((summary) => Math.log(of(summary))),
    )
  const latency = against(({ latencyMean }) => latencyMean.median)
  const cpu = against(({ cpuPerRequest }) => cpuPerRequest.median)
  if (Number.isNaN(latency + cpu)) return ''
  const numbers = `Over the ${summaries.length} servers of this result requests/s correlates by ${coefficient(latency)} with the reciprocal of mean latency, and by ${coefficient(cpu)} with that of CPU time (on logarithms).`
  return [
    claim(latency >= ONE, cpu >= ONE),
    `With ${grouped(protocol.connections * protocol.pipelining)} requests in flight all the time mean latency follows from requests/s (Little’s law), and a server that keeps its CPU busy takes the whole of it for its requests.`,
    numbers,
    'What requests/s does not say is how uneven the answers are: p99 over mean.',
  ].join(' ')
}

function claim(latencyIsOne: boolean, cpuIsOne: boolean): string {
  const other = 'is not, since something else limited servers'
  if (latencyIsOne && cpuIsOne) {
    return 'Requests/s, mean latency and CPU time per request are one figure: the next chart shows all three.'
  }
  if (latencyIsOne) return `Requests/s and mean latency are one figure; CPU time per request ${other}.`
  if (cpuIsOne) return `Requests/s and CPU time per request are one figure; mean latency ${other}.`
  return 'Requests/s, mean latency and CPU time per request mostly are one figure; here they are not.'
}

/** Never rounded up to 1; what is 1 but for rounding errors is 1. */
function coefficient(value: number): string {
  return (Math.floor(value * 1e4 + 1e-6) / 1e4).toFixed(4)
}
