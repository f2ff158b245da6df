/** Times operations by mitata, which has batches of inputs made before the clock starts. */
import { measure } from 'mitata'
import type { Calls } from './calls.ts'
import type { Stretch } from './commands.ts'

/**
 * Nanoseconds a call, with the loop around it: mean of the batches but for the two shortest and the two longest.
 * @param calls of which no input has been made
 * @param stretch after which it ends
 * @throws of the first call that throws or gives what is wrong
 */
export async function timeCalls(calls: Calls, { seconds, batches, batch }: Stretch): Promise<number> {
  const stats = await measure(
    function* () {
      yield {
        0() {
          // Before a batch: the last one is over.
          if (calls.made >= batch && calls.isDone) calls.verify()
          return calls.input()
        },
        bench: calls.bench,
      }
    } as Parameters<typeof measure>[0],
    // However long a first call takes: always batches.
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
