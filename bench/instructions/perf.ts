/** The processor's own counters, read by perf: the server runs as it is, at its full speed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { type Launch, ServerProcess } from '../contenders/server-process.ts'
import { kill, track, untrack } from '../machine/processes.ts'
import { assertCounted, type Counter, CounterMissing, type Executed, launchedBy, patience } from './counter.ts'
import { assertOnPath, firstLineOf, runProgram } from './program.ts'

const EVENT = 'instructions:u'

let version = 'not prepared'

export const perf: Counter = {
  kind: 'perf',
  title: 'the processor’s own counters, read by perf',
  emulates: false,
  amounts: { requests: 20_000, step: 5_000, shortestWarmUp: 15_000, longestWarmUp: 100_000 },
  async prepare() {
    if (process.platform !== 'linux') throw new CounterMissing(`there is no perf on ${process.platform}`)
    assertOnPath('perf', 'linux-perf')
    assertOnPath('setarch', 'util-linux')
    const { stdout, stderr } = await runProgram('perf', ['--version'])
    version = firstLineOf(stdout || stderr)
    const probe = await runProgram('perf', ['stat', '-x', ';', '-e', EVENT, '--', 'true'])
    if (probe.status !== 0 || parsePerf(probe.stderr).length === 0) throw new CounterMissing(whyNot(probe.stderr))
  },
  version: () => version,
  async countProgram(executable) {
    const { stderr } = await runProgram('perf', ['stat', '-x', ';', '-e', EVENT, '--', executable])
    return parsePerf(stderr)[0]?.instructions ?? Number.NaN
  },
  async start(launch: Launch, cpus) {
    const server = await ServerProcess.start(launchedBy([], launch), cpus, patience)
    return {
      process: server,
      during: async (work) => assertCounted(await countDuring(server.pid, work), 'perf'),
      stop: async () => {
        await server.stop(patience)
      },
    }
  },
}

function whyNot(output: string): string {
  if (/<not supported>/.test(output)) return 'this machine shows perf no counter of instructions, as most virtual ones'
  if (/permission|paranoid|access/i.test(output)) {
    return 'perf may not count here: set the sysctl kernel.perf_event_paranoid to 2 or less'
  }
  return `perf counts nothing here: ${firstLineOf(output)}`
}

/** What perf says of a thread, or of a whole program. */
interface PerfCount {
  /** The system's number of the thread; null of a program. */
  thread: number | null
  instructions: number
}

/** A count and its event, whatever perf calls it: `instructions:u`, `instructions`, `cpu_core/instructions/u`. */
const LINE =
  /^(?:.*-(?<thread>\d+);)?(?<value>\d+|<not counted>);[^;]*;[^;]*\binstructions\b[^;]*;(?<time>\d+);(?<share>[\d.]+)/

/**
 * Reads the output of `perf stat -x ';'`. A thread that did not run has no count, which is none.
 * @throws where an event was counted for a part of the time only, and what stands there is a guess
 */
export function parsePerf(output: string): PerfCount[] {
  const counts = new Map<number | null, number>()
  for (const line of output.split('\n')) {
    const { thread, value = '', time, share } = LINE.exec(line)?.groups ?? {}
    if (value === '') continue
    if (Number(time) > 0 && Number(share) < 100) {
      throw new Error(`perf counted instructions ${share}% of the time only: end what else uses the counters`)
    }
    if (value === '<not counted>' && thread === undefined) continue
    const key = thread === undefined ? null : Number(thread)
    const instructions = value === '<not counted>' ? 0 : Number(value)
    counts.set(key, (counts.get(key) ?? 0) + instructions)
  }
  return [...counts].map(([thread, instructions]) => ({ thread, instructions }))
}

/**
 * Attaches perf to all threads of a process, and has it count while something is done. Threads that begin meanwhile are not
 * seen; the first one, which counts, is there.
 */
async function countDuring(pid: number, work: () => Promise<void>): Promise<Executed> {
  const args = ['stat', '--per-thread', '-x', ';', '-e', EVENT, '-D', '-1', '--control', 'fd:3,4', '-p', String(pid)]
  const child = spawn('perf', args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
    detached: true,
  })
  const closed = once(child, 'close')
  closed.catch(() => {})
  if (child.pid) track(child.pid)
  try {
    const output = collect(child)
    await tell(child, 'enable', output)
    await work()
    await tell(child, 'disable', output)
    if (child.pid) kill(child.pid, 'SIGINT')
    await closed
    const counts = parsePerf(output())
    const sum = (isFirst: boolean) =>
      counts.reduce((all, { thread, instructions }) => all + ((thread === pid) === isFirst ? instructions : 0), 0)
    return { javascript: sum(true), others: sum(false) }
  } finally {
    if (child.pid) {
      kill(child.pid)
      untrack(child.pid)
    }
  }
}

/** What the program has written to stderr so far. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

/** Tells perf to begin or to end, and waits until it has: it answers each word. */
async function tell(child: ChildProcess, word: 'enable' | 'disable', output: () => string): Promise<void> {
  const [control, acknowledged] = child.stdio.slice(3) as [Duplex, Duplex]
  // An end while it is written to is told by what comes next.
  for (const stream of [control, acknowledged]) if (stream.listenerCount('error') === 0) stream.on('error', () => {})
  control.write(`${word}\n`)
  const ended = once(child, 'close').then(() => {
    throw new Error(`perf ended: ${firstLineOf(output())}`)
  })
  ended.catch(() => {})
  await Promise.race([once(acknowledged, 'data'), ended])
}
