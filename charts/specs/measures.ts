/** The charts of one measure each. */
import { latencyTail as tailOf } from '../../shared/result/latency-tail.ts'
import { megabytes, significant } from '../text/numbers.ts'
import { spreadBars } from './spread-bars.ts'

export const requestsPerSecond = spreadBars({
  id: 'requests-per-second',
  title: 'Requests per second',
  unit: 'req/s',
  better: 'higher',
  digits: 4,
  ranked: true,
  of: (summary) => summary.requestsPerSecond,
  remark:
    'To the right the same figure in other units: what a request costs of the server’s CPU, and its mean latency.',
  more: [
    { heading: 'CPU, µs', of: ({ cpuPerRequest }) => significant(cpuPerRequest.median) },
    { heading: 'mean, ms', of: ({ latencyMean }) => significant(latencyMean.median) },
  ],
})

export const latencyTail = spreadBars({
  id: 'latency-tail',
  title: 'p99 over mean latency, under full load',
  unit: '×',
  axis: '× mean latency',
  better: 'lower',
  digits: 3,
  of: (_, { trials }) => tailOf(trials),
  remark: 'At 1× all requests would take as long.',
  more: [{ heading: 'p99, ms', of: ({ latencyP99 }) => significant(latencyP99.median) }],
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
