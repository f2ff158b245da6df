/** Protocol between a run and the load generator's host on another machine: calls, and events. */
import type { Environment } from '../../shared/results/environment.ts'
import type { LoadPlan, LoadReport } from '../load/generator.ts'
import type { RoundTrip } from './round-trip.ts'
import type { Suite } from './suite.ts'

/** Reply to the first call; its form is the same in every version of the suite. */
interface Introduction {
  suite: Suite
  /** The runner's address on the connection; null where SSH does not tell. */
  caller: string | null
}

export interface Agent {
  introduce(): Promise<Introduction>
  /** Says that it is alive. */
  sign(): Promise<void>
  /**
   * Takes the machine for the run, as every run does.
   * @param workers processes of a server
   */
  reserve(workers: number): Promise<Environment>
  measureRoundTrip(address: string, port: number): Promise<RoundTrip>
  /** Starts a load generator; its number. */
  prepare(plan: LoadPlan): Promise<number>
  load(session: number, port: number, seconds: number): Promise<LoadReport>
  release(session: number, port: number): Promise<void>
  close(session: number): Promise<void>
}

export interface CallMessage {
  call: number
  name: keyof Agent
  args: unknown[]
}

/** Told unasked: when a load's window opens and closes. */
export interface News {
  news: 'started' | 'ended'
  session: number
}

export type FromAgent = { answer: number; value: unknown } | { answer: number; failure: string } | News
