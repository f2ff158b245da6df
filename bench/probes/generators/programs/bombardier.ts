import { readFileSync } from 'node:fs'
import { findInstalled, type Program } from './program.ts'

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
    const headers = Object.entries(request.headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ])
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
    const milliseconds = (microseconds: number) => microseconds / 1000
    const percentile = (p: number) => milliseconds(latency.percentiles[p])
    const kinds = ['1xx', '2xx', '3xx', '4xx', '5xx']
    const statuses = Object.fromEntries(kinds.map((kind) => [kind, result[`req${kind}`]]))
    const all: readonly { description: string; count: number }[] = result.errors ?? []
    const timeouts = all.reduce(
      (sum, { description, count }) => sum + (/timeout/i.test(description) ? count : 0),
      0,
    )
    return {
      requests: Object.values<number>(statuses).reduce((sum, count) => sum + count, 0),
      seconds: result.timeTakenSeconds,
      rateSd: rps.stddev,
      rateMax: rps.max,
      latency: {
        mean: milliseconds(latency.mean),
        sd: milliseconds(latency.stddev),
        max: milliseconds(latency.max),
        p50: percentile(50),
        p90: percentile(90),
        p95: percentile(95),
        p99: percentile(99),
      },
      statuses,
      errors: result.others - timeouts,
      timeouts,
      bytes: result.bytesRead,
    }
  },
}
