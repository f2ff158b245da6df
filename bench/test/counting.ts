import type { TestContext } from 'node:test'
import type { CounterKind } from '../../shared/results/instructions.ts'
import { CounterMissing } from '../counters/counter.ts'
import { type ReadyCounter, readyCounter } from '../counters/counters.ts'

/** A counter that works here; `null`, and the test skipped with the reason, where none does. */
export async function counterOrSkip(t: TestContext, kind?: CounterKind): Promise<ReadyCounter | null> {
  try {
    return await readyCounter(kind)
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    t.skip(error.message)
    return null
  }
}
