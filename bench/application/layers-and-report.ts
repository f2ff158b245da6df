/** Measures frameworks layer by layer, shows what came out, and writes the file. */

import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped, plural } from '../../shared/basics/text.ts'
import { defaultProtocol } from '../../shared/result/default-protocol.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { type LayersCounting, type LayersTiming, layersStore } from '../../shared/result/layers.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { readyCounter } from '../counters/counters.ts'
import { lanesFor } from '../counters/lanes.ts'
import { findLayers } from '../layers/find-layers.ts'
import { type MeasurePlan, measureLayers } from '../layers/measure-layers.ts'
import type { LayersObserver } from '../layers/parts.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { cpuClock } from '../machine/cpu-clock.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import { layersTable } from '../terminal/layers-table.ts'
import { say } from '../terminal/output.ts'
import { runInstrument } from './run-instrument.ts'

/** Fresh processes of each variant. */
export const LAYERS_PROCESSES = 5

/** Fewer than `instructions` counts: what processes of one variant differ by is hardly less with more of them. */
const REQUESTS = { perf: 8_000, qemu: 6_000 } as const satisfies Record<CounterKind, number>
const QUICK_COUNTS = { requests: 300, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }
/** Slices that never count, and those before anything counts where the cost of a request still falls. */
const WARM_UP = { full: { warmUpSlices: 4, longestWarmUp: 24 }, quick: { warmUpSlices: 1, longestWarmUp: 1 } }

export interface LayersOptions {
  /** Names of servers with layers; all where it is left out. */
  names: readonly string[] | undefined
  /** Where server folders lie. */
  directories: readonly string[]
  processes: number
  seconds: number
  /** The first counter that works here where it is left out. */
  counter: CounterKind | undefined
  instructions: boolean
  time: boolean
  seed: number
  /** Hardly warm. */
  quick: boolean
  out: string | undefined
}

/** @returns the exit status: 1 where a server was refused, or one that was asked for is not installed */
export async function layersAndReport(options: LayersOptions): Promise<number> {
  const { names, directories, processes, seed, out } = options
  if (!options.instructions && !options.time) {
    throw new UsageError('--no-instructions and --no-time together leave nothing to measure: take one')
  }
  return runInstrument({ store: layersStore, out }, async (begin) => {
    const pinning = detectPinning()
    const counting = options.instructions ? await countingOf(options, pinning) : null
    const timing = options.time ? timingOf(options) : null
    const { found, notInstalled } = await findLayers(directories, names, seed)
    const measures = [counting && 'instructions', timing && 'CPU time'].filter(Boolean).join(' and ')
    const servers = found.map(({ server }) => server.name).join(', ')
    const lines = [`update-user layer by layer in ${measures}, ${plural(processes, 'time')} each: ${servers}`]
    const runtimes = [findRuntime('node') as Runtime]
    await begin({ lines, notInstalled, pinning, runtimes, tool: builtin.version() })
    const plan = { counting: counting?.plan ?? null, timing: timing && { ...timing, processes, seed, pinning } }
    const measured = await measureLayers(found, { ...plan, random: createRandom(seed) }, layersProgress(processes))
    const { noisySlices, unsettled } = measured
    const isMissed = names !== undefined && notInstalled.length > 0
    return {
      contents: {
        scenario: updateUser.name as 'update-user',
        processes,
        seed,
        counting: counting?.record ?? null,
        timing: timing && { ...timing, noisySlices, unsettled },
        servers: sixDigits(measured.servers),
      },
      table: layersTable,
      failed: isMissed || measured.servers.some(({ refusal }) => refusal !== null),
    }
  })
}

export function layersProgress(processes: number): LayersObserver {
  const line = (round: number, title: string, text: string) =>
    say(`${round}/${processes}  ${title.padEnd(32)} ${text} per request`)
  return {
    counted: ({ title, costs: { instructions } }) =>
      line(instructions.length, title, `${grouped(instructions.at(-1) ?? 0)} instructions`),
    timed: ({ title, costs: { microseconds } }) =>
      line(microseconds.length, title, `${microseconds.at(-1)?.toFixed(2)} µs of CPU time`),
    refused: ({ server, refusal }) => say(`${server.name}: refused: ${refusal}`),
  }
}

async function countingOf(
  { counter: kind, processes, seed, quick }: LayersOptions,
  machine: Pinning,
): Promise<{ plan: NonNullable<MeasurePlan['counting']>; record: LayersCounting }> {
  const { counter, selfCheck } = await readyCounter(kind)
  const { lanes } = lanesFor(counter, machine)
  const { step, shortestWarmUp, longestWarmUp } = counter.amounts
  const full = { requests: REQUESTS[counter.kind], step, shortestWarmUp, longestWarmUp }
  const kept = { counter: counter.kind, ...(quick ? QUICK_COUNTS : full) }
  return {
    plan: { counter, protocol: { ...kept, processes, sideBySide: lanes.length, seed }, lanes },
    record: { ...kept, counterVersion: counter.version(), selfCheck },
  }
}

export function timingOf({
  seconds,
  quick,
}: Pick<LayersOptions, 'seconds' | 'quick'>): Omit<LayersTiming, 'noisySlices' | 'unsettled'> {
  const by = cpuClock()
  if (!by) throw new UsageError(`${process.platform} tells no CPU time of a process`)
  const { connections, sliceSeconds } = defaultProtocol
  const slices = Math.max(1, Math.round(seconds / sliceSeconds))
  return { connections, sliceSeconds, ...WARM_UP[quick ? 'quick' : 'full'], slices, by }
}
