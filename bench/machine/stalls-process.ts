/** Looks at the clock without a break for as many seconds as its argument says, and writes which looks came late. */
import { LEAST_STALL } from '../../shared/result/stalls.ts'

const stalls: number[] = []
let last = performance.now()
const end = last + 1000 * Number(process.argv[2])
while (last < end) {
  const now = performance.now()
  if (now - last >= LEAST_STALL) stalls.push(now - last)
  last = now
}
process.stdout.write(JSON.stringify(stalls))
