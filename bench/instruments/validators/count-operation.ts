/** Counts the instructions of calls of an operation. */

import type { CountedCalls, OperationId } from '../../../charts/instruments/validators/format.ts'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import { hasSettled } from '../../counters/count-process.ts'
import type { Countable, Executed } from '../../counters/counter.ts'
import type { LibraryProcess } from './library-process.ts'

/** How closely both halves of what is counted must agree for an operation to have settled. */
const SAME = 0.02

/** How often the calls that are counted are doubled at the most: a collection of garbage now and then needs many to even out. */
const DOUBLED = 3

export interface CountedAmounts {
  /** Calls that are counted at the least, an even number. */
  calls: number
  /** Calls of an operation before anything is counted: as many as it takes optimizing compilers to have their turn. */
  warmUp: number
  /** Calls of a step after that, of which three in a row must agree. */
  step: number
  /** Calls of all steps at the most. */
  longest: number
}

/**
 * Warms the operation up until its counts agree, and counts two halves, and as many calls again until both halves of all
 * agree: of a call with the loop around it. Making inputs, collecting the garbage of that and looking at results stand
 * outside of what is counted.
 * @param operation null for a call of nothing
 */
export async function countOperation(
  process: Pick<LibraryProcess, 'ask'>,
  countable: Pick<Countable, 'during'>,
  operation: OperationId | null,
  { calls, warmUp, step, longest }: CountedAmounts,
): Promise<CountedCalls> {
  const put = async (number: number, around: (work: () => Promise<void>) => Promise<Executed | null>) => {
    await process.ask('prepare', { operation, calls: number })
    const executed = await around(async () => {
      await process.ask('call', {})
    })
    await process.ask('verify', {})
    return executed
  }
  const perCall = async (number: number) => {
    const { javascript, others } = (await put(number, (work) => countable.during(work))) as Executed
    return { javascript: javascript / number, others: others / number }
  }
  // Always as many at a time: a call's share of the command that starts them is the same in all, and in a call of nothing.
  const half = calls / 2
  for (let done = 0; done < warmUp; done += half) await put(half, (work) => work().then(() => null))
  const steps: number[] = []
  while (!hasSettled(steps) && (steps.length + 1) * step <= longest) steps.push((await perCall(step)).javascript)
  const counted = [await perCall(half), await perCall(half)]
  while (!agree(counted) && counted.length < 2 ** (DOUBLED + 1)) {
    for (let more = counted.length; more > 0; more--) counted.push(await perCall(half))
  }
  return {
    javascript: meanOf(counted, 'javascript'),
    others: meanOf(counted, 'others'),
    calls: counted.length * half,
    settled: agree(counted),
  }
}

function meanOf(counted: readonly Executed[], what: keyof Executed): number {
  return spreadOf(counted.map((calls) => calls[what])).mean
}

/** Whether both halves do. */
function agree(counted: readonly Executed[]): boolean {
  const middle = counted.length / 2
  const first = meanOf(counted.slice(0, middle), 'javascript')
  const second = meanOf(counted.slice(middle), 'javascript')
  return Math.abs(second / first - 1) <= SAME
}
