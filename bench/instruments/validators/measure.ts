/** Measures all libraries: checks each, times fresh processes, then counts others, in random order. */

import type {
  CountedCalls,
  MeasuredLibrary,
  OperationId,
  TimedProcess,
} from '../../../charts/instruments/validators/format.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Counter } from '../../counters/counter.ts'
import { inLanes } from '../../counters/lanes.ts'
import { buildServer } from '../../host/build.ts'
import { codeDigest } from '../../host/code-digest.ts'
import { deviationsFor } from '../../host/concerns.ts'
import { Attempts } from '../../host/identity.ts'
import { say } from '../../terminal/output.ts'
import { partOfJournal } from '../journal.ts'
import type { CountedAmounts } from './count-operation.ts'
import { makePool } from './inputs.ts'
import { type Library, versionOf } from './libraries.ts'
import { type Checked, checkedProcess, countedProcess, timedProcess } from './processes.ts'

/** CPUs of each concurrent process; null without pinning. */
type Lanes = readonly (number[] | null)[]

export interface ValidatorsPlan {
  libraries: readonly Library[]
  /** Fresh processes of each library to time, and as many to count. */
  processes: number
  /** Maximum seconds of calls per operation and process, and of warm-up before any is timed. */
  seconds: number
  /** Null to count no instructions. */
  counting: { counter: Pick<Counter, 'start'>; amounts: CountedAmounts; lanes: Lanes } | null
  seed: number
  /** CPUs of timed processes; null without pinning. */
  cpus: number[] | null
}

interface Tally {
  checked: Checked | null
  timed: TimedProcess[]
  counted: Partial<Record<OperationId, CountedCalls>>[]
}

/** Measures all libraries. One that fails is disqualified; the others continue. */
export async function measureLibraries(plan: ValidatorsPlan): Promise<MeasuredLibrary[]> {
  const { libraries, processes, counting, seed, cpus, seconds } = plan
  const kept = partOfJournal()
  const random = createRandom(seed)
  const pool = makePool(seed)
  const tallies = new Map<Library, Tally>(
    libraries.map((library) => [library, { checked: null, timed: [], counted: [] }]),
  )
  const attempts = new Attempts<Library>((library, reason) => say(`${nameOf(library).trim()}: disqualified: ${reason}`))
  /** Prints a line with a figure for each operation. */
  const sayFigures = <T>(library: Library, number: number, of: Record<string, T>, figure: (value: T) => string) => {
    const figures = Object.entries(of).map(([operation, value]) => `${operation} ${figure(value)}`)
    say(`${number}/${processes}  ${nameOf(library)} ${figures.join(', ')}`)
  }
  const attempt = (library: Library, work: (tally: Tally) => Promise<void>) =>
    attempts.attempt(library, () => work(tallies.get(library) as Tally))
  for (const library of libraries) {
    await attempt(library, async (tally) => {
      await buildServer(library.folder)
      const known = deviationsFor(library.folder.manifest, updateUser)
      // All libraries get the same inputs.
      tally.checked = await checkedProcess(library, pool, { random: createRandom(seed), known, seconds, cpus })
      say(`checked  ${nameOf(library)} ${grouped(tally.checked.checked)} inputs`)
    })
  }
  for (let number = 1; number <= processes; number++) {
    for (const library of random.shuffle(libraries)) {
      await attempt(library, async ({ checked, timed }) => {
        const operations = random.shuffle(checked?.loaded.operations ?? [])
        const process = await kept(`timed/${idOf(library)}/${number}`, () =>
          timedProcess(library, pool, operations, seconds, cpus),
        )
        timed.push(process)
        sayFigures(library, number, process.nanoseconds, (time) => `${grouped(time - process.loop)} ns`)
      })
    }
  }
  if (counting) {
    const rounds = Array.from({ length: processes }, (_, i) => i + 1)
    const turns = rounds.flatMap((number) => random.shuffle(libraries).map((library) => ({ library, number })))
    await inLanes(counting.lanes, turns, ({ library, number }, lane) =>
      attempt(library, async ({ checked, counted }) => {
        const operations = random.shuffle(checked?.loaded.operations ?? [])
        const calls = await kept(`counted/${idOf(library)}/${number}`, () =>
          countedProcess(library, pool, operations, { ...counting, cpus: lane }),
        )
        counted.push(calls)
        sayFigures(library, number, calls, ({ javascript }) => `${grouped(javascript)} instructions`)
      }),
    )
  }
  return libraries.map((library) => measured(library, tallies.get(library) as Tally, attempts.reasonOf(library)))
}

function idOf({ folder, runtime }: Library): string {
  return `${folder.name} (${runtime.name})`
}

function nameOf(library: Library): string {
  return idOf(library).padEnd(24)
}

function measured(
  { folder, runtime }: Library,
  { checked, timed, counted }: Tally,
  refusal: string | null,
): MeasuredLibrary {
  const { manifest, name } = folder
  const loaded = checked?.loaded
  return {
    folder: name,
    library: loaded?.library ?? manifest.validation.library ?? manifest.name ?? name,
    package: loaded?.package ?? null,
    version: versionOf(folder, loaded?.package ?? null),
    validation: manifest.validation,
    runtime: runtime.name,
    runtimeVersion: runtime.version,
    code: codeDigest(folder),
    checked: checked?.checked ?? 0,
    ...(checked?.accepts !== undefined && { accepts: checked.accepts }),
    deviations: checked?.deviations ?? [],
    operations: loaded?.operations ?? [],
    bytes: checked?.bytes ?? {},
    timed,
    counted,
    refusal,
  }
}
