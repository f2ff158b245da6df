/** Counts the instructions of calls of an operation. */
import type { OperationId, Validators } from '../../../charts/instruments/validators/format.ts'
import type { Countable, Executed } from '../../counters/counter.ts'
import type { Ask } from './library-process.ts'

/** Calls of an operation before it is counted, enough for the optimizing compilers, and counted ones; half of these is a batch. */
export const AMOUNTS = { warmUp: 24_000, calls: 8_000 }
/** Tolerance between the two halves of the counted calls for a settled operation. */
const SAME = 0.02

export type CountedCalls = NonNullable<
  Validators['servers'][number]['counted'][number][OperationId]
>

/**
 * Warms up the operation, then counts two halves. Counts include the loop; making inputs, collecting their garbage and verifying
 * results are excluded.
 * @param operation null for an empty call
 */
export async function countOperation(
  ask: Ask,
  countable: Pick<Countable, 'during'>,
  operation: string | null,
): Promise<CountedCalls> {
  // Constant, so that each call has the same share of the command that starts them.
  const half = AMOUNTS.calls / 2
  const put = async (around: (work: () => Promise<void>) => Promise<Executed | null>) => {
    await ask('prepare', { operation, calls: half })
    const executed = await around(async () => {
      await ask('call')
    })
    await ask('verify')
    return executed
  }
  const perCall = async () =>
    ((await put((work) => countable.during(work))) as Executed).javascript / half
  for (let done = 0; done < AMOUNTS.warmUp; done += half)
    await put((work) => work().then(() => null))
  const [first, second] = [await perCall(), await perCall()]
  return { instructions: (first + second) / 2, settled: Math.abs(second / first - 1) <= SAME }
}
