/** Valgrind's callgrind, the last resort: slower, and it runs one thread at a time. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOST, ServerProcess } from '../contenders/server-process.ts'
import {
  assertCounted,
  type Counter,
  CounterMissing,
  type Executed,
  launchedBy,
  patience,
  SAME_ADDRESSES,
} from './counter.ts'
import { assertOnPath, firstLineOf, runProgram } from './program.ts'

let version = 'not prepared'

export const callgrind: Counter = {
  kind: 'callgrind',
  title: 'Valgrind’s callgrind',
  emulates: true,
  amounts: { requests: 4_000, step: 1_000, shortestWarmUp: 3_000, longestWarmUp: 12_000 },
  async prepare() {
    if (process.platform !== 'linux') throw new CounterMissing(`callgrind counts nothing on ${process.platform}`)
    assertOnPath('valgrind', 'valgrind')
    assertOnPath('callgrind_control', 'valgrind')
    assertOnPath('setarch', 'util-linux')
    version = firstLineOf((await runProgram('valgrind', ['--version'])).stdout)
  },
  version: () => version,
  async countProgram(executable) {
    const dumps = new Dumps()
    try {
      const { status } = await runProgram('valgrind', [...dumps.options, executable])
      if (status !== 0) return Number.NaN
      return dumps.read().reduce((sum, { instructions }) => sum + instructions, 0) || Number.NaN
    } finally {
      dumps.remove()
    }
  },
  async start(launch, cpus) {
    const dumps = new Dumps()
    try {
      const server = await ServerProcess.start(
        launchedBy([...SAME_ADDRESSES, 'valgrind', ...dumps.options], launch),
        cpus,
        patience,
      )
      return {
        process: server,
        async during(work) {
          await dump(server.pid)
          dumps.clear()
          await work()
          await dump(server.pid)
          return assertCounted(executedOf(dumps.read()), 'callgrind')
        },
        async stop() {
          await server.stop(patience)
          dumps.remove()
        },
      }
    } catch (error) {
      dumps.remove()
      throw error
    }
  },
}

/** Has callgrind write what was counted since the last time, and count from zero again. */
async function dump(pid: number): Promise<void> {
  // Valgrind puts the host, as its environment has it, into the name of the pipe by which it is told; the server's has one.
  const { status, stdout, stderr } = await runProgram('callgrind_control', ['--dump', String(pid)], { HOST })
  if (status !== 0 || !/\bOK\b/.test(stdout) || /error|failed/.test(stderr)) {
    throw new Error(`callgrind wrote no counts: ${firstLineOf(stderr || stdout)}`)
  }
}

/** What callgrind says of a thread. */
interface Dump {
  /** From 1 for the first. */
  thread: number
  instructions: number
}

/** Reads a file of callgrind; `null` where it holds no counts, as the one that is still to be written. */
export function parseDump(text: string): Dump | null {
  const total = /^totals: (\d+)/m.exec(text)?.[1]
  if (total === undefined) return null
  return { thread: Number(/^thread: (\d+)/m.exec(text)?.[1] ?? 1), instructions: Number(total) }
}

function executedOf(dumps: readonly Dump[]): Executed {
  const sum = (isFirst: boolean) =>
    dumps.reduce((all, { thread, instructions }) => all + ((thread === 1) === isFirst ? instructions : 0), 0)
  return { javascript: sum(true), others: sum(false) }
}

/** The directory into which callgrind writes a file a thread. */
class Dumps {
  readonly #directory = mkdtempSync(join(tmpdir(), 'bench-callgrind-'))

  get options(): string[] {
    const file = `--callgrind-out-file=${join(this.#directory, 'out')}`
    // Code that is made at run time is made anew where the old one was.
    return ['-q', '--tool=callgrind', '--separate-threads=yes', '--smc-check=all-non-file', file]
  }

  read(): Dump[] {
    return readdirSync(this.#directory).flatMap((name) => {
      const found = parseDump(readFileSync(join(this.#directory, name), 'utf8'))
      return found ? [found] : []
    })
  }

  clear(): void {
    for (const name of readdirSync(this.#directory)) rmSync(join(this.#directory, name), { force: true })
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
