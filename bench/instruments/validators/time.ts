/** Times operations with mitata, which makes batches of inputs before the clock starts. */
import { measure } from 'mitata'
import type { Calls } from './calls.ts'
import type { Stretch } from './commands.ts'

/**
 * Returns nanoseconds per call, loop included: the mean of the batches without the two shortest and the two longest.
 * @param calls without inputs so far
 * @param stretch limits of the timing
 * @throws with the first call that throws or returns a wrong result
 */
export async function timeCalls(
  calls: Calls,
  { seconds, batches, batch }: Stretch,
): Promise<number> {
  const stats = await measure(
    function* () {
      yield {
        0() {
          // Called before a batch: the previous one is complete.
          if (calls.made >= batch && calls.isDone) calls.verify()
          return calls.input()
        },
        bench: calls.bench,
      }
    } as Parameters<typeof measure>[0],
    // Always batches, however long the first call takes.
    {
      min_cpu_time: seconds * 1e9,
      max_samples: batches,
      batch_samples: batch,
      batch_threshold: Infinity,
      warmup_threshold: Infinity,
    },
  )
  calls.verify()
  return stats.avg
}
