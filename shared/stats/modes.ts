/**
 * Whether a server's processes run at one of two speeds, rather than at one that varies from process to process.
 *
 * The statistic is that of L. Engelman and J. A. Hartigan, "Percentage points of a test for clusters", JASA 64, 1969: the sum of
 * squares of the logarithms over that within the two clusters that make it least. Halves of a uniform distribution, the
 * flattest with one peak, come to 4. The limit is above that for small samples, so that less than 1% of normal and of t3 samples of
 * 5 to 15 processes reach it; `modes.test.ts` simulates that.
 */
import * as statistics from 'simple-statistics'

/** Among fewer processes two that are alike by chance look like a mode. */
const LEAST_PROCESSES = 5
/** Fewer are a process unlike the others, and no mode. */
const LEAST_IN_MODE = 2
/** Faster mode over slower one: less does not matter to a reader. */
const LEAST_RATIO = 1.1

export interface Mode {
  /** Geometric mean of its processes. */
  center: number
  processes: number
}

/** @param figures one a process, above zero @returns the slower mode and the faster one; null where there are not two */
export function modesOf(figures: readonly number[]): [Mode, Mode] | null {
  const count = figures.length
  if (count < LEAST_PROCESSES) return null
  const logs = figures.map(Math.log)
  const [slower = [], faster = []] = statistics.ckmeans(logs, 2)
  if (Math.min(slower.length, faster.length) < LEAST_IN_MODE) return null
  if (statistics.mean(faster) - statistics.mean(slower) < Math.log(LEAST_RATIO)) return null
  const limit = 4 * Math.exp(15 / count)
  if (squaresOf(logs) <= limit * (squaresOf(slower) + squaresOf(faster))) return null
  return [modeOf(slower), modeOf(faster)]
}

function squaresOf(values: number[]): number {
  return statistics.sumNthPowerDeviations(values, 2)
}

function modeOf(logs: number[]): Mode {
  return { center: Math.exp(statistics.mean(logs)), processes: logs.length }
}
