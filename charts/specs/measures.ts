/** The charts of one measure each. */
import { megabytes } from '../text/numbers.ts'
import { spreadBars } from './spread-bars.ts'

export const requestsPerSecond = spreadBars({
  id: 'requests-per-second',
  title: 'Requests per second',
  unit: 'req/s',
  better: 'higher',
  digits: 4,
  ranked: true,
  of: (summary) => summary.requestsPerSecond,
})

export const cpuPerRequest = spreadBars({
  id: 'cpu-per-request',
  title: 'Server CPU time per request',
  unit: 'µs',
  better: 'lower',
  digits: 3,
  of: (summary) => summary.cpuPerRequest,
})

export const throughput = spreadBars({
  id: 'throughput',
  title: 'Throughput of responses, headers included',
  unit: 'MB/s',
  better: 'higher',
  digits: 3,
  of: (summary) => megabytes(summary.receivedPerSecond),
})

export const peakMemory = spreadBars({
  id: 'peak-memory',
  title: 'Peak memory of the server’s processes',
  unit: 'MB',
  better: 'lower',
  digits: 3,
  of: (summary) => megabytes(summary.peakMemory),
})
