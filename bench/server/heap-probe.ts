/** The runner's side of `heap-probe.mjs`: queries a server's heap and triggers garbage collection. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RuntimeName } from '../../shared/format/disclosure.ts'
import { preloading } from '../machine/runtimes.ts'
import { kill } from '../processes/processes.ts'
import { scratch } from '../processes/scratch.ts'
import type { Launch } from './server-process.ts'

const PROBE = join(import.meta.dirname, 'heap-probe.mjs')
/** Milliseconds for a busy server to respond, and between checks. */
const TIMEOUT = 10_000
const INTERVAL = 2

/** A runtime's memory, in bytes. */
export interface Heap {
  /** Used heap of JavaScript objects. */
  heap: number
  /** Memory held by objects outside what `heap` includes, such as buffers. */
  external: number
  /** Since the process started; null where the runtime does not report it. */
  gc: { collections: number; milliseconds: number; cpuMilliseconds: number } | null
}

export class HeapProbe {
  readonly #directory = scratch('bench-heap-')
  readonly #file = join(this.#directory.path, 'heap')
  readonly #runtime: RuntimeName
  #lines = 0

  constructor(runtime: RuntimeName) {
    this.#runtime = runtime
    writeFileSync(this.#file, '')
  }

  /** Returns a launch that preloads the probe. */
  launch({ runtime, ...launch }: Launch): Launch {
    const args = [...(runtime.args ?? []), ...preloading(this.#runtime, PROBE)]
    return {
      ...launch,
      runtime: { ...runtime, args },
      env: { ...launch.env, BENCH_HEAP: this.#file },
    }
  }

  /**
   * @param collecting whether to collect garbage first
   * @throws if the process does not respond in time
   */
  async read(pid: number, collecting = false): Promise<Heap> {
    kill(pid, collecting ? 'SIGWINCH' : 'SIGURG')
    this.#lines++
    const deadline = performance.now() + TIMEOUT
    while (performance.now() < deadline) {
      const lines = readFileSync(this.#file, 'utf8').split('\n')
      // The last element follows the last line break.
      if (lines.length > this.#lines) return JSON.parse(lines[this.#lines - 1] as string) as Heap
      await sleep(INTERVAL)
    }
    throw new Error(`the server's runtime did not report its heap within ${TIMEOUT / 1000} s`)
  }

  /** Collects garbage, then returns the bytes that the program uses. @throws as `read` does */
  async inUse(pid: number): Promise<number> {
    const { heap, external } = await this.read(pid, true)
    return heap + external
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]()
  }
}
