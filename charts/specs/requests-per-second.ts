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
