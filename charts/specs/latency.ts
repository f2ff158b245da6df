import { tailBars } from './tail-bars.ts'

export const latency = tailBars({
  id: 'latency',
  title: 'Latency under full load',
  reading: 'Lower is better.',
  unit: 'ms',
  mean: (summary) => summary.latencyMean,
  tail: { name: 'p99', of: (summary) => summary.latencyP99 },
})
