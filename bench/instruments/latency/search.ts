/** The search for the highest rate at which something holds: by doubling, then by bisection. */

export interface Bounds {
  /** Requests/s: where the search begins, below which it gives up, and above which it does not look. */
  first: number
  least: number
  most: number
  /** How near the two ends come: 1.05 is 5%. */
  ratio: number
}

/**
 * Doubles the rate until it does not pass (J. L. Bentley, A. C.-C. Yao, "An almost optimal algorithm for unbounded
 * searching", Information Processing Letters 5, 1976), then halves the distance of the logarithms.
 * @param passes loads at a rate, and says whether it passed
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
