/** Searches the highest rate that passes: by doubling, then by bisection. */

export interface Bounds {
  /** Unit: requests/s. `first` is the starting rate; `least` and `most` are the limits. */
  first: number
  least: number
  most: number
  /** Final ratio of the ends: 1.05 is 5%. */
  ratio: number
}

/**
 * Doubles the rate until it fails (J. L. Bentley, A. C.-C. Yao, "An almost optimal algorithm for unbounded searching",
 * Information Processing Letters 5, 1976), then bisects on a logarithmic scale.
 * @param passes loads at a rate and returns whether it passed
 */
export async function searchRate(
  passes: (rate: number) => Promise<boolean>,
  { first, least, most, ratio }: Bounds,
): Promise<void> {
  let best: number | null = null
  let next: number | null = null
  for (let rate = Math.min(first, most); next === null || best === null; ) {
    if (await passes(rate)) {
      best = rate
      if (next !== null || rate >= most) break
      rate = Math.min(most, 2 * rate)
    } else {
      next = rate
      if (best !== null || rate <= least) break
      rate = Math.max(least, Math.round(rate / 2))
    }
  }
  while (best !== null && next !== null && next / best > ratio) {
    const rate = Math.round(Math.sqrt(best * next))
    if (await passes(rate)) best = rate
    else next = rate
  }
}
