/** What counts of instructions can tell: one server counted over and over, alone, in a crowd, and with some work added. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { table } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { changesBetween, gateOf } from '../../shared/result/compare-counts.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { spreadOf } from '../../shared/result/statistics.ts'
import type { Server } from '../contenders/servers.ts'
import { lanesFor, requestsFor } from '../instructions/count.ts'
import { countProcess } from '../instructions/count-process.ts'
import { CounterMissing } from '../instructions/counter.ts'
import { type ReadyCounter, readyCounter } from '../instructions/counters.ts'
import { type Pinning, pinnedCommand } from '../machine/cpus.ts'
import { kill, track, untrack } from '../machine/processes.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'

interface Figures {
  server: string
  counters: {
    kind: CounterKind
    version: string
    requests: number
    /** Mean length of a process. */
    seconds: number
    /** Instructions a request of each process. */
    alone: number[]
    /** The machine's load average of a minute, the mean of those at each process's end; unknown of older figures. */
    load?: number
    crowd: number[]
    planted: number[]
  }[]
}

const SERVER = 'http-node'
/** Processes of each kind. */
const PROCESSES: Record<CounterKind, { alone: number; crowd: number; planted: number } | null> = {
  perf: { alone: 16, crowd: 6, planted: 16 },
  qemu: { alone: 10, crowd: 4, planted: 10 },
  callgrind: null,
}
/** Rounds of the loop that is added to each answer: about 1% of what the server executes for it. */
const ROUNDS = 52
/** Programs that do nothing but compute, on each CPU. */
const CROWD = 2
/** Comparisons, and numbers of processes in each of the two means, which are drawn from those that were counted. */
const TRIES = 2_000
const DRAWN = [3, 4, 5]
/** The work that is to be told apart; the added loop comes near to it, and its counts are scaled to it. */
const MORE = 0.01

export const countedEquals: Experiment<Figures> = {
  name: 'instructions',
  async measure(pinning) {
    const counters: Figures['counters'] = []
    for (const [kind, processes] of Object.entries(PROCESSES)) {
      if (!processes) continue
      try {
        counters.push(await measureWith(await readyCounter(kind as CounterKind), processes, pinning))
      } catch (error) {
        if (!(error instanceof CounterMissing)) throw error
        console.log(error.message)
      }
    }
    return { server: SERVER, counters }
  },
  markdown,
}

