import { readFileSync } from 'node:fs'
import { sum } from '../../../../shared/stats/statistics.ts'
import { findInstalled, fromMicroseconds, headerFlags, latencyIn, type Program } from './program.ts'

const MODULE = 'github.com/codesenberg/bombardier'

export const bombardier: Program = {
  name: 'bombardier',
  install: `go install ${MODULE}@latest`,
  find: () => findInstalled('bombardier'),
  versionFlag: '--version',
  // Go records it; what `go install` makes says "unspecified".
  versionIn: (executable) =>
    new RegExp(`mod\\t${MODULE}\\tv([\\w.+-]+)`).exec(readFileSync(executable, 'latin1'))?.[1],
  pipelines: false,
  counts: true,
  env: { GOMAXPROCS: '1' },
  arguments({ request, bodyFile, url, connections, amount, timeout }) {
    const headers = headerFlags(request, '--header')
    return [
      ...['--format', 'json', '--print', 'result', '--latencies', '--connections', connections],
      ...('seconds' in amount
        ? ['--duration', `${amount.seconds}s`]
        : ['--requests', amount.requests]),
      ...['--timeout', `${timeout}s`, '--method', request.method, ...headers],
      ...(bodyFile === null ? [] : ['--body-file', bodyFile]),
      url,
    ]
  },
  parse(stdout) {
    const { result } = JSON.parse(stdout)
    const { latency, rps } = result
    const { mean, stddev: sd, max, percentiles } = latency
    const { 50: p50, 90: p90, 95: p95, 99: p99 } = percentiles
    const kinds = ['1xx', '2xx', '3xx', '4xx', '5xx']
    const statuses = Object.fromEntries(kinds.map((kind) => [kind, result[`req${kind}`]]))
    const all: readonly { description: string; count: number }[] = result.errors ?? []
    const timeouts = sum(all, ({ description, count }) =>
      /timeout/i.test(description) ? count : 0,
    )
    return {
      requests: sum(Object.values<number>(statuses), (count) => count),
      seconds: result.timeTakenSeconds,
      rateSd: rps.stddev,
      rateMax: rps.max,
      latency: latencyIn({ mean, sd, max, p50, p90, p95, p99 }, fromMicroseconds),
      statuses,
      errors: result.others - timeouts,
      timeouts,
      bytes: result.bytesRead,
    }
  },
}
