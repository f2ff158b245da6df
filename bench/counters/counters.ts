/** All counters, best first, and the choice between them. */
import { messageOf } from '../../shared/basics/errors.ts'
import type { CounterKind } from '../../shared/results/instructions.ts'
import { type Counter, CounterMissing } from './counter.ts'
import { perf } from './perf.ts'
import { qemu } from './qemu.ts'
import { stubOf, withStub } from './stub.ts'

const counters: Record<CounterKind, Counter> = { perf, qemu }

export interface ReadyCounter {
  counter: Counter
  selfCheck: SelfCheck
}

/**
 * Prepares a counter and checks it with a program of a known number of instructions.
 * @param kind default: the first that works
 * @throws CounterMissing with a reason for each counter
 */
export async function readyCounter(kind?: CounterKind): Promise<ReadyCounter> {
  const reasons: string[] = []
  for (const counter of kind ? [counters[kind]] : Object.values(counters)) {
    try {
      await counter.prepare()
      return { counter, selfCheck: await selfCheck(counter) }
    } catch (error) {
      reasons.push(messageOf(error))
    }
  }
  throw new CounterMissing(`no instructions can be counted here: ${reasons.join('; ')}`)
}

/** Like `readyCounter`, but returns the reason if no counter was asked for and none works. */
export async function counterOrNone(
  kind: CounterKind | 'none' | undefined,
): Promise<{ ready: ReadyCounter | null; notCounted: string | null }> {
  if (kind === 'none') return { ready: null, notCounted: '--counter none' }
  try {
    return { ready: await readyCounter(kind), notCounted: null }
  } catch (error) {
    if (kind !== undefined || !(error instanceof CounterMissing)) throw error
    return { ready: null, notCounted: messageOf(error) }
  }
}

/** Iterations of the stub's loop: 20 million instructions, 0.1 s under the slowest counter. */
const ROUNDS = 10_000_000
/** Relative error of a count that passes the check. */
const TOLERANCE = 0.001

export interface SelfCheck {
  expected: number
  counted: number
}

/** @throws CounterMissing if the count is more than 0.1% off */
export async function selfCheck(counter: Counter): Promise<SelfCheck> {
  const stub = stubOf(ROUNDS)
  if (!stub) throw new CounterMissing(`${counter.kind}: there is no stub for ${process.arch}, only for x64 and arm64`)
  const { instructions: expected, file } = stub
  const counted = await withStub(file, (path) => counter.countProgram(path))
  if (Math.abs(counted - expected) <= TOLERANCE * expected) return { expected, counted }
  const read = Number.isFinite(counted) && counted > 0 ? `counts ${counted} instructions` : 'counts nothing'
  throw new CounterMissing(`${counter.kind} ${read} where a program executes ${expected}: its counts are not reliable`)
}
