/** A server of `update-user` with one fault, and what a run must report. */
import type { KnownDeviation, Validation } from '../../../shared/format/disclosure.ts'
import type { Caveat, Disqualification } from '../../../shared/format/format.ts'

export interface FaultyServer {
  /** One line. */
  description: string
  /** Runs in its process; or the source of its file. */
  run: (() => void) | string
  /** Differences of its manifest from the correct one. */
  manifest?: { validation?: Partial<Validation>; knownDeviations?: KnownDeviation[] }
  /** Scripts of its package.json. */
  scripts?: Record<string, string>
  expected: Disqualified | Measured
  /** Names the test that covers it, if it is excluded from the run of its phase. */
  shownBy?: string
}

export interface Disqualified {
  /** The reported reason. */
  disqualified: RegExp
  /** Omitted if it depends on the machine's speed. */
  phase?: Disqualification['phase']
}

export interface Measured {
  /** Required caveats; none others are allowed. */
  caveats: { kind: Caveat['kind']; message: RegExp }[]
}

/** FaultyServers by their folders' names. */
export type FaultyServers = Record<string, FaultyServer>
