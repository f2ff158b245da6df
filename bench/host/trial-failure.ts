import type { Refusal } from '../../shared/results/format.ts'

export type TrialPhase = Refusal['phase']

/** A trial that yields no number: in which phase, and why in one line. */
export class TrialFailure extends Error {
  readonly phase: TrialPhase

  constructor(phase: TrialPhase, reason: string) {
    super(reason)
    this.phase = phase
  }
}
