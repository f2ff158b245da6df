/**
 * Counts the instructions that a program executes in user space, by thread: under QEMU's user-mode emulator, or under
 * callgrind where QEMU loads no plugins.
 */
import { messageOf } from '../../shared/basics/errors.ts'
import { type Launch, type Limits, ServerProcess } from '../server/server-process.ts'
import { readyCallgrind } from './callgrind.ts'
import { compileOnce } from './compile.ts'
import { CounterMissing, type CountingTool } from './counting.ts'
import type { Executed } from './counts-file.ts'
import type { Counted, Profiles } from './profiles.ts'
import { readyQemu } from './qemu.ts'

/** A counted server starts and stops about thirty times more slowly. */
export const EMULATED_LIMITS: Limits = { startTimeout: 300_000, stopTimeout: 10_000 }

/** Numbers of requests. */
export interface Amounts {
  /** Counted in each process. */
  requests: number
  /** Per step of the warm-up. */
  step: number
  /** Minimum before counting: an earlier plateau may lie between two compilers. */
  shortestWarmUp: number
  /** Maximum before counting. */
  longestWarmUp: number
}

/** A running server whose instructions can be counted. */
export interface Countable {
  process: ServerProcess
  /**
   * Counts the instructions executed during `work`.
   * @param counted what for, where profiles are wanted
   * @throws if nothing was counted
   */
  during(work: () => Promise<void>, counted?: Counted): Promise<Executed>
  stop(): Promise<void>
}

/** Instructions that a program executes, and that were counted. */
interface SelfCheck {
  expected: number
  counted: number
}

export interface Counter extends Pick<CountingTool, 'name' | 'version' | 'toEnd'> {
  selfCheck: SelfCheck
  /** Starts a server under the counter. @throws TrialFailure if it does not start */
  start(launch: Launch, cpus: number[] | null): Promise<Countable>
  /**
   * Counts a server from its first instruction until `until` resolves, then stops it. Does not wait for the server to listen.
   * @throws if the server does not start, nothing was counted, or `until` rejects
   */
  fromStart(
    launch: Launch,
    cpus: number[] | null,
    port: number,
    until: (process: ServerProcess) => Promise<void>,
  ): Promise<Executed>
  /** Returns a counter that also makes profiles of servers and libraries on Node; callgrind makes none. */
  profiling(profiles: Profiles): Counter
}

/**
 * Prepares the counter and checks it with a program of a known number of instructions.
 * @throws CounterMissing
 */
export async function readyCounter(): Promise<Counter> {
  const tool = await readyTool()
  return counterWith(tool, await checkTool(tool))
}

/** Counts a program of a known number of instructions. @throws CounterMissing if the count is off */
export async function checkTool(tool: CountingTool): Promise<SelfCheck> {
  const stub = await compileOnce('stub.S', '-nostdlib', '-static', `-DROUNDS=${ROUNDS}`)
  return selfCheck(await tool.toEnd([stub]).catch(() => Number.NaN), tool.name)
}

async function readyTool(): Promise<CountingTool> {
  if (process.platform !== 'linux')
    throw new CounterMissing(`QEMU has no user-mode emulation on ${process.platform}`)
  try {
    return await readyQemu()
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    const { reason } = error
    return await readyCallgrind().catch(() => {
      throw new CounterMissing(`${reason}; or, slower, apt install valgrind`)
    })
  }
}

function counterWith(tool: CountingTool, selfCheck: SelfCheck, profiles?: Profiles): Counter {
  return {
    ...tool,
    selfCheck,
    start: (launch, cpus) => startUnder(tool, launch, cpus, profiles),
    profiling: (profiles) => counterWith(tool, selfCheck, profiles),
    async fromStart(launch, cpus, port, until) {
      using counting = tool.counting(launch, profiles)
      const server = await ServerProcess.spawn(counting.launch, cpus, port)
      try {
        await until(server)
        return await counting.total(server.pid, { id: 'instructions', calls: 1 })
      } finally {
        await server.stop(EMULATED_LIMITS)
      }
    },
  }
}

/** @param counts false where the user wants no counts @returns the counter, or the reason why nothing is counted */
export async function counterOrNone(
  counts: boolean,
): Promise<{ counter: Counter; notCounted: null } | { counter: null; notCounted: string }> {
  if (!counts) return { counter: null, notCounted: '--no-counts' }
  try {
    return { counter: await readyCounter(), notCounted: null }
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    return { counter: null, notCounted: messageOf(error) }
  }
}

/** Rounds of the stub, which take 0.1 s. */
const ROUNDS = 10_000_000
export const STUB_INSTRUCTIONS = 2 * ROUNDS + 4
/** Relative error of a count that passes the check. */
const TOLERANCE = 0.001

/** @throws CounterMissing if the count of the stub is more than 0.1% off */
export function selfCheck(counted: number, tool: string): SelfCheck {
  const expected = STUB_INSTRUCTIONS
  if (Math.abs(counted - expected) <= TOLERANCE * expected) return { expected, counted }
  const read = counted > 0 ? `counts ${counted} instructions` : 'counts nothing'
  throw new CounterMissing(
    `${tool} ${read} where a program executes ${expected}: its counts are not reliable`,
  )
}

async function startUnder(
  tool: CountingTool,
  launch: Launch,
  cpus: number[] | null,
  profiles: Profiles | undefined,
): Promise<Countable> {
  using resources = new DisposableStack()
  const counting = resources.use(tool.counting(launch, profiles))
  const server = await ServerProcess.start(counting.launch, cpus, EMULATED_LIMITS)
  const started = resources.move()
  return {
    process: server,
    async during(work, counted) {
      const end = await counting.begin(server.pid, counted)
      await work()
      return end()
    },
    async stop() {
      using _ = started
      await server.stop(EMULATED_LIMITS)
    },
  }
}
