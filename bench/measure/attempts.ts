import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'

/**
 * Runs work for several servers or other subjects. A subject whose work fails is disqualified: its further work is skipped. What
 * the machine lacks disqualifies none.
 */
export class Attempts<S> {
  readonly #reasons = new Map<S, string>()
  readonly #disqualified: (subject: S, reason: string) => void

  constructor(disqualified: (subject: S, reason: string) => void) {
    this.#disqualified = disqualified
  }

  /** Returns the reason of its disqualification, on one line, or null. */
  reasonOf(subject: S): string | null {
    return this.#reasons.get(subject) ?? null
  }

  async attempt(subject: S, work: () => Promise<void>): Promise<void> {
    if (this.#reasons.has(subject)) return
    try {
      await work()
    } catch (error) {
      if (error instanceof Unmeasurable) throw error
      // Two concurrent attempts of one subject may both fail.
      if (this.#reasons.has(subject)) return
      const reason = oneLine(messageOf(error))
      this.#reasons.set(subject, reason)
      this.#disqualified(subject, reason)
    }
  }
}
