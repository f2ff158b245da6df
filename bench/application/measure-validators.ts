/** Measures validation libraries in process, shows what came out, and writes the file. */

import { grouped, plural } from '../../shared/basics/text.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import { type ValidatorsProtocol, validatorsStore } from '../../shared/result/validators.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { MissingServer } from '../contenders/servers.ts'
import { counterOrNone, type ReadyCounter } from '../counters/counters.ts'
import { lanesFor } from '../counters/lanes.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { say } from '../terminal/output.ts'
import { validatorsTable } from '../terminal/validators-table.ts'
import { TEXTS } from '../validators/inputs.ts'
import type { Library } from '../validators/libraries.ts'
import { measureLibraries, type ValidatorsPlan } from '../validators/measure.ts'
import { BATCH, BATCHES, TOOL } from '../validators/processes.ts'
import { runInstrument } from './run-instrument.ts'

/** Fresh ones of each library on each runtime. */
export const VALIDATOR_PROCESSES = 5
/** Of calls of an operation in a process at the most, and as many before any is timed. */
export const VALIDATOR_SECONDS = 0.2

/** Calls of an operation before it is counted; as many as an emulator has time for. */
const WARM_UP = 100_000
const EMULATED_WARM_UP = 24_000

export interface ValidatorsOptions {
  libraries: readonly Library[]
  notInstalled: readonly MissingServer[]
  processes: number
  /** Of calls of an operation in a process at the most, and as many before any is timed. */
  seconds: number
  /** The first counter that works here where it is left out; `none` counts nothing. */
  counter: CounterKind | 'none' | undefined
  seed: number
  out: string | undefined
}

/** @returns the exit status: 1 where a library was refused */
export async function measureValidators(options: ValidatorsOptions): Promise<number> {
  const { libraries, notInstalled, processes, seed, seconds } = options
  return runInstrument({ store: validatorsStore, out: options.out }, async (begin) => {
    const pinning = detectPinning()
    const { ready, notCounted } = await counterOrNone(options.counter)
    const counting = countingWith(ready, pinning)
    const protocol: ValidatorsProtocol = {
      processes,
      seconds,
      batches: BATCHES.timed,
      warmUpBatches: BATCHES.warmUp,
      batch: BATCH,
      texts: TEXTS,
      tool: TOOL,
      counter: ready?.counter.kind ?? null,
      calls: ready?.counter.amounts.requests ?? null,
      sideBySide: counting?.lanes.length ?? 1,
      seed,
    }
    const runtimes = runtimesOf(libraries)
    const counted = ready ? `counted by ${ready.counter.title}` : `not counted: ${notCounted}`
    const on = runtimes.map(({ name, version }) => `${name} ${version}`).join(', ')
    const folders = new Set(libraries.map(({ folder }) => folder.name)).size
    const each = plural(processes, 'process', 'processes')
    const lines = [`${plural(folders, 'folder')} on ${on}, ${each} each, ${counted}`]
    await begin({ lines, notInstalled, pinning, runtimes, tool: TOOL })
    /** A line of what a process gave for each operation. */
    const tell = <T>(library: Library, number: number, of: Record<string, T>, figure: (value: T) => string) => {
      const figures = Object.entries(of).map(([operation, value]) => `${operation} ${figure(value)}`)
      say(`${number}/${processes}  ${nameOf(library)} ${figures.join(', ')}`)
    }
    const measured = await measureLibraries(
      { libraries, processes, counting, seed, cpus: pinning.server, seconds },
      {
        checked: (library, { checked }) => say(`checked  ${nameOf(library)} ${grouped(checked)} inputs`),
        timed: (library, { nanoseconds, loop }, number) =>
          tell(library, number, nanoseconds, (time) => `${grouped(time - loop)} ns`),
        counted: (library, calls, number) =>
          tell(library, number, calls, ({ javascript }) => `${grouped(javascript)} instructions`),
        refused: (library, reason) => say(`${nameOf(library).trim()}: refused: ${reason}`),
      },
    )
    return {
      contents: {
        scenario: updateUser.name,
        protocol,
        counterVersion: ready?.counter.version() ?? null,
        notCounted,
        libraries: sixDigits(measured),
      },
      table: validatorsTable,
      failed: measured.some(({ refusal }) => refusal !== null),
    }
  })
}

function nameOf({ folder, runtime }: Library): string {
  return `${folder.name} (${runtime.name})`.padEnd(24)
}

function countingWith(ready: ReadyCounter | null, pinning: Pinning): ValidatorsPlan['counting'] {
  if (!ready) return null
  const { counter } = ready
  const { requests: calls, step, longestWarmUp: longest } = counter.amounts
  const warmUp = counter.emulates ? EMULATED_WARM_UP : WARM_UP
  return { counter, amounts: { calls, warmUp, step, longest }, lanes: lanesFor(counter, pinning).lanes }
}
