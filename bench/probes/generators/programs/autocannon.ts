import { fileURLToPath } from 'node:url'
import { findInstalled, headerFlags, type Program } from './program.ts'

/**
 * With a number of requests, autocannon ends at the next sample: at its usual interval of 1 s, the time that it divides by is up
 * to 1 s too long.
 */
const SAMPLE_MILLISECONDS = 10

export const autocannon: Program = {
  name: 'autocannon',
  install: 'npm install --no-save autocannon@9.0.0',
  find() {
    try {
      return fileURLToPath(import.meta.resolve('autocannon/autocannon.js'))
    } catch {
      return findInstalled('autocannon')
    }
  },
  isScript: true,
  versionFlag: '--version',
  pipelines: true,
  textOnly: true,
  counts: true,
  arguments({ request, bodyFile, url, connections, pipelining, amount, timeout }) {
    const headers = headerFlags(request, '--headers', '=')
    return [
      ...['--json', '--no-progress', '--connections', connections, '--pipelining', pipelining],
      ...('seconds' in amount
        ? ['--duration', amount.seconds]
        : ['--amount', amount.requests, '-L', SAMPLE_MILLISECONDS]),
      ...['--timeout', timeout, '--method', request.method, ...headers],
      ...(bodyFile === null ? [] : ['--input', bodyFile]),
      url,
    ]
  },
  parse(stdout) {
    const { duration, requests, latency, throughput, errors, timeouts, ...others } =
      JSON.parse(stdout)
    const { mean, stddev: sd, max, p50, p90, p99 } = latency
    const isTimed = others.sampleInt !== SAMPLE_MILLISECONDS
    // With a number of requests, a connection ends with the response that comes after it has sent its last one.
    const inFlight = others.connections * (others.pipelining - (isTimed ? 0 : 1))
    return {
      requests: requests.total,
      seconds: duration,
      rateSd: isTimed ? requests.stddev : null,
      rateMax: isTimed ? requests.max : null,
      // It has p97.5 and no p95.
      latency: { mean, sd, max, p50, p90, p95: null, p99 },
      statuses: Object.fromEntries(
        ['1xx', '2xx', '3xx', '4xx', '5xx'].map((kind) => [kind, others[kind]]),
      ),
      // Its errors include its time-outs, and leave out connections that the server closed with a request in flight.
      errors: errors - timeouts + Math.max(0, requests.sent - requests.total - errors - inFlight),
      timeouts,
      bytes: throughput.total,
    }
  },
}
