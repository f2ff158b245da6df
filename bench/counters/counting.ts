/** Counts of a server that runs under QEMU's user-mode emulator, and its profiles where they are wanted. */
import type { Launch } from '../server/server-process.ts'
import { CountsFile, type Executed } from './counts-file.ts'
import type { Counted, Profiles } from './profiles.ts'

/** The emulator for this machine's architecture. */
export const QEMU = `qemu-${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch as 'x64' | 'arm64'] ?? process.arch}`

interface Reading {
  executed: Executed
  /** Empty where no profile is wanted. */
  blocks: Float64Array
}

export const NOTHING: Reading = {
  executed: { javascript: 0, others: 0 },
  blocks: new Float64Array(),
}

/** The counts of a server, and its profiles where they are wanted. */
export class Counting implements Disposable {
  /** The server under the emulator. */
  readonly launch: Launch
  readonly #counts: CountsFile
  readonly #profiles: Profiles | undefined

  constructor(plugin: string, launch: Launch, profiles: Profiles | undefined) {
    this.#counts = new CountsFile(profiles !== undefined)
    this.#profiles = profiles
    this.launch = emulatedLaunch(plugin, this.#counts, profiles?.mapping(launch) ?? launch)
  }

  read(pid: number, counted: Counted | undefined): Reading {
    const executed = this.#counts.executed(pid)
    return { executed, blocks: counted && this.#profiles ? this.#counts.blocks() : NOTHING.blocks }
  }

  /** @throws if the first thread executed nothing */
  since(before: Reading, pid: number, counted: Counted | undefined): Executed {
    const now = this.read(pid, counted)
    const since = (what: keyof Executed) => now.executed[what] - before.executed[what]
    const executed = { javascript: since('javascript'), others: since('others') }
    if (executed.javascript <= 0)
      throw new Error(
        'QEMU counted no instructions of the server’s first thread, although the server responded',
      )
    if (counted) this.#profiles?.add(counted, pid, [before.blocks, now.blocks])
    return executed
  }

  [Symbol.dispose](): void {
    this.#counts[Symbol.dispose]()
  }
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
export function emulatorCommand(plugin: string, counts: CountsFile): string[] {
  return ['-cpu', 'max', '-plugin', `${plugin},${counts.arguments}`]
}
