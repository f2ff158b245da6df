import type { Disqualification } from '../../shared/format/format.ts'

export type TrialPhase = Disqualification['phase']

/** A failed trial: phase, and reason on one line. */
export class TrialFailure extends Error {
  readonly phase: TrialPhase

  constructor(phase: TrialPhase, reason: string) {
    super(reason)
    this.phase = phase
  }
}
