/** Measures the cost ladder, shows what came out, and writes the file. */
import { relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { duration, grouped } from '../../shared/basics/text.ts'
import { type CostCounting, type CostTiming, costPath, newCost, writeCost } from '../../shared/result/cost.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { MissingServer } from '../contenders/servers.ts'
import { climb, type Measured, type MeasurePlan } from '../cost/climb.ts'
import { findLayers } from '../cost/layers.ts'
import { findLibraries } from '../cost/libraries.ts'
import type { Owner } from '../cost/parts.ts'
import { peel } from '../cost/peel.ts'
import type { CostObserver } from '../cost/tally.ts'
import { lanesFor } from '../instructions/count.ts'
import { readyCounter } from '../instructions/counters.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { type CpuClock, cpuClock } from '../machine/cpu-clock.ts'
import { detectPinning, type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import { describeTimedEnvironment } from '../machine/speed.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { costTable } from '../terminal/cost-table.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publish-pages.ts'

/** The same requests in every run, and the same order of processes, unless somebody wants others. */
export const COST_SEED = 1
/** Fresh ones of each rung, for either measure. */
export const COST_PROCESSES = 5

/** Fewer than `instructions` counts: what processes of one rung differ by is hardly less with more of them. */
const REQUESTS = { perf: 8_000, qemu: 6_000, callgrind: 4_000 } as const satisfies Record<CounterKind, number>
/** Slices of each process: those that never count, those before anything counts where its cost still falls, and those that count. */
const WARM_UP_SLICES = 4
const LONGEST_WARM_UP = 24
const SLICES = 6

export interface CostOptions {
  /** Whether the layers of frameworks are measured, and not the ladder. */
  layers?: boolean
  /** Names of libraries, of the folders that they stand in, or of servers with layers; all where it is left out. */
  names?: readonly string[] | undefined
  /** Where server folders lie. */
  directories: readonly string[]
  processes: number
  /** The first counter that works here where it is left out. */
  counter: CounterKind | undefined
  instructions: boolean
  time: boolean
  seed: number
  out: string | undefined
  /** Of each process; the usual numbers where it is left out. Fewer make a ladder that proves no more than that it works. */
  amounts?: { requests?: number; warmUp?: number; slices?: number; sliceSeconds?: number; connections?: number }
  /** Whether pages and charts are renewed; where a file was named they never are. */
  publish?: boolean
}

/** @returns the exit status: 1 where a library was refused, or one that was asked for is not installed */
export async function costAndReport(options: CostOptions): Promise<number> {
  const startedAt = new Date().toISOString()
  const path = options.out ?? costPath({ startedAt })
  assertUsable(options, path)
  lockMachine()
  try {
    const { seed, processes } = options
    const pinning = detectPinning()
    const counting = options.instructions ? await countingOf(options, pinning) : null
    const timing = options.time ? timingOf(options) : null
    const subject = options.layers ? await layersOf(options) : await librariesOf(options)
    announce(options, subject, pinning)
    const source = describeSource()
    const runtime = findRuntime('node') as Runtime
    const environment = await describeTimedEnvironment(pinning, [runtime], builtin.version())
    if (timing || !counting?.plan.counter.emulates) pinSelf(pinning.generator)
    const measured = await subject.measure(
      {
        runtime,
        counting: counting?.plan ?? null,
        timing: timing && { ...timing, processes, seed },
        pinning,
        random: createRandom(seed),
      },
      {
        counted: ({ title }, instructions, round) =>
          console.log(`${round}/${processes}  ${title.padEnd(32)} ${grouped(instructions)} instructions a request`),
        timed: ({ title }, microseconds, round) =>
          console.log(`${round}/${processes}  ${title.padEnd(32)} ${microseconds.toFixed(2)} µs of CPU time a request`),
        refused: ({ name }, reason) => console.log(`${name}: refused: ${reason}`),
      },
    )
    const finishedAt = new Date().toISOString()
    const cost = newCost({
      startedAt,
      finishedAt,
      processes,
      seed,
      counting: counting?.record ?? null,
      timing: timing && timingRecord(timing, measured.timed),
      environment,
      source,
      common: sixDigits(measured.common),
      libraries: sixDigits(measured.libraries),
      servers: sixDigits(measured.servers),
      notInstalled: subject.notInstalled.map(({ name, install }) => ({ name, install })),
    })
    console.log(`\n${costTable(cost)}\n`)
    writeCost(path, cost)
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
    console.log(`took ${duration(took)}, written to ${relative('', path)}`)
    if (!options.out && options.publish !== false) {
      await publishPages()
    }
    const isMissed = options.names !== undefined && subject.notInstalled.length > 0
    return isMissed || [...cost.libraries, ...cost.servers].some(({ refusal }) => refusal !== null) ? 1 : 0
  } finally {
    unlockMachine()
  }
}

/** Fails before minutes of measuring rather than after. */
function assertUsable({ instructions, time }: CostOptions, path: string): void {
  if (!instructions && !time) {
    throw new UsageError('--no-instructions and --no-time together leave nothing to measure: take one')
  }
  assertFree(path)
}

/** What is to be measured. */
interface Subject {
  what: string
  found: readonly Owner[]
  notInstalled: readonly MissingServer[]
  measure(plan: MeasurePlan, observer: CostObserver): Promise<Measured>
}

async function librariesOf({ directories, names, seed }: CostOptions): Promise<Subject> {
  const { found, notInstalled } = await findLibraries(directories, names, seed)
  const what = 'update-user step by step'
  return { what, found, notInstalled, measure: (plan, observer) => climb(found, plan, observer) }
}

async function layersOf({ directories, names, seed }: CostOptions): Promise<Subject> {
  const { found, notInstalled } = await findLayers(directories, names, seed)
  const what = 'update-user layer by layer'
  return { what, found, notInstalled, measure: (plan, observer) => peel(found, plan, observer) }
}

function announce(
  { processes, instructions, time }: CostOptions,
  { what, found, notInstalled }: Subject,
  pinning: Pinning,
): void {
  for (const { name, install } of notInstalled) console.log(`${name} is not installed: ${install}`)
  const measures = [instructions && 'instructions', time && 'CPU time'].filter(Boolean).join(' and ')
  const each = `${processes} ${processes === 1 ? 'process' : 'processes'} each`
  console.log(`${what} in ${measures}, ${each}: ${found.map(({ name }) => name).join(', ')}`)
  if (pinning.note) console.log(`no process is pinned to a CPU: ${pinning.note}`)
}

async function countingOf(
  { counter: kind, processes, seed, amounts }: CostOptions,
  machine: Pinning,
): Promise<{ plan: NonNullable<MeasurePlan['counting']>; record: CostCounting }> {
  const { counter, selfCheck } = await readyCounter(kind)
  const { lanes } = lanesFor(counter, machine)
  const requests = amounts?.requests ?? REQUESTS[counter.kind]
  const warmUp = { ...counter.amounts, ...(amounts?.warmUp && shortWarmUp(amounts.warmUp)) }
  const { step, shortestWarmUp, longestWarmUp } = warmUp
  const kept = { counter: counter.kind, requests, step, shortestWarmUp, longestWarmUp }
  return {
    plan: { counter, protocol: { ...kept, processes, sideBySide: lanes.length, seed }, lanes },
    record: { ...kept, counterVersion: counter.version(), selfCheck },
  }
}

/** @param requests of all of it */
function shortWarmUp(requests: number) {
  return { step: Math.max(1, Math.floor(requests / 3)), shortestWarmUp: requests, longestWarmUp: requests }
}

interface Loads {
  connections: number
  sliceSeconds: number
  warmUpSlices: number
  longestWarmUp: number
  slices: number
  clock: CpuClock
}

function timingOf({ amounts }: CostOptions): Loads {
  const clock = cpuClock()
  if (!clock) throw new UsageError(`${process.platform} tells no CPU time of a process: use --no-time`)
  const connections = amounts?.connections ?? defaultProtocol.connections
  const sliceSeconds = amounts?.sliceSeconds ?? defaultProtocol.sliceSeconds
  const [warmUpSlices, longestWarmUp, slices] = amounts?.slices
    ? [1, 1, amounts.slices]
    : [WARM_UP_SLICES, LONGEST_WARM_UP, SLICES]
  return { connections, sliceSeconds, warmUpSlices, longestWarmUp, slices, clock }
}

function timingRecord({ clock, ...loads }: Loads, timed: Measured['timed']): CostTiming {
  return { generator: 'builtin', ...loads, ...timed, by: clock }
}
