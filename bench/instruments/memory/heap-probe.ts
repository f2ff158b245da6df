/** The runner's side of `heap-probe.mjs`: asks a server's runtime for its heap, and has it collect garbage. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RuntimeName } from '../../../shared/results/disclosure.ts'
import { kill } from '../../host/processes.ts'
import { preloading } from '../../host/runtimes.ts'
import type { Launch } from '../../host/server-process.ts'

const PROBE = join(import.meta.dirname, 'heap-probe.mjs')
/** Milliseconds in which a busy server must have answered, and between two looks. */
const PATIENCE = 10_000
const LOOK = 2

/** What a runtime says of its memory, in bytes. */
export interface Heap {
  /** Used in the heap of JavaScript objects. */
  heap: number
  /** Held by such objects outside of it, such as buffers. */
  external: number
}

export class HeapProbe {
  readonly #directory = mkdtempSync(join(tmpdir(), 'bench-heap-'))
  readonly #file = join(this.#directory, 'heap')
  readonly #runtime: RuntimeName
  #lines = 0

  constructor(runtime: RuntimeName) {
    this.#runtime = runtime
    writeFileSync(this.#file, '')
  }

  /** The same launch, with the probe in the process. */
  launch({ runtime, ...launch }: Launch): Launch {
    const args = [...(runtime.args ?? []), ...preloading(this.#runtime, PROBE)]
    return { ...launch, runtime: { ...runtime, args }, env: { ...launch.env, BENCH_HEAP: this.#file } }
  }

  /**
   * @param collecting whether all garbage is collected first
   * @throws where the process does not answer in time
   */
  async read(pid: number, collecting = false): Promise<Heap> {
    kill(pid, collecting ? 'SIGWINCH' : 'SIGURG')
    this.#lines++
    const deadline = performance.now() + PATIENCE
    while (performance.now() < deadline) {
      const lines = readFileSync(this.#file, 'utf8').split('\n')
      // The last one has no end yet.
      if (lines.length > this.#lines) return JSON.parse(lines[this.#lines - 1] as string) as Heap
      await sleep(LOOK)
    }
    throw new Error(`the server's runtime did not tell of its heap in ${PATIENCE / 1000} s`)
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
