import type { TestContext } from 'node:test'
import { type Counter, readyCounter } from '../counters/counter.ts'
import { CounterMissing } from '../counters/counting.ts'

/** Returns the counter if it works here; otherwise skips the test with the reason and returns null. */
export async function counterOrSkip(t: TestContext): Promise<Counter | null> {
  try {
    return await readyCounter()
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    t.skip(error.message)
    return null
  }
}
