/** All counters, the best first, and which of them works here. */
import { messageOf } from '../../shared/basics/errors.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { callgrind } from './callgrind.ts'
import { type Counter, CounterMissing } from './counter.ts'
import { perf } from './perf.ts'
import { qemu } from './qemu.ts'
import { type SelfCheck, selfCheck } from './self-check.ts'

const counters: Record<CounterKind, Counter> = { perf, qemu, callgrind }

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
