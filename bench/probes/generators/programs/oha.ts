import { sum } from '../../../../shared/stats/statistics.ts'
import { findInstalled, headerFlags, latencyIn, type Program } from './program.ts'

/** Requests in flight at the end of the time are no failures. */
const AT_THE_END = 'aborted due to deadline'

export const oha: Program = {
  name: 'oha',
  install: 'cargo install oha',
  find: () => findInstalled('oha'),
  versionFlag: '--version',
  pipelines: false,
  counts: true,
  env: { TOKIO_WORKER_THREADS: '1' },
  arguments({ request, bodyFile, url, connections, amount, timeout }) {
    const headers = headerFlags(request, '-H')
    return [
      ...['--no-tui', '--output-format', 'json', '-c', connections],
      ...('seconds' in amount ? ['-z', `${amount.seconds}s`] : ['-n', amount.requests]),
      ...['-t', `${timeout}s`, '-m', request.method, ...headers],
      ...(bodyFile === null ? [] : ['-D', bodyFile]),
      url,
    ]
  },
  parse(stdout) {
    const { summary, latencyPercentiles, rps, statusCodeDistribution, errorDistribution } =
      JSON.parse(stdout)
    const { p50, p90, p95, p99 } = latencyPercentiles
    const latency = { mean: summary.average, sd: null, max: summary.slowest, p50, p90, p95, p99 }
    const statuses: Record<string, number> = {}
    for (const [status, count] of Object.entries<number>(statusCodeDistribution))
      statuses[`${status[0]}xx`] = (statuses[`${status[0]}xx`] ?? 0) + count
    const failed = Object.entries<number>(errorDistribution).filter(([kind]) => kind !== AT_THE_END)
    const countOf = (isTimeout: boolean) =>
      sum(failed, ([kind, count]) => (/time/i.test(kind) === isTimeout ? count : 0))
    return {
      requests: sum(Object.values(statuses), (count) => count),
      seconds: summary.total,
      rateSd: rps.stddev,
      rateMax: rps.max,
      latency: latencyIn(latency, (seconds) => 1000 * seconds),
      statuses,
      errors: countOf(false),
      timeouts: countOf(true),
      // It counts those of bodies only.
      bytes: null,
    }
  },
}
