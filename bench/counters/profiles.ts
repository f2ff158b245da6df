/** Profiles of programs whose instructions are counted: which functions each figure is spent in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'
import { scratch } from '../processes/scratch.ts'
import type { Launch } from '../server/server-process.ts'
import { type Blocks, compiledCode, nativeCode, type Profile, profileOf } from './functions.ts'

/** What an interval is counted for. */
export interface Counted {
  /** Of the metric. */
  id: string
  /** Requests or calls in the interval. */
  calls: number
}

/** Of one version on Node. They last until they are disposed of. */
export class Profiles implements Disposable {
  readonly #maps = scratch('bench-maps-')
  /** The last interval of each metric. */
  readonly #last = new Map<string, { calls: number; blocks: Blocks; map: string }>()
  #executable = ''

  /** Makes V8 write a map of the code that it compiles. */
  mapping({ runtime: { executable, args = [] }, ...launch }: Launch): Launch {
    this.#executable = executable
    const { path } = this.#maps
    // V8 opens a log, too.
    const files = [`--perf-basic-prof-path=${path}`, `--logfile=${path}/v8.log`]
    const flags = ['--perf-basic-prof', ...files]
    return { ...launch, runtime: { executable, args: [...args, ...flags] } }
  }

  /** Adds an interval of a process that still runs. */
  add({ id, calls }: Counted, pid: number, blocks: Blocks): void {
    const map = readFileSync(join(this.#maps.path, `perf-${pid}.map`), 'utf8')
    this.#last.set(id, { calls, blocks, map })
  }

  /** Returns the profiles by the metrics' ids. The runtime's native functions are named where it has symbols. */
  async all(): Promise<Map<string, Profile>> {
    const nm = ['--demangle', '--print-size', this.#executable]
    const native = nativeCode((await runProgram('nm', nm)).stdout)
    return new Map(
      [...this.#last].map(([id, { calls, blocks, map }]) => [
        id,
        profileOf(blocks, [...native, ...compiledCode(map)], calls),
      ]),
    )
  }

  [Symbol.dispose](): void {
    this.#maps[Symbol.dispose]()
  }
}
