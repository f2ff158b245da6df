/** Counts the instructions of calls of an operation. */

import type { OperationId, Validators } from '../../../charts/instruments/validators/format.ts'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import { hasSettled } from '../../counters/count-process.ts'
import type { Countable, Executed } from '../../counters/counter.ts'
import type { Ask } from './library-process.ts'

/** Tolerance between the two halves of the counted calls for a settled operation. */
const SAME = 0.02

export type CountedCalls = NonNullable<Validators['servers'][number]['counted'][number][OperationId]>

export interface CountedAmounts {
  /** Minimum of counted calls; even. */
  calls: number
  /** Calls of an operation before counting, enough for the optimizing compilers. */
  warmUp: number
  /** Calls per step after that; three consecutive steps must agree. */
  step: number
  /** Maximum calls of all steps; 0 without steps. */
  longest: number
  /** Maximum number of doublings of the counted calls: occasional garbage collections need many calls to average out. */
  doublings: number
}

/**
 * Warms up the operation until its counts agree, then counts two halves, and doubles the calls until the halves agree. Counts
 * include the loop; making inputs, collecting their garbage and verifying results are excluded.
 * @param operation null for an empty call
 */
export async function countOperation(
  ask: Ask,
  countable: Pick<Countable, 'during'>,
  operation: string | null,
  { calls, warmUp, step, longest, doublings }: CountedAmounts,
): Promise<CountedCalls> {
  const put = async (number: number, around: (work: () => Promise<void>) => Promise<Executed | null>) => {
    await ask('prepare', { operation, calls: number })
    const executed = await around(async () => {
      await ask('call')
    })
    await ask('verify')
    return executed
  }
  const perCall = async (number: number) => {
    const { javascript } = (await put(number, (work) => countable.during(work))) as Executed
    return javascript / number
  }
  // Constant batch size, so that each call has the same share of the command that starts them.
  const half = calls / 2
  for (let done = 0; done < warmUp; done += half) await put(half, (work) => work().then(() => null))
  const steps: number[] = []
  while (!hasSettled(steps) && (steps.length + 1) * step <= longest) steps.push(await perCall(step))
  const counted = [await perCall(half), await perCall(half)]
  while (!agree(counted) && counted.length < 2 ** (doublings + 1)) {
    for (let more = counted.length; more > 0; more--) counted.push(await perCall(half))
  }
  return { instructions: meanOf(counted), settled: agree(counted) }
}

const meanOf = (counted: readonly number[]) => spreadOf(counted).mean

/** Returns whether the two halves agree. */
function agree(counted: readonly number[]): boolean {
  const middle = counted.length / 2
  return Math.abs(meanOf(counted.slice(middle)) / meanOf(counted.slice(0, middle)) - 1) <= SAME
}
