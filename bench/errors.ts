import type { Refusal } from './result.ts'

/** Wrong use of the command line or a broken input file: printed as one line, exit status 2. */
export class UsageError extends Error {}

export type TrialPhase = Refusal['phase']

/** A trial that yields no number: which step failed, and why in one line. */
export class TrialFailure extends Error {
  readonly phase: TrialPhase

  constructor(phase: TrialPhase, reason: string) {
    super(reason)
    this.phase = phase
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
