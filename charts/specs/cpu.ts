import { tailBars } from './tail-bars.ts'

export const cpu = tailBars({
  id: 'cpu',
  title: 'CPU use of the server',
  reading: '100% is one CPU fully used; least first.',
  unit: '%',
  mean: (summary) => summary.cpuMean,
  tail: { name: 'maximum', of: (summary) => summary.cpuMax },
})
