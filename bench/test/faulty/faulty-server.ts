/** A server of `update-user` with one fault, and what a run must report. */
import type { KnownDeviation, Validation } from '../../../shared/format/disclosure.ts'
import type { Caveat, Disqualification } from '../../../shared/format/format.ts'
import type { Workers } from '../../../shared/format/workers.ts'
import { type Handler, serve } from './user-server.ts'

export interface FaultyServer {
  /** One line. */
  description: string
  /** Its responses, if they are not those of the correct server. */
  respond?: Handler
  /** What its process does instead of serving; or the source of its file. */
  run?: (() => void) | string
  /** Differences of its manifest from the correct one. */
  manifest?: { validation?: Partial<Validation>; knownDeviations?: KnownDeviation[] }
  /** Several processes, if the fault needs them. */
  workers?: Workers
  /** Scripts of its package.json. */
  scripts?: Record<string, string>
  /** Requests in flight on each connection, if the fault needs several. */
  pipelining?: number
  /** The reported reason, if it is disqualified. */
  disqualified?: RegExp
  /** Omitted if it depends on the machine's speed. */
  phase?: Disqualification['phase']
  /** Caveats of its trial, and none others, if it is measured. */
  caveats?: { kind: Caveat['kind']; message: RegExp }[]
  /** Names the test that covers it, if it is excluded from the run of its phase. */
  shownBy?: string
}

/** Faulty servers by their folders' names. */
export type FaultyServers = Record<string, FaultyServer>

/** Starts it in its process. */
export function start({ respond, run }: FaultyServer): void {
  if (typeof run === 'function') run()
  else serve(respond)
}
