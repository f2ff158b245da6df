/** What counts the instructions that a server executes in user space, by thread. */
import { Unmeasurable } from '../../shared/basics/errors.ts'
import type { CounterKind } from '../../shared/results/instructions.ts'
import type { Launch, Limits, ServerProcess } from '../host/server-process.ts'

/** Instructions that were executed in a stretch of time. */
export interface Executed {
  /** By the first thread, which runs the JavaScript. */
  javascript: number
  /** By all other threads. */
  others: number
}

/** A server whose instructions can be counted. */
export interface Countable {
  process: ServerProcess
  /**
   * Counts what is executed while something is done.
   * @throws where nothing was counted, or the counter failed
   */
  during(work: () => Promise<void>): Promise<Executed>
  stop(): Promise<void>
}

/** How much is counted where nobody says otherwise, in requests: as much as the counter has time for. */
interface Amounts {
  /** In each process. */
  requests: number
  /** In a step of the warm-up. */
  step: number
  /** At the least before counting begins: what looks settled earlier may be a rest between two compilers. */
  shortestWarmUp: number
  /** At the most before counting begins. */
  longestWarmUp: number
}

export interface Counter {
  kind: CounterKind
  /** What it is, in a few words. */
  title: string
  /** Whether servers are emulated: none is disturbed by another one on another CPU, and the system's clock is not its own. */
  emulates: boolean
  amounts: Amounts
  /** Makes ready what it needs. @throws CounterMissing where it can't count here */
  prepare(): Promise<void>
  /** Of the program that counts, and of what it was given; after `prepare`. */
  version(): string
  /** Instructions that a program executes from its start to its end; NaN where none were told. */
  countProgram(executable: string): Promise<number>
  /** Starts a server's own binary under the counter. @throws TrialFailure where it does not start */
  start(launch: Launch, cpus: number[] | null): Promise<Countable>
  /**
   * Counts a server from its first instruction on until something is done with it, and stops it; left out where the counter
   * can't. The server is spawned on that port, and nobody waits until it listens.
   * @throws where the server does not start, the counter fails, or what is to be done does
   */
  fromStart?: FromStart
}

export type FromStart = (
  launch: Launch,
  cpus: number[] | null,
  port: number,
  until: (process: ServerProcess) => Promise<void>,
) => Promise<Executed>

/** A counter can't count here: what is missing, and how to get it, in one line. */
export class CounterMissing extends Unmeasurable {}

/** An emulated server starts some thirty times more slowly, and ends so. */
export const patience: Limits = { startTimeout: 120_000, stopTimeout: 10_000 }

/**
 * Has a process the same addresses each time: what is drawn anew changes hashes, and what collides. QEMU does so by itself, and
 * needs no permission for it, which a container may not give.
 */
export const SAME_ADDRESSES = ['setarch', '-R']

/** The same launch under a program that is given the runtime and all that it was given. */
export function launchedBy(program: readonly string[], { runtime, ...launch }: Launch): Launch {
  const [executable, ...args] = [...program, runtime.executable, ...(runtime.args ?? [])]
  return { ...launch, runtime: { executable: executable as string, args } }
}

/** @throws where the first thread executed nothing, which no server that answers does */
export function assertCounted(executed: Executed, kind: CounterKind): Executed {
  if (executed.javascript > 0) return executed
  throw new Error(`${kind} counted no instruction of the server's first thread: a server that answers executes some`)
}
