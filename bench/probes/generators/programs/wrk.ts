import { findInstalled, fromMicroseconds, latencyIn, type Program } from './program.ts'

const lua = JSON.stringify

/** Prints its summary as JSON; latencies and the duration are in microseconds. */
const DONE = `done = function(summary, latency, requests)
  local errors = summary.errors
  local of = function(p) return latency:percentile(p) end
  io.write(string.format('\\n{"duration":%.0f,"requests":%.0f,"bytes":%.0f,', summary.duration, summary.requests, summary.bytes))
  io.write(string.format('"status":%.0f,"timeout":%.0f,"broken":%.0f,', errors.status, errors.timeout, errors.connect + errors.read + errors.write))
  io.write(string.format('"latency":{"mean":%f,"sd":%f,"max":%f,', latency.mean, latency.stdev, latency.max))
  io.write(string.format('"p50":%f,"p90":%f,"p95":%f,"p99":%f},', of(50), of(90), of(95), of(99)))
  io.write(string.format('"rate":{"sd":%f,"max":%f}}\\n', requests.stdev, requests.max))
end`

export const wrk: Program = {
  name: 'wrk',
  install: 'apt-get install wrk',
  find: () => findInstalled('wrk'),
  versionFlag: '--version',
  pipelines: true,
  counts: false,
  arguments({ request, bodyFile, url, connections, pipelining, amount, timeout, write }) {
    const body = bodyFile === null ? 'nil' : `io.open(${lua(bodyFile)}, "rb"):read("*a")`
    const script = [
      `wrk.method, wrk.body = ${lua(request.method)}, ${body}`,
      ...Object.entries(request.headers).map(
        ([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`,
      ),
      `local batch`,
      `init = function() batch = wrk.format():rep(${pipelining}) end`,
      'request = function() return batch end',
      DONE,
    ]
    if ('requests' in amount) throw new Error('wrk sends no number of requests')
    return [
      ...['--threads', 1, '--connections', connections, '--duration', `${amount.seconds}s`],
      ...['--timeout', `${timeout}s`, '--script', write('wrk.lua', script.join('\n')), url],
    ]
  },
  parse(stdout) {
    const { duration, requests, bytes, status, timeout, broken, latency, rate } = JSON.parse(
      stdout.slice(stdout.lastIndexOf('\n{')),
    )
    return {
      requests,
      seconds: duration / 1e6,
      rateSd: rate.sd,
      rateMax: rate.max,
      latency: latencyIn(latency, fromMicroseconds),
      // It counts no other classes.
      statuses: { '2xx or 3xx': requests - status, '4xx or 5xx': status },
      errors: broken,
      timeouts: timeout,
      bytes,
    }
  },
}
