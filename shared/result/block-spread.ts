/**
 * How much less is known from some groups than from others: a shared machine is quiet for a minute, and loud in the next. How
 * loud it was shows within each group, in how far slices of one process lie apart; and over all groups of a run, the levels of
 * trials lie the further apart, the louder their group was:
 *
 * variance of a trial = processes + slope × variance of the slices of its group
 *
 * Both numbers come from all trials of the run together, so that no group gets its weight from how well its own trials agree.
 * By quasi-likelihood, as squares of normal errors have it: their standard deviation grows with what is expected of them.
 * Source: R. W. M. Wedderburn, "Quasi-likelihood functions, generalized linear models, and the Gauss-Newton method",
 * Biometrika 61, 1974.
 */

/** A group of servers in a round. */
export interface BlockNoise {
  /** Variance of its slices' errors. */
  slices: number
  /** What is left of its trials' levels: the sum of squares, and in how many ways it varies. */
  squares: number
  degreesOfFreedom: number
}

/** With fewer degrees of freedom the slope would be luck. */
const LEAST_FREEDOM = 24
/** Share of the mean variance that no group goes below: processes differ, however quiet the machine is. */
const LEAST_SHARE = 0.1
const STEPS = 20

/** @returns for each block the variance of its trials relative to the mean of all; 1 everywhere where nothing tells them apart */
export function blockSpreads(blocks: readonly (BlockNoise | null)[]): number[] {
  const same = blocks.map(() => 1)
  const known = blocks.filter((block) => block !== null && block.degreesOfFreedom > 1e-6) as BlockNoise[]
  const freedom = sumOf(known, ({ degreesOfFreedom }) => degreesOfFreedom)
  if (freedom < LEAST_FREEDOM || blocks.includes(null)) return same
  const mean = sumOf(known, ({ squares }) => squares) / freedom
  if (!(mean > 0)) return same
  let line = { processes: mean, slope: 0 }
  for (let step = 0; step < STEPS; step++) line = fittedLine(known, line, LEAST_SHARE * mean)
  const variances = (blocks as BlockNoise[]).map(({ slices }) => line.processes + line.slope * slices)
  const center = variances.reduce((sum, each) => sum + each, 0) / variances.length
  return variances.map((variance) => variance / center)
}

/** Weighted least squares of each block's own variance, with weights from the line before. */
function fittedLine(
  blocks: readonly BlockNoise[],
  { processes, slope }: { processes: number; slope: number },
  least: number,
) {
  const weighted = blocks.map(({ slices, squares, degreesOfFreedom }) => ({
    x: slices,
    y: squares / degreesOfFreedom,
    weight: degreesOfFreedom / (processes + slope * slices) ** 2,
  }))
  const total = sumOf(weighted, ({ weight }) => weight)
  const x = sumOf(weighted, (each) => each.weight * each.x) / total
  const y = sumOf(weighted, (each) => each.weight * each.y) / total
  const xx = sumOf(weighted, (each) => each.weight * (each.x - x) ** 2)
  const xy = sumOf(weighted, (each) => each.weight * (each.x - x) * (each.y - y))
  const free = xx > 0 ? Math.max(0, xy / xx) : 0
  if (y - free * x >= least) return { processes: y - free * x, slope: free }
  return { processes: least, slope: Math.max(0, (y - least) / x) }
}

function sumOf<T>(list: readonly T[], value: (each: T) => number): number {
  return list.reduce((sum, each) => sum + value(each), 0)
}
