import type { Refusal } from '../shared/result/format.ts'

/** The step of a trial that is under way. */
export type TrialPhase = Refusal['phase']

/** A trial that yields no number: which step failed, and why in one line. */
export class TrialFailure extends Error {
  readonly phase: TrialPhase

  constructor(phase: TrialPhase, reason: string) {
    super(reason)
    this.phase = phase
  }
}
