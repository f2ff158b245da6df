/** Servers as instruments treat them: what a file says of each, and what becomes of one that fails. */
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Server } from './servers.ts'

export function identityOf({ name, manifest, version, runtime }: Server) {
  return { name, displayName: manifest.name ?? name, version, runtime: runtime.name, runtimeVersion: runtime.version }
}

/**
 * Work for one of several servers, or of whatever else is measured: what fails is disqualified, which means that no more work
 * is done for it, and the others go on.
 */
export class Attempts<S> {
  readonly #reasons = new Map<S, string>()
  readonly #disqualified: (subject: S, reason: string, error: unknown) => void

  constructor(disqualified: (subject: S, reason: string, error: unknown) => void) {
    this.#disqualified = disqualified
  }

  /** Why it is disqualified, in one line; null where it is not. */
  reasonOf(subject: S): string | null {
    return this.#reasons.get(subject) ?? null
  }

  async attempt(subject: S, work: () => Promise<void>): Promise<void> {
    if (this.#reasons.has(subject)) return
    try {
      await work()
    } catch (error) {
      // Two processes of one server may fail at once.
      if (this.#reasons.has(subject)) return
      const reason = oneLine(messageOf(error))
      this.#reasons.set(subject, reason)
      this.#disqualified(subject, reason, error)
    }
  }
}
