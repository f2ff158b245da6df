/** Counters of the instructions that a server executes in user space, by thread. */
import { Unmeasurable } from '../../shared/basics/errors.ts'
import type { CounterKind } from '../../shared/results/instructions.ts'
import type { Launch, Limits, ServerProcess } from '../host/server-process.ts'

/** Instructions executed in an interval. */
export interface Executed {
  /** By the first thread, which runs the JavaScript. */
  javascript: number
  /** By all other threads. */
  others: number
}

/** A running server whose instructions can be counted. */
export interface Countable {
  process: ServerProcess
  /**
   * Counts the instructions executed during `work`.
   * @throws if nothing was counted, or the counter failed
   */
  during(work: () => Promise<void>): Promise<Executed>
  stop(): Promise<void>
}

/** Default numbers of requests, by the counter's speed. */
interface Amounts {
  /** Per process. */
  requests: number
  /** Per step of the warm-up. */
  step: number
  /** Minimum before counting: an earlier plateau may lie between two compilers. */
  shortestWarmUp: number
  /** Maximum before counting. */
  longestWarmUp: number
}

export interface Counter {
  kind: CounterKind
  /** Short description. */
  title: string
  /** Servers are emulated: they do not disturb each other on different CPUs, and wall-clock time means nothing. */
  emulates: boolean
  amounts: Amounts
  /** Prepares the counter. @throws CounterMissing if it cannot count here */
  prepare(): Promise<void>
  /** Version of the counter and its configuration; call it after `prepare`. */
  version(): string
  /** Returns the instructions of a program from start to end; NaN if none were reported. */
  countProgram(executable: string): Promise<number>
  /** Starts a server under the counter. @throws TrialFailure if it does not start */
  start(launch: Launch, cpus: number[] | null): Promise<Countable>
  /**
   * Counts a server from its first instruction until `until` resolves, then stops it; omitted if the counter cannot. Does not
   * wait for the server to listen.
   * @throws if the server does not start, the counter fails, or `until` rejects
   */
  fromStart?: FromStart
}

export type FromStart = (
  launch: Launch,
  cpus: number[] | null,
  port: number,
  until: (process: ServerProcess) => Promise<void>,
) => Promise<Executed>

/** A counter cannot count here; the message says what is missing and how to get it. */
export class CounterMissing extends Unmeasurable {}

/** An emulated server starts and stops about thirty times more slowly. */
export const patience: Limits = { startTimeout: 120_000, stopTimeout: 10_000 }

/**
 * Disables address space randomization: random addresses change hashes and so collisions. QEMU does that itself, without the
 * permission that a container may lack.
 */
export const SAME_ADDRESSES = ['setarch', '-R']

/** Returns a launch that runs the runtime under a program. */
export function launchedBy(program: readonly string[], { runtime, ...launch }: Launch): Launch {
  const [executable, ...args] = [...program, runtime.executable, ...(runtime.args ?? [])]
  return { ...launch, runtime: { executable: executable as string, args } }
}

/** @throws if the first thread executed nothing */
export function assertCounted(executed: Executed, kind: CounterKind): Executed {
  if (executed.javascript > 0) return executed
  throw new Error(`${kind} counted no instructions of the server's first thread, although the server responded`)
}
