/** Whether a counter counts: it is given a program of a known number of instructions before anything else. */
import { type Counter, CounterMissing } from './counter.ts'
import { stubOf, withStub } from './stub.ts'

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
