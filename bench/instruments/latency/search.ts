/** Searches the highest rate that passes. */

/**
 * Bisects on a logarithmic scale, between a rate that is taken to pass and one that is taken to fail.
 * @param passes loads at a rate and returns whether it passed
 * @param bounds in requests/s; at the end they are apart by that ratio: 1.05 is 5%
 */
export async function searchRate(
  passes: (rate: number) => Promise<boolean>,
  { least, most, ratio }: { least: number; most: number; ratio: number },
): Promise<void> {
  for (let [best, next] = [least, most]; next / best > ratio; ) {
    const rate = Math.sqrt(best * next)
    if (await passes(Math.ceil(rate))) best = rate
    else next = rate
  }
}
