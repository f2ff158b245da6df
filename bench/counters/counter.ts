/**
 * Counts the instructions that a program executes in user space, by thread: under QEMU's user-mode emulator with a plugin
 * compiled on this machine.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { explainingLine, onPath } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { type Launch, type Limits, ServerProcess } from '../server/server-process.ts'
import { Counting, emulatorCommand, NOTHING, QEMU } from './counting.ts'
import { CountsFile, type Executed } from './counts-file.ts'
import type { Counted, Profiles } from './profiles.ts'

/** Directory of what is compiled; ignored by git and the linters. */
const CACHE = join(ROOT, 'node_modules/.cache/instructions')
/** An API version that no QEMU has: requested, it makes QEMU report the one that it supports. */
const NO_VERSION = 9_999

/** An emulated server starts and stops about thirty times more slowly. */
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

export const AMOUNTS: Amounts = {
  requests: 6_000,
  step: 2_000,
  shortestWarmUp: defaultProtocol.warmupRequests,
  longestWarmUp: 24_000,
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

export interface Counter {
  /** Versions of QEMU and of its plugins' API. */
  version: string
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
  /** Counts a program to its end, in all threads. @throws with its error */
  toEnd(command: readonly string[], env: NodeJS.ProcessEnv): Promise<number>
  /** Returns a counter that also makes profiles of servers and libraries on Node. */
  profiling(profiles: Profiles): Counter
}

/** Nothing can be counted here; the reason says what is missing and how to get it. */
export class CounterMissing extends Unmeasurable {
  constructor(reason: string) {
    super(`no instructions can be counted here: ${reason}`)
  }
}

/**
 * Prepares the counter and checks it with a program of a known number of instructions.
 * @throws CounterMissing
 */
export async function readyCounter(): Promise<Counter> {
  if (process.platform !== 'linux')
    throw new CounterMissing(`QEMU has no user-mode emulation on ${process.platform}`)
  assertOnPath(QEMU, 'qemu-user')
  assertOnPath('cc', 'gcc libc6-dev')
  const { stdout } = await runProgram(QEMU, ['--version'])
  const api = await supportedVersion()
  const plugin = await compiledPlugin(api)
  const stub = await compileOnce('stub.S', '-nostdlib', '-static', `-DROUNDS=${ROUNDS}`)
  const known = {
    version: `${stdout.split('\n')[0]}, plugin API ${api}`,
    selfCheck: selfCheck(await countProgram(plugin, [stub]).catch(() => Number.NaN)),
  }
  return counterWith(plugin, known)
}

function counterWith(
  plugin: string,
  known: Pick<Counter, 'version' | 'selfCheck'>,
  profiles?: Profiles,
): Counter {
  return {
    ...known,
    start: (launch, cpus) => startUnder(plugin, launch, cpus, profiles),
    toEnd: (command, env) => countProgram(plugin, command, env),
    profiling: (profiles) => counterWith(plugin, known, profiles),
    async fromStart(launch, cpus, port, until) {
      using counting = new Counting(plugin, launch, profiles)
      const server = await ServerProcess.spawn(counting.launch, cpus, port)
      try {
        await until(server)
        return counting.since(NOTHING, server.pid, { id: 'instructions', calls: 1 })
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
export function selfCheck(counted: number): SelfCheck {
  const expected = STUB_INSTRUCTIONS
  if (Math.abs(counted - expected) <= TOLERANCE * expected) return { expected, counted }
  const read = counted > 0 ? `counts ${counted} instructions` : 'counts nothing'
  throw new CounterMissing(
    `${QEMU} ${read} where a program executes ${expected}: its counts are not reliable`,
  )
}

/** @throws CounterMissing with the Debian package to install */
function assertOnPath(program: string, debianPackage: string): void {
  if (!onPath(program))
    throw new CounterMissing(`there is no ${program}: apt install ${debianPackage}`)
}

async function startUnder(
  plugin: string,
  launch: Launch,
  cpus: number[] | null,
  profiles: Profiles | undefined,
): Promise<Countable> {
  const counting = new Counting(plugin, launch, profiles)
  const server = await ServerProcess.start(counting.launch, cpus, EMULATED_LIMITS)
  return {
    process: server,
    async during(work, counted) {
      const before = counting.read(server.pid, counted)
      await work()
      return counting.since(before, server.pid, counted)
    },
    async stop() {
      await server.stop(EMULATED_LIMITS)
      counting[Symbol.dispose]()
    },
  }
}

async function countProgram(
  plugin: string,
  command: readonly string[],
  env = process.env,
): Promise<number> {
  using counts = new CountsFile()
  const { status, stderr } = await runProgram(
    QEMU,
    [...emulatorCommand(plugin, counts), ...command],
    {
      env,
    },
  )
  if (status !== 0)
    throw new Error(explainingLine(stderr) ?? `${command[0]} ended without a result under ${QEMU}`)
  return counts.read().reduce((sum, { instructions }) => sum + instructions, 0)
}

/** Returns the plugin API version of the installed QEMU. */
async function supportedVersion(): Promise<number> {
  const probe = await compiledPlugin(NO_VERSION)
  const { stderr } = await runProgram(QEMU, ['-plugin', `${probe},counts=none`, '/bin/true'])
  return versionNamed(stderr)
}

/** @throws CounterMissing if QEMU's error message names no version */
export function versionNamed(complaint: string): number {
  const version = /supports only up to version (\d+)/.exec(complaint)?.[1]
  if (version !== undefined) return Number(version)
  const fix =
    'from Debian 13 on it is linked statically and cannot; use Debian 12’s, or a build with --enable-plugins'
  throw new CounterMissing(
    `${QEMU} loads no plugins (${explainingLine(complaint) ?? 'no output'}): ${fix}`,
  )
}

const compiledPlugin = (api: number) =>
  compileOnce('qemu-plugin.c', '-O2', '-shared', '-fPIC', '-pthread', `-DAPI_VERSION=${api}`)

/** Compiles a file of this folder, unless that was done before; returns the path of the output. */
async function compileOnce(name: string, ...flags: string[]): Promise<string> {
  const source = join(import.meta.dirname, name)
  const digest = createHash('sha256')
    .update(readFileSync(source))
    .update(`${flags} ${process.arch}`)
    .digest('hex')
  const path = join(CACHE, `${name}-${digest.slice(0, 12)}`)
  if (existsSync(path)) return path
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const { status, stderr } = await runProgram('cc', [...flags, '-o', unfinished, source])
  if (status !== 0)
    throw new CounterMissing(`cc cannot compile ${name}: ${explainingLine(stderr) ?? 'no output'}`)
  renameSync(unfinished, path)
  return path
}
