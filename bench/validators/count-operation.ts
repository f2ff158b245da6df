/** Counts the instructions of calls of an operation. */
import type { CountedCalls, OperationId } from '../../shared/result/validators.ts'
import { hasSettled } from '../instructions/count-process.ts'
import type { Countable, Executed } from '../instructions/counter.ts'
import type { LibraryProcess } from './library-process.ts'

/** How closely both halves of what is counted must agree for an operation to have settled. */
const SAME = 0.02

export interface CountedAmounts {
  /** Calls that are counted, an even number. */
  calls: number
  /** Calls of an operation before anything is counted: as many as it takes optimizing compilers to have their turn. */
  warmUp: number
  /** Calls of a step after that, of which three in a row must agree. */
  step: number
  /** Calls of all steps at the most. */
  longest: number
}

/**
 * Warms the operation up until its counts agree, and counts two halves: of a call with the loop around it. Making inputs,
 * collecting the garbage of that and looking at results stand outside of what is counted.
 * @param operation null for a call of nothing
 */
export async function countOperation(
  process: LibraryProcess,
  countable: Countable,
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
  const half = calls / 2
  for (let done = 0; done < warmUp; done += half) await put(half, (work) => work().then(() => null))
  const steps: number[] = []
  while (!hasSettled(steps) && (steps.length + 1) * step <= longest) steps.push((await perCall(step)).javascript)
  const first = await perCall(half)
  const second = await perCall(half)
  const mean = (of: keyof Executed) => (first[of] + second[of]) / 2
  return {
    javascript: mean('javascript'),
    others: mean('others'),
    settled: hasSettled(steps) && Math.abs(second.javascript / first.javascript - 1) <= SAME,
  }
}