async function measureWith(
  { counter }: ReadyCounter,
  processes: NonNullable<(typeof PROCESSES)[CounterKind]>,
  pinning: Pinning,
): Promise<Figures['counters'][number]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-planted-'))
  const { lanes } = lanesFor(counter, pinning)
  const [server] = serversNamed(SERVER) as [Server]
  const protocol = { counter: counter.kind, ...counter.amounts, processes: 1, sideBySide: lanes.length, seed: 1 }
  const counting = { counter, protocol, ring: (each: Server) => requestsFor({ scenario, protocol }, each) }
  let seconds = 0
  const loads: number[] = []
  const counted = async (rounds: number, number: number) => {
    const entry = join(directory, `planted-${rounds}.mjs`)
    writeFileSync(entry, withRounds(rounds, server.entry))
    const counts: number[] = []
    let left = number
    const count = async (cpus: number[] | null) => {
      while (left-- > 0) {
        const process = await countProcess(counting, { ...server, entry }, cpus)
        seconds += process.seconds
        loads.push(os.loadavg()[0] ?? Number.NaN)
        counts.push(javascriptOf(process))
        console.log(`${counter.kind}, ${rounds} rounds: ${Math.round(javascriptOf(process))}`)
      }
    }
    await Promise.all(lanes.map(count))
    return counts
  }
  try {
    const alone = await counted(0, processes.alone)
    const planted = await counted(ROUNDS, processes.planted)
    const load = spreadOf(loads).mean
    const crowd = startCrowd(lanes.flatMap((cpus) => cpus ?? []))
    let crowded: number[]
    try {
      crowded = await counted(0, processes.crowd)
    } finally {
      endCrowd(crowd)
    }
    const all = alone.length + planted.length + crowded.length
    const { kind, amounts } = counter
    const shared = { kind, version: counter.version(), requests: amounts.requests, seconds: seconds / all }
    return { ...shared, load, alone, crowd: crowded, planted }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A server's file behind one that adds a loop to each answer; without rounds it adds the call of a function alone. */
function withRounds(rounds: number, entry: string): string {
  return `const stringify = JSON.stringify
let sink = 1
JSON.stringify = (...values) => {
  for (let i = 0; i < ${rounds}; i++) sink = (Math.imul(sink, 31) + i) | 0
  globalThis.sink = sink
  return stringify(...values)
}
await import(${JSON.stringify(pathToFileURL(entry).href)})
`
}

function startCrowd(cpus: readonly number[]): ChildProcess[] {
  return cpus.flatMap((cpu) =>
    Array.from({ length: CROWD }, () => {
      const [program = '', ...args] = pinnedCommand([cpu], process.execPath, ['-e', 'for (;;);'])
      const child = spawn(program, args, { stdio: 'ignore', detached: true })
      if (child.pid) track(child.pid)
      return child
    }),
  )
}

function endCrowd(crowd: readonly ChildProcess[]): void {
  for (const { pid } of crowd) {
    if (!pid) continue
    kill(pid)
    untrack(pid)
  }
}

/**
 * Share of comparisons that find a difference, of means of processes that are drawn anew for each.
 * @param number of processes in each mean
 * @param isLearned whether the gate knows all other processes of the unchanged server too, as stored counts of it would tell
 */
function foundShare(values: readonly number[], others: readonly number[], number: number, isLearned: boolean): number {
  const random = createRandom(1)
  let found = 0
  for (let i = 0; i < TRIES; i++) {
    const drawn = random.shuffle([...values])
    const before = drawn.slice(0, number)
    const after = values === others ? drawn.slice(number, 2 * number) : random.shuffle([...others]).slice(0, number)
    const known = isLearned ? drawn.filter((value) => !after.includes(value)) : before
    const changes = [...changesBetween(known), ...changesBetween(after)]
    const gate = gateOf(changes, number, number) ?? Number.POSITIVE_INFINITY
    if (Math.abs(spreadOf(after).mean / spreadOf(before).mean - 1) > gate) found++
  }
  return found / TRIES
}

const percent = (value: number, digits: number) => `${(value * 100).toFixed(digits)}%`
const signed = (value: number) => `${value >= 0 ? '+' : ''}${percent(value, 2)}`
const alignments = (header: readonly string[]) => header.map((_, column) => (column === 0 ? 'left' : 'right'))

function markdown({ server, counters }: Figures): string {
  const drawn = DRAWN.join(', ').replace(/, (\d+)$/, ' or $1')
  return [
    `\`${server}\`, counted again and again: alone, while ${CROWD} programs on each CPU did nothing but compute, and with a loop added to each answer:`,
    countsTable(counters),
    `Told apart are so many of ${TRIES.toLocaleString('en-US')} comparisons of ${drawn} processes with as many others, drawn from those that were counted (a process takes part in many; the counts with work added are scaled to ${percent(MORE, 0)} more in the mean), by a gate that knows these processes alone; and by one that was learned from the other counts of the unchanged server as well:`,
    comparisonsTable(counters),
    counters.map(conditions).join(' '),
  ].join('\n\n')
}

function conditions({ kind, version, load }: Figures['counters'][number]): string {
  return `${kind}: ${version}${load === undefined ? '' : `, load average ${load.toFixed(1)} while alone and with work added`}.`
}

function countsTable(counters: Figures['counters']): string {
  const header = [
    'counter',
    'processes',
    'instructions',
    'sd between processes',
    'in a crowd',
    'sd there',
    'with work added',
    'seconds a process',
  ]
  const rows = counters.map(({ kind, alone, crowd, planted, seconds }) => {
    const [plain, busy, more] = [spreadOf(alone), spreadOf(crowd), spreadOf(planted)]
    return [
      kind,
      `${alone.length} + ${crowd.length} + ${planted.length}`,
      Math.round(plain.mean).toLocaleString('en-US'),
      percent(plain.sd / plain.mean, 2),
      signed(busy.mean / plain.mean - 1),
      percent(busy.sd / busy.mean, 2),
      signed(more.mean / plain.mean - 1),
      seconds.toFixed(0),
    ]
  })
  return table(header, rows, alignments(header))
}

/** What is told apart by so many processes, where there are as many others of the unchanged server. */
function comparisonsTable(counters: Figures['counters']): string {
  const header = [
    'counter',
    'processes of each',
    'told apart',
    'a copy called different',
    'told apart, gate learned',
    'a copy, gate learned',
  ]
  const rows = counters.flatMap(({ kind, alone, planted }) => {
    const scale = ((1 + MORE) * spreadOf(alone).mean) / spreadOf(planted).mean
    const more = planted.map((count) => count * scale)
    return DRAWN.filter((number) => 2 * number <= alone.length).map((number) => {
      const shares = [false, true].flatMap((isLearned) => [
        percent(foundShare(alone, more, number, isLearned), 1),
        percent(foundShare(alone, alone, number, isLearned), 1),
      ])
      return [kind, String(number), ...shares]
    })
  })
  return table(header, rows, alignments(header))
}

await perform(countedEquals, import.meta.main)
