/** QEMU's user-mode emulator with a plugin that counts instructions by thread. Works wherever QEMU does. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { makeScratch, removeScratch } from '../host/scratch.ts'
import { ServerProcess } from '../host/server-process.ts'
import { assertCounted, type Counter, CounterMissing, type Executed, launchedBy, patience } from './counter.ts'
import { assertOnPath, firstLineOf, runProgram } from './program.ts'
import { stubOf, withStub } from './stub.ts'

const SOURCE = join(import.meta.dirname, 'qemu-plugin.c')
/** Directory of compiled plugins; ignored by git and the linters. */
const CACHE = join(ROOT, 'node_modules/.cache/instructions')
/** The plugin's layout: slots of 64 bytes, each with instructions and thread id. */
const SLOTS = 512
const SLOT_BYTES = 64
/** An API version that no QEMU has: asked for it, QEMU reports the one that it supports. */
const NO_VERSION = 9_999

/** The emulator for this machine's architecture. */
export const QEMU = `qemu-${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch as 'x64' | 'arm64'] ?? process.arch}`

let plugin = ''
let version = 'not prepared'

export const qemu: Counter = {
  kind: 'qemu',
  title: 'QEMU’s user-mode emulator with a counting plugin',
  emulates: true,
  amounts: { requests: 6_000, step: 2_000, shortestWarmUp: defaultProtocol.warmupRequests, longestWarmUp: 24_000 },
  async prepare() {
    if (process.platform !== 'linux') throw new CounterMissing(`QEMU has no user-mode emulation on ${process.platform}`)
    assertOnPath(QEMU, 'qemu-user')
    assertOnPath('cc', 'gcc libc6-dev')
    const { stdout, stderr } = await runProgram(QEMU, ['--version'])
    const api = await supportedVersion()
    plugin = await compiled(api)
    version = `${firstLineOf(stdout || stderr)}, plugin API ${api}`
  },
  version: () => version,
  async countProgram(executable) {
    const counts = new CountsFile()
    try {
      const { status } = await runProgram(QEMU, [...emulation(counts.path), executable])
      return status === 0 ? counts.read().reduce((sum, { instructions }) => sum + instructions, 0) : Number.NaN
    } finally {
      counts.remove()
    }
  },
  async start(launch, cpus) {
    const counts = new CountsFile()
    try {
      const server = await ServerProcess.start(launchedBy([QEMU, ...emulation(counts.path)], launch), cpus, patience)
      return {
        process: server,
        async during(work) {
          const before = counts.executed(server.pid)
          await work()
          const after = counts.executed(server.pid)
          const since = (what: keyof Executed) => after[what] - before[what]
          return assertCounted({ javascript: since('javascript'), others: since('others') }, 'qemu')
        },
        async stop() {
          await server.stop(patience)
          counts.remove()
        },
      }
    } catch (error) {
      counts.remove()
      throw error
    }
  },
  async fromStart(launch, cpus, port, until) {
    const counts = new CountsFile()
    try {
      const server = await ServerProcess.spawn(launchedBy([QEMU, ...emulation(counts.path)], launch), cpus, port)
      try {
        await until(server)
        return assertCounted(counts.executed(server.pid), 'qemu')
      } finally {
        await server.stop(patience)
      }
    } finally {
      counts.remove()
    }
  },
}

/** Emulates the same processor on every machine, so that code that checks CPU features takes the same paths. */
function emulation(counts: string): string[] {
  return ['-cpu', 'max', '-plugin', `${plugin},counts=${counts}`]
}

/** Returns the plugin API version of the installed QEMU. */
async function supportedVersion(): Promise<number> {
  const stub = stubOf(1)
  if (!stub) throw new CounterMissing(`qemu: there is no stub for ${process.arch}, only for x64 and arm64`)
  const probe = await compiled(NO_VERSION)
  const { stderr } = await withStub(stub.file, (path) => runProgram(QEMU, ['-plugin', `${probe},counts=none`, path]))
  return versionNamed(stderr)
}

/** @throws CounterMissing if QEMU's error message names no version */
export function versionNamed(complaint: string): number {
  const version = /supports only up to version (\d+)/.exec(complaint)?.[1]
  if (version !== undefined) return Number(version)
  const fix = 'from Debian 13 on it is linked statically and cannot; use Debian 12’s, or a build with --enable-plugins'
  throw new CounterMissing(`${QEMU} loads no plugins (${firstLineOf(complaint)}): ${fix}`)
}

/** Compiles the plugin for an API version, unless that was done before; returns its path. */
async function compiled(api: number): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 12)
  const path = join(CACHE, `qemu-plugin-${digest}-${api}-${process.arch}.so`)
  if (existsSync(path)) return path
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const args = ['-O2', '-shared', '-fPIC', '-pthread', `-DAPI_VERSION=${api}`, '-o', unfinished, SOURCE]
  const { status, stderr } = await runProgram('cc', args)
  if (status !== 0) throw new CounterMissing(`cc cannot compile the plugin for QEMU: ${firstLineOf(stderr)}`)
  renameSync(unfinished, path)
  return path
}

interface Slot {
  instructions: number
  thread: number
}

/** The shared file in which the plugin counts. */
class CountsFile {
  readonly path: string
  readonly #directory: string

  constructor() {
    this.#directory = makeScratch('bench-counts-')
    this.path = join(this.#directory, 'counts')
    writeFileSync(this.path, Buffer.alloc(SLOTS * SLOT_BYTES))
  }

  read(): Slot[] {
    const bytes = Buffer.alloc(SLOTS * SLOT_BYTES)
    const file = openSync(this.path, 'r')
    try {
      readSync(file, bytes, 0, bytes.length, 0)
    } finally {
      closeSync(file)
    }
    const slots = Array.from({ length: SLOTS }, (_, slot) => ({
      instructions: Number(bytes.readBigUInt64LE(slot * SLOT_BYTES)),
      thread: Number(bytes.readBigUInt64LE(slot * SLOT_BYTES + 8)),
    }))
    return slots.filter(({ instructions }) => instructions > 0)
  }

  /** Sums the counts of the first thread, whose id is the pid, and of all others. */
  executed(pid: number): Executed {
    const sum = (isFirst: boolean) =>
      this.read().reduce((all, { thread, instructions }) => all + ((thread === pid) === isFirst ? instructions : 0), 0)
    return { javascript: sum(true), others: sum(false) }
  }

  remove(): void {
    removeScratch(this.#directory)
  }
}
