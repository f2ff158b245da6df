/** Counts under QEMU's user-mode emulator, with a plugin compiled on this machine. */
import { sum } from '../../shared/stats/statistics.ts'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import type { Launch } from '../server/server-process.ts'
import { compileOnce } from './compile.ts'
import {
  assertOnPath,
  CounterMissing,
  type Counting,
  type CountingTool,
  difference,
  runToEnd,
} from './counting.ts'
import { CountsFile, type Executed } from './counts-file.ts'
import type { Counted, Profiles } from './profiles.ts'

/** The emulator for this machine's architecture. */
export const QEMU = `qemu-${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch as 'x64' | 'arm64'] ?? process.arch}`
/** An API version that no QEMU has: requested, it makes QEMU report the one that it supports. */
const NO_VERSION = 9_999

/** @throws CounterMissing */
export async function readyQemu(): Promise<CountingTool> {
  assertOnPath(QEMU, 'qemu-user')
  const { stdout } = await runProgram(QEMU, ['--version'])
  const api = await supportedVersion()
  const plugin = await compiledPlugin(api)
  return {
    name: 'QEMU',
    version: `${stdout.split('\n')[0]}, plugin API ${api}`,
    counting: (launch, profiles) => new QemuCounting(plugin, launch, profiles),
    async toEnd(command, env) {
      using counts = new CountsFile()
      await runToEnd(QEMU, emulatorCommand(plugin, counts), command, env)
      return sum(counts.read(), ({ instructions }) => instructions)
    },
  }
}

interface Reading {
  executed: Executed
  /** Empty where no profile is wanted. */
  blocks: Float64Array
}

const NOTHING: Reading = { executed: { javascript: 0, others: 0 }, blocks: new Float64Array() }

class QemuCounting implements Counting {
  readonly launch: Launch
  readonly #counts: CountsFile
  readonly #profiles: Profiles | undefined

  constructor(plugin: string, launch: Launch, profiles: Profiles | undefined) {
    this.#counts = new CountsFile(profiles !== undefined)
    this.#profiles = profiles
    const { runtime, ...rest } = profiles?.mapping(launch) ?? launch
    const command = emulatorCommand(plugin, this.#counts)
    const args = [...command, runtime.executable, ...(runtime.args ?? [])]
    this.launch = { ...rest, runtime: { executable: QEMU, args } }
  }

  async begin(pid: number, counted?: Counted): Promise<() => Promise<Executed>> {
    const before = this.#read(pid, counted)
    return async () => this.#since(before, pid, counted)
  }

  async total(pid: number, counted?: Counted): Promise<Executed> {
    return this.#since(NOTHING, pid, counted)
  }

  #read(pid: number, counted: Counted | undefined): Reading {
    const executed = this.#counts.executed(pid)
    return { executed, blocks: counted && this.#profiles ? this.#counts.blocks() : NOTHING.blocks }
  }

  #since(before: Reading, pid: number, counted: Counted | undefined): Executed {
    const now = this.#read(pid, counted)
    const executed = difference(now.executed, before.executed)
    if (counted) this.#profiles?.add(counted, pid, [before.blocks, now.blocks])
    return executed
  }

  [Symbol.dispose](): void {
    this.#counts[Symbol.dispose]()
  }
}

/** Emulates the same processor on every machine, so that code that checks CPU features takes the same paths. */
function emulatorCommand(plugin: string, counts: CountsFile): string[] {
  return ['-cpu', 'max', '-plugin', `${plugin},${counts.arguments}`]
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
