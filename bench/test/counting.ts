import type { TestContext } from 'node:test'
import type { CounterKind } from '../../shared/results/instructions.ts'
import { CounterMissing } from '../counters/counter.ts'
import { type ReadyCounter, readyCounter } from '../counters/counters.ts'

/** Returns a counter that works here; otherwise skips the test with the reason and returns null. */
export async function counterOrSkip(t: TestContext, kind?: CounterKind): Promise<ReadyCounter | null> {
  try {
    return await readyCounter(kind)
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    t.skip(error.message)
    return null
  }
}
