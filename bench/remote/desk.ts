/** What a host does for a run on another machine: the calls that it takes, and what it tells unasked. */
import type { Environment } from '../../shared/result/environment.ts'
import type { Ending } from '../../shared/result/verdicts.ts'
import type { Limits } from '../contenders/server-process.ts'
import type { TrialPhase } from '../contenders/trial-failure.ts'
import type { LoadPlan, LoadReport } from '../load/generator.ts'
import type { Stray } from '../machine/affinity.ts'
import type { Pinning } from '../machine/cpus.ts'
import type { Seen } from '../measure/watcher.ts'
import type { RoundTrip } from './round-trip.ts'
import type { ServerOrder } from './server-order.ts'
import type { Suite } from './suite.ts'

/** What a host does in a run. */
export type Part = 'server' | 'generator'

/** Who answers: the first thing that is asked, and the same in every version of the suite. */
export interface Introduction {
  suite: Suite
  /** The host's own address on the connection, and that of whoever called; null where SSH does not tell. */
  addresses: { own: string; caller: string } | null
}

/** A host that is ready to take part. */
export interface Taken {
  pinning: Pinning
  environment: Environment
}

/** The calls. Servers and sessions go by numbers that the host gives. */
export interface Desk {
  introduce(): Promise<Introduction>
  /** Says that it is alive. */
  sign(): Promise<void>
  /**
   * Takes the machine for the run, as every run does.
   * @param workers processes of a server
   */
  take(part: Part, workers: number): Promise<Taken>
  /** Answers single bytes on that address; the port. */
  answerBytes(address: string): Promise<number>
  measureRoundTrip(address: string, port: number): Promise<RoundTrip>
  /** In what its servers differ from those that are to be measured; none where they are the same. */
  expectServers(scenario: string, orders: readonly ServerOrder[]): Promise<string[]>
  build(name: string): Promise<void>
  start(name: string, address: string, terms: { workers: number; limits: Limits }): Promise<StartedThere>
  beginRest(server: number): Promise<void>
  comeToRest(server: number): Promise<void>
  beginWatch(server: number): Promise<void>
  endWatch(server: number): Promise<void>
  seen(server: number): Promise<Seen>
  findStray(server: number, cpus: readonly number[]): Promise<Stray | null>
  stop(server: number, limits?: Limits): Promise<Ending>
  /** Starts a load generator; its number. */
  prepare(plan: LoadPlan): Promise<number>
  load(session: number, port: number, seconds: number, pipelining?: number): Promise<LoadReport>
  /** Begins a load whose window opens and closes when that is asked for; resolves when it may open. */
  hold(session: number, port: number, pipelining?: number): Promise<void>
  openWindow(session: number): Promise<void>
  closeWindow(session: number): Promise<void>
  endLoad(session: number): Promise<LoadReport>
  release(session: number, port: number): Promise<void>
  close(session: number): Promise<void>
}

export interface StartedThere {
  server: number
  pid: number
  port: number
  /** Milliseconds. */
  startup: number
}

/** A call on its way. */
export interface CallMessage {
  call: number
  name: keyof Desk
  args: unknown[]
}

/** What came of it; a failure of a trial has its phase. */
type AnswerMessage =
  | { answer: number; value: unknown }
  | { answer: number; failure: string; phase?: TrialPhase | undefined }

/** Told unasked. */
export type News =
  | { news: 'exited'; server: number; reason: string }
  | { news: 'load started' | 'load ended'; session: number }

export type FromHost = AnswerMessage | News
