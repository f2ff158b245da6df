import { spreadBars } from './spread-bars.ts'

export const cpuPerRequest = spreadBars({
  id: 'cpu-per-request',
  title: 'Server CPU time per request',
  unit: 'µs',
  better: 'lower',
  digits: 3,
  of: (summary) => summary.cpuPerRequest,
})
