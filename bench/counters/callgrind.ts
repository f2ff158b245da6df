/** Counts under Valgrind's callgrind, where QEMU loads no plugins. It is slower and makes no profiles. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { scratch } from '../processes/scratch.ts'
import type { Launch } from '../server/server-process.ts'
import { assertOnPath, type Counting, type CountingTool, difference, runToEnd } from './counting.ts'
import type { Executed } from './counts-file.ts'

const VALGRIND = 'valgrind'

/** @throws CounterMissing */
export async function readyCallgrind(): Promise<CountingTool> {
  assertOnPath(VALGRIND, VALGRIND)
  const { stdout } = await runProgram(VALGRIND, ['--version'])
  return {
    name: 'callgrind',
    version: `callgrind of ${stdout.trim()}`,
    counting: (launch) => new CallgrindCounting(launch),
    async toEnd(command, env) {
      using directory = scratch('bench-counts-')
      await runToEnd(VALGRIND, options(directory.path), command, env)
      const { javascript, others } = executedSince(directory.path)
      return javascript + others
    },
  }
}

class CallgrindCounting implements Counting {
  readonly launch: Launch
  readonly #directory = scratch('bench-counts-')
  #executed: Executed = { javascript: 0, others: 0 }

  constructor({ runtime, ...launch }: Launch) {
    const args = [...options(this.#directory.path), runtime.executable, ...(runtime.args ?? [])]
    this.launch = { ...launch, runtime: { executable: VALGRIND, args } }
  }

  async begin(pid: number): Promise<() => Promise<Executed>> {
    const before = await this.#read(pid)
    return async () => difference(await this.#read(pid), before)
  }

  async total(pid: number): Promise<Executed> {
    return difference(await this.#read(pid), { javascript: 0, others: 0 })
  }

  /** Makes callgrind write what was executed since it last did, and adds that. */
  async #read(pid: number): Promise<Executed> {
    const { path } = this.#directory
    const request = [`--pid=${pid}`, `--vgdb-prefix=${join(path, 'vgdb')}`, 'dump']
    // Its pipes are named after variables of the server's environment, which has no user.
    const host = readdirSync(path).flatMap((name) => /-on-(.+)$/.exec(name)?.[1] ?? [])[0]
    const env = { PATH: process.env.PATH, HOST: host }
    const { status, stderr } = await runProgram('vgdb', request, { env })
    if (status !== 0)
      throw new Error(`callgrind writes no counts: ${explainingLine(stderr) ?? 'no output'}`)
    const { javascript, others } = executedSince(path)
    this.#executed = {
      javascript: this.#executed.javascript + javascript,
      others: this.#executed.others + others,
    }
    return this.#executed
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]()
  }
}

function options(directory: string): string[] {
  return [
    '--tool=callgrind',
    '--quiet',
    '--separate-threads=yes',
    `--callgrind-out-file=${join(directory, 'out')}`,
    `--vgdb-prefix=${join(directory, 'vgdb')}`,
  ]
}

/** Sums what callgrind wrote into a directory, and removes it. The names of its files end with the number of the thread. */
export function executedSince(directory: string): Executed {
  const executed = { javascript: 0, others: 0 }
  for (const name of readdirSync(directory)) {
    const thread = /^out[.\d]*-(\d+)$/.exec(name)?.[1]
    if (thread === undefined) continue
    const path = join(directory, name)
    const total = /^totals: (\d+)$/m.exec(readFileSync(path, 'utf8'))?.[1]
    executed[Number(thread) === 1 ? 'javascript' : 'others'] += Number(total ?? 0)
    rmSync(path)
  }
  return executed
}
