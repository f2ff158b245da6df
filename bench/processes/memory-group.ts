/** Limits the memory of processes by a control group of the kernel, which kills them when they need more. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { abandonedIn } from './abandoned.ts'
import { contentsOf } from './proc.ts'

const PREFIX = 'bench-'
const bytesAsText = (bytes: number) => String(bytes)

/** Files of both versions of control groups, in the order in which they are written: without swap, the limit is one of memory. */
const VERSIONS = [
  {
    name: 'cgroup v2',
    root: '/sys/fs/cgroup',
    limits: { 'memory.max': bytesAsText, 'memory.swap.max': () => '0' },
    kills: 'memory.events',
  },
  {
    name: 'cgroup v1',
    root: '/sys/fs/cgroup/memory',
    limits: { 'memory.limit_in_bytes': bytesAsText, 'memory.memsw.limit_in_bytes': bytesAsText },
    kills: 'memory.oom_control',
  },
] as const

type Version = (typeof VERSIONS)[number]

let made = 0
const open = new Set<string>()
let isWatched = false

/** Milliseconds until the kernel has removed the processes of a group, at most, and between checks. */
const EMPTIED = 2_000
const INTERVAL = 20

export class MemoryGroup implements AsyncDisposable {
  readonly #directory: string
  readonly #version: Version

  private constructor(version: Version, directory: string) {
    this.#version = version
    this.#directory = directory
    // Registered late, so that it runs after the handlers that kill child processes.
    if (!isWatched) process.on('exit', removeAll)
    isWatched = true
    open.add(directory)
  }

  get version(): string {
    return this.#version.name
  }

  /** Returns null where no group can be made, such as without root, or in a container. */
  static open(bytes: number): MemoryGroup | null {
    for (const version of VERSIONS) {
      if (made === 0) abandonedIn(version.root, PREFIX).forEach(tryRemove)
      const directory = join(version.root, `${PREFIX}${process.pid}-${made + 1}`)
      if (!makeLimited(directory, version, bytes)) continue
      made++
      return new MemoryGroup(version, directory)
    }
    return null
  }

  /** Returns the command that runs a program in the group, from its first instruction. */
  command(program: string): string[] {
    return ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', this.#directory, program]
  }

  /** Whether the kernel has killed a process of the group for lack of memory. */
  get killed(): boolean {
    return /^oom_kill [1-9]/m.test(contentsOf(join(this.#directory, this.#version.kills)))
  }

  /** Removes the group, whose processes have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (let waited = 0; !tryRemove(this.#directory) && waited < EMPTIED; waited += INTERVAL)
      await sleep(INTERVAL)
    open.delete(this.#directory)
  }
}

/** Makes a group with that limit; returns whether the kernel has accepted it. */
function makeLimited(directory: string, { limits }: Version, bytes: number): boolean {
  try {
    mkdirSync(directory)
  } catch {
    return false
  }
  try {
    const [required = ''] = Object.keys(limits)
    if (!existsSync(join(directory, required))) throw new Error(`no ${required}`)
    for (const [name, textOf] of Object.entries(limits)) {
      const file = join(directory, name)
      // A kernel without swap accounting has no file for it.
      if (existsSync(file)) writeFileSync(file, textOf(bytes))
    }
    return true
  } catch {
    tryRemove(directory)
    return false
  }
}

/** Removes the groups of this process, which ends. */
function removeAll(): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (const directory of open)
    for (let waited = 0; !tryRemove(directory) && waited < EMPTIED; waited += INTERVAL)
      Atomics.wait(pause, 0, 0, INTERVAL)
}

function tryRemove(directory: string): boolean {
  try {
    rmdirSync(directory)
    return true
  } catch {
    return !existsSync(directory)
  }
}
