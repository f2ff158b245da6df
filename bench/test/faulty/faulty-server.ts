/** A server of `update-user` that does one thing wrong, and what a run must say of it. */
import type { KnownDeviation, Validation } from '../../../shared/results/disclosure.ts'
import type { Refusal, Verdict } from '../../../shared/results/format.ts'

export interface FaultyServer {
  /** What it does, in one line. */
  description: string
  /** What runs in its process; or the text of its file, where that is no program. */
  run: (() => void) | string
  /** What its manifest says that an honest one does not. */
  manifest?: { validation?: Partial<Validation>; knownDeviations?: KnownDeviation[] }
  /** Those of its package.json. */
  scripts?: Record<string, string>
  expected: Refused | Measured
  /** It takes no part in the run among the servers of its phase; says which test shows it instead. */
  shownBy?: string
}

export interface Refused {
  /** The reason that the run gives. */
  refused: RegExp
  /** Left out where it depends on the machine's speed. */
  phase?: Refusal['phase']
}

export interface Measured {
  /** What is held against its number; empty where nothing may be. */
  verdicts: { kind: Verdict['kind']; message: RegExp }[]
}

/** FaultyServers by their folders' names. */
export type FaultyServers = Record<string, FaultyServer>
