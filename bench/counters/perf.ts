/** The processor's own counters, read by perf: the server runs natively, at full speed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { processStat } from '../host/process-stat.ts'
import { kill, track, untrack } from '../host/processes.ts'
import { type Launch, ServerProcess } from '../host/server-process.ts'
import {
  assertCounted,
  type Counter,
  CounterMissing,
  type Executed,
  type FromStart,
  launchedBy,
  patience,
  SAME_ADDRESSES,
} from './counter.ts'
import { assertOnPath, firstLineOf, runProgram } from './program.ts'

const EVENT = 'instructions:u'

let version = 'not prepared'

export const perf: Counter = {
  kind: 'perf',
  title: 'the processor’s own counters, read by perf',
  emulates: false,
  amounts: { requests: 20_000, step: 5_000, shortestWarmUp: defaultProtocol.warmupRequests, longestWarmUp: 100_000 },
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
    const server = await ServerProcess.start(launchedBy(SAME_ADDRESSES, launch), cpus, patience)
    return {
      process: server,
      during: async (work) => assertCounted(await countDuring(server.pid, work), 'perf'),
      stop: async () => {
        await server.stop(patience)
      },
    }
  },
  fromStart: (...given) => countFromStart(...given),
}

function whyNot(output: string): string {
  if (/<not supported>/.test(output))
    return 'perf has no instruction counter on this machine, as in most virtual machines'
  if (/permission|paranoid|access/i.test(output)) {
    return 'perf may not count here: set the sysctl kernel.perf_event_paranoid to 2 or less'
  }
  return `perf counts nothing here: ${firstLineOf(output)}`
}

/** perf's count for a thread or a program. */
interface PerfCount {
  /** Thread id; null for a program. */
  thread: number | null
  instructions: number
}

/** Matches a count of instructions. Event names vary: `instructions:u`, `instructions`, `cpu_core/instructions/u`. */
const LINE =
  /^(?:.*-(?<thread>\d+);)?(?<value>\d+|<not counted>);[^;]*;[^;]*\binstructions\b[^;]*;(?<time>\d+);(?<share>[\d.]+)/

/**
 * Parses the output of `perf stat -x ';'`. A thread that did not run has no count, and counts as 0.
 * @throws if an event was multiplexed, so that its count is an estimate
 */
export function parsePerf(output: string): PerfCount[] {
  const counts = new Map<number | null, number>()
  for (const line of output.split('\n')) {
    const { thread, value = '', time, share } = LINE.exec(line)?.groups ?? {}
    if (value === '') continue
    if (Number(time) > 0 && Number(share) < 100) {
      throw new Error(`perf counted instructions only ${share}% of the time: end other users of the counters`)
    }
    if (value === '<not counted>' && thread === undefined) continue
    const key = thread === undefined ? null : Number(thread)
    const instructions = value === '<not counted>' ? 0 : Number(value)
    counts.set(key, (counts.get(key) ?? 0) + instructions)
  }
  return [...counts].map(([thread, instructions]) => ({ thread, instructions }))
}

/** Attaches perf to all threads of a process during `work`. Threads that start in the meantime are missed. */
async function countDuring(pid: number, work: () => Promise<void>): Promise<Executed> {
  const perf = new Attached(['--per-thread'], pid)
  try {
    await perf.command('enable')
    await work()
    await perf.command('disable')
    const counts = await perf.counts()
    const sum = (isFirst: boolean) =>
      counts.reduce((all, { thread, instructions }) => all + ((thread === pid) === isFirst ? instructions : 0), 0)
    return { javascript: sum(true), others: sum(false) }
  } finally {
    perf.kill()
  }
}

/** A shell that stops itself and, once continued, becomes the given program. */
const STOPPED = ['sh', '-c', 'kill -STOP $$; exec "$@"', 'sh']
/** Milliseconds for the shell to stop. */
const STOPPING = 5_000

/**
 * Attaches two perf processes to a server before its first instruction: one for all present and future threads, one for the
 * first thread only. The shell's own instructions are included; they are less than 0.1% of any runtime's start.
 */
const countFromStart: FromStart = async (launch, cpus, port, until) => {
  const server = await ServerProcess.spawn(launchedBy([...SAME_ADDRESSES, ...STOPPED], launch), cpus, port)
  const attached: Attached[] = []
  try {
    const deadline = performance.now() + STOPPING
    while (processStat(server.pid)?.state !== 'T') {
      if (performance.now() > deadline) throw new Error('the server could not be stopped before its first instruction')
      await Promise.race([sleep(1), server.exited])
    }
    const [all, first] = [new Attached([], server.pid), new Attached(['--no-inherit'], server.pid)]
    attached.push(all, first)
    await Promise.all(attached.map((perf) => perf.command('enable')))
    kill(server.pid, 'SIGCONT')
    await until(server)
    await Promise.all(attached.map((perf) => perf.command('disable')))
    const [total, javascript] = (await Promise.all([all.counts(), first.counts()])).map((counts) =>
      counts.reduce((sum, { instructions }) => sum + instructions, 0),
    ) as [number, number]
    return assertCounted({ javascript, others: Math.max(0, total - javascript) }, 'perf')
  } finally {
    for (const perf of attached) perf.kill()
    kill(server.pid, 'SIGCONT')
    await server.stop(patience)
  }
}

/** A perf process that counts another process between commands. */
class Attached {
  readonly #child: ChildProcess
  readonly #closed: Promise<unknown>
  #output = ''

  constructor(options: readonly string[], pid: number) {
    const args = ['stat', ...options, '-x', ';', '-e', EVENT, '-D', '-1', '--control', 'fd:3,4', '-p', String(pid)]
    this.#child = spawn('perf', args, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
      detached: true,
    })
    this.#closed = once(this.#child, 'close')
    this.#closed.catch(() => {})
    if (this.#child.pid) track(this.#child.pid)
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#output += chunk
    })
  }

  /** Sends a command and waits for perf's acknowledgement. */
  async command(word: 'enable' | 'disable'): Promise<void> {
    const [control, acknowledged] = this.#child.stdio.slice(3) as [Duplex, Duplex]
    // A write error means that perf has ended, which is reported below.
    for (const stream of [control, acknowledged]) if (stream.listenerCount('error') === 0) stream.on('error', () => {})
    control.write(`${word}\n`)
    const ended = once(this.#child, 'close').then(() => {
      throw new Error(`perf ended: ${firstLineOf(this.#output)}`)
    })
    ended.catch(() => {})
    await Promise.race([once(acknowledged, 'data'), ended])
  }

  /** Ends perf and returns its counts. */
  async counts(): Promise<PerfCount[]> {
    if (this.#child.pid) kill(this.#child.pid, 'SIGINT')
    await this.#closed
    return parsePerf(this.#output)
  }

  kill(): void {
    if (!this.#child.pid) return
    kill(this.#child.pid)
    untrack(this.#child.pid)
  }
}
