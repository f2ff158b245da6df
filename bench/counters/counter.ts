/**
 * Counts the instructions that a program executes in user space, by thread: under QEMU's user-mode emulator with a plugin
 * compiled on this machine.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { explainingLine, onPath } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { scratch } from '../processes/scratch.ts'
import { type Launch, type Limits, ServerProcess } from '../server/server-process.ts'

/** Directory of what is compiled; ignored by git and the linters. */
const CACHE = join(ROOT, 'node_modules/.cache/instructions')
/** The plugin's layout: slots of 64 bytes, each with instructions and thread id. */
const SLOTS = 512
const SLOT_BYTES = 64
/** An API version that no QEMU has: requested, it makes QEMU report the one that it supports. */
const NO_VERSION = 9_999

/** The emulator for this machine's architecture. */
export const QEMU = `qemu-${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch as 'x64' | 'arm64'] ?? process.arch}`

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
   * @throws if nothing was counted
   */
  during(work: () => Promise<void>): Promise<Executed>
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
  return {
    version: `${stdout.split('\n')[0]}, plugin API ${api}`,
    selfCheck: selfCheck(await countProgram(plugin, [stub]).catch(() => Number.NaN)),
    start: (launch, cpus) => startUnder(plugin, launch, cpus),
    toEnd: (command, env) => countProgram(plugin, command, env),
    async fromStart(launch, cpus, port, until) {
      using counts = new CountsFile()
      const server = await ServerProcess.spawn(emulatedLaunch(plugin, counts, launch), cpus, port)
      try {
        await until(server)
        return assertCounted(counts.executed(server.pid))
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

/** @throws if the first thread executed nothing */
function assertCounted(executed: Executed): Executed {
  if (executed.javascript > 0) return executed
  throw new Error(
    'QEMU counted no instructions of the server’s first thread, although the server responded',
  )
}

async function startUnder(
  plugin: string,
  launch: Launch,
  cpus: number[] | null,
): Promise<Countable> {
  const counts = new CountsFile()
  const server = await ServerProcess.start(
    emulatedLaunch(plugin, counts, launch),
    cpus,
    EMULATED_LIMITS,
  )
  return {
    process: server,
    async during(work) {
      const before = counts.executed(server.pid)
      await work()
      const after = counts.executed(server.pid)
      const since = (what: keyof Executed) => after[what] - before[what]
      return assertCounted({ javascript: since('javascript'), others: since('others') })
    },
    async stop() {
      await server.stop(EMULATED_LIMITS)
      counts[Symbol.dispose]()
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

function emulatedLaunch(
  plugin: string,
  counts: CountsFile,
  { runtime, ...launch }: Launch,
): Launch {
  const args = [...emulatorCommand(plugin, counts), runtime.executable, ...(runtime.args ?? [])]
  return { ...launch, runtime: { executable: QEMU, args } }
}

/** Emulates the same processor on every machine, so that code that checks CPU features takes the same paths. */
function emulatorCommand(plugin: string, { path }: CountsFile): string[] {
  return ['-cpu', 'max', '-plugin', `${plugin},counts=${path}`]
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

interface Slot {
  instructions: number
  thread: number
}

/** The shared file in which the plugin counts. It lasts until it is disposed of, at most as long as this process. */
class CountsFile {
  readonly #directory = scratch('bench-counts-')
  readonly path = join(this.#directory.path, 'counts')

  constructor() {
    writeFileSync(this.path, Buffer.alloc(SLOTS * SLOT_BYTES))
  }

  read(): Slot[] {
    const bytes = readFileSync(this.path)
    const slots = Array.from({ length: SLOTS }, (_, slot) => ({
      instructions: Number(bytes.readBigUInt64LE(slot * SLOT_BYTES)),
      thread: Number(bytes.readBigUInt64LE(slot * SLOT_BYTES + 8)),
    }))
    return slots.filter(({ instructions }) => instructions > 0)
  }

  /** Sums the counts of the first thread, whose id is the pid, and of all others. */
  executed(pid: number): Executed {
    const sum = (isFirst: boolean) =>
      this.read().reduce(
        (all, { thread, instructions }) => all + ((thread === pid) === isFirst ? instructions : 0),
        0,
      )
    return { javascript: sum(true), others: sum(false) }
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]()
  }
}
