/** What it means for those who come at any time that somebody stands still now and then. */

/** Milliseconds of the shortest stretch that is noted. */
export const LEAST_STALL = 0.05

/** Halvings by which a quantile is found: to less than a millionth of the longest stall. */
const STEPS = 24

/**
 * How long an instant that is drawn at random waits for the end of the stall that it falls into, as a quantile. Whoever comes
 * into a stall of S at the time u of it waits S − u, so that of all instants of T a share Σ max(0, S − x) / T waits for longer
 * than x; of one stall of S in every T the quantile p is S − (1 − p)T.
 * @param stalls and the time in which they were, both in milliseconds
 * @param share such as 0.99
 * @returns milliseconds
 */
export function stallQuantile(stalls: readonly number[], time: number, share: number): number {
  const longer = (x: number) => stalls.reduce((sum, stall) => sum + Math.max(0, stall - x), 0) / time
  let [low, high] = [0, Math.max(0, ...stalls)]
  if (longer(0) <= 1 - share) return 0
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (longer(middle) > 1 - share) low = middle
    else high = middle
  }
  return high
}
