/** Runs one load by autocannon's public API and prints its report as a line of JSON. */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import * as hdr from 'hdr-histogram-js'
import { HOST } from '../host/server-process.ts'
import type { AutocannonOutput } from './autocannon.ts'
import { latencyOf } from './latency.ts'

const [file = '', port, connections, duration, timeout] = process.argv.slice(2)
const requests = JSON.parse(readFileSync(file, 'utf8'))
/** Unit: microseconds, three significant digits, up to one minute. */
const latency = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 })
const cpu = process.cpuUsage()
const load = {
  url: `http://${HOST}:${port}`,
  connections: Number(connections),
  duration: Number(duration),
  timeout: Number(timeout),
  requests,
}
const instance = autocannon(load, (error, result) => {
  if (error) throw error
  const { user, system } = process.cpuUsage(cpu)
  const output: AutocannonOutput = {
    seconds: result.duration,
    requests: result.requests.total,
    bytesReceived: result.throughput.total,
    errors: result.errors - result.timeouts,
    timeouts: result.timeouts,
    non2xx: result.non2xx,
    cpuSeconds: (user + system) / 1e6,
    latency: latencyOf(latency),
  }
  console.log(JSON.stringify(output))
})
instance.on('response', (_client, _status, _bytes, milliseconds) => {
  latency.recordValue(Math.max(1, Math.round(milliseconds * 1000)))
})
