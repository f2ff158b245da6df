import { megabytes } from './numbers.ts'
import { spreadBars } from './spread-bars.ts'

export const throughput = spreadBars({
  id: 'throughput',
  title: 'Throughput of responses, headers included',
  unit: 'MB/s',
  better: 'higher',
  digits: 3,
  of: (summary) => megabytes(summary.receivedPerSecond),
})
