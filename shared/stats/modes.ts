/**
 * Detects servers whose processes run at one of two speeds.
 *
 * The statistic is that of L. Engelman and J. A. Hartigan, "Percentage points of a test for clusters", JASA 64, 1969: the sum of
 * squares of the logarithms, over that within the best two clusters. It is 4 for a uniform distribution, the flattest unimodal
 * one. The limit for small samples is higher: less than 1% of normal and t3 samples of 5 to 15 processes reach it, which
 * `modes.test.ts` simulates.
 */
import * as statistics from 'simple-statistics'
import type { Estimate } from './estimate.ts'

/** With fewer processes, two similar ones look like a mode. */
const LEAST_PROCESSES = 5
/** A single process is an outlier, not a mode. */
const LEAST_IN_MODE = 2
/** Least relevant ratio of the faster to the slower mode. */
const LEAST_RATIO = 1.1

export interface Mode {
  /** Geometric mean of its processes. */
  center: number
  processes: number
}

/** A figure between two modes, which misleads without them. */
export interface Bimodal extends Estimate {
  modes: readonly [Mode, Mode]
}

/**
 * Adds the modes of a figure's processes, if there are two.
 * @param scale from the unit of the processes to that of the figure
 */
export function withModes<E extends Estimate>(
  figure: E,
  processes: readonly number[],
  scale = 1,
): E | (E & Bimodal) {
  const modes = modesOf(processes.map((value) => value * scale))
  return modes ? { ...figure, modes } : figure
}

/** @param figures positive, one per process @returns the lower and the higher mode; null if there are not two */
export function modesOf(figures: readonly number[]): [Mode, Mode] | null {
  const count = figures.length
  if (count < LEAST_PROCESSES || !figures.every(Number.isFinite)) return null
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
