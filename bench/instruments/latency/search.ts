/**
 * Returns the highest rate that passes, 0 if none did: bisects on a logarithmic scale, between a rate that is taken to pass
 * and one that is taken to fail.
 * @param passes loads at a rate and returns whether it passed
 * @param bounds in requests/s; at the end they are apart by that ratio: 1.05 is 5%
 */
export async function searchRate(
  passes: (rate: number) => Promise<boolean>,
  { least, most, ratio }: { least: number; most: number; ratio: number },
): Promise<number> {
  let highest = 0
  for (let [low, high] = [least, most]; high / low > ratio; ) {
    const rate = Math.ceil(Math.sqrt(low * high))
    if (await passes(rate)) highest = low = rate
    else high = Math.sqrt(low * high)
  }
  return highest
}
