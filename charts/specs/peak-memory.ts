import { megabytes } from './numbers.ts'
import { spreadBars } from './spread-bars.ts'

export const peakMemory = spreadBars({
  id: 'peak-memory',
  title: 'Peak memory of the server’s processes',
  unit: 'MB',
  better: 'lower',
  digits: 3,
  of: (summary) => megabytes(summary.peakMemory),
})
