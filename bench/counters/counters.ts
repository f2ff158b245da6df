/** All counters, the best first, and which of them works here. */
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
 * Makes a counter ready, and holds it against a program of a known number of instructions.
 * @param kind the one that is asked for; the first that works where it is left out
 * @throws CounterMissing that says of each why it can't count here
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

/** The counter that is asked for, or the first that works; or none, and why, where nobody insists on one. */
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

/** Rounds of the stub's loop: 20 million instructions, a tenth of a second under the slowest counter. */
const ROUNDS = 10_000_000
/** How far a count may be from what was executed. */
const TOLERANCE = 0.001

export interface SelfCheck {
  expected: number
  counted: number
}

/** @throws CounterMissing where the count is not that of the stub, to 0.1% */
export async function selfCheck(counter: Counter): Promise<SelfCheck> {
  const stub = stubOf(ROUNDS)
  if (!stub) throw new CounterMissing(`${counter.kind}: no stub is written for ${process.arch}, only for x64 and arm64`)
  const { instructions: expected, file } = stub
  const counted = await withStub(file, (path) => counter.countProgram(path))
  if (Math.abs(counted - expected) <= TOLERANCE * expected) return { expected, counted }
  const read = Number.isFinite(counted) && counted > 0 ? `counts ${counted} instructions` : 'counts nothing'
  throw new CounterMissing(`${counter.kind} ${read} where a program executes ${expected}: its counts can't be trusted`)
}
