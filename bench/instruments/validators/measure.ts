/** Measures all libraries in fresh processes: checks each, times it, then counts it, in random order. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, join } from 'node:path'
import type { MeasuredLibrary } from '../../../charts/instruments/validators/format.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { type Countable, type Counter, patience } from '../../counters/counter.ts'
import { codeDigest } from '../../folders/code-digest.ts'
import { deviationsFor } from '../../folders/concerns.ts'
import type { Server } from '../../folders/servers.ts'
import { type Runtime, repeatable, withV8Flags } from '../../machine/runtimes.ts'
import { ServerProcess } from '../../server/server-process.ts'
import { type MeasuredServer, measureProcesses } from '../processes.ts'
import { type CheckOutcome, checkLibrary } from './check.ts'
import type { Pool } from './commands.ts'
import { type CountedCalls, countOperation } from './count-operation.ts'
import { firstText, makePool } from './inputs.ts'
import { type Ask, connectTo } from './library-process.ts'
import type { Handlers } from './worker.ts'

/**
 * Inputs per batch, made before the clock starts: few enough to fit easily into the young generation, and enough that the
 * clock's resolution is below 0.1% of the shortest batch.
 */
export const BATCH = 1_024

/** Maximum batches: making an input takes longer than most calls, so a limit in seconds of calls could take minutes. */
export const BATCHES = { timed: 200, warmUp: 100 }

const file = findPackageJSON('mitata', import.meta.url)

/** The timing library, with its version. */
export const TOOL = `mitata ${file ? JSON.parse(readFileSync(file, 'utf8')).version : ''}`.trim()

/** Milliseconds for a response; from an emulated process, longer. */
const PATIENCE = 30_000
const EMULATED_PATIENCE = 300_000

export interface ValidatorsPlan {
  /** Folders with steps, each on each runtime. */
  libraries: readonly Server[]
  /** Fresh processes of each library to time, and as many to count. */
  processes: number
  /** Maximum seconds of calls per operation and process, and of warm-up before any is timed. */
  seconds: number
  /** Null to count no instructions. */
  counting: { counter: Pick<Counter, 'start'>; lanes: readonly (number[] | null)[] } | null
  seed: number
  /** CPUs of timed processes; null without pinning. */
  cpus: number[] | null
}

/** Measures all libraries. One that fails is disqualified; the others continue. */
export async function measureLibraries(plan: ValidatorsPlan): Promise<MeasuredLibrary[]> {
  const { libraries, processes, counting, seed, cpus, seconds } = plan
  const pool = makePool(seed)
  const checks = await checkLibraries(libraries, pool, { seed, cpus })
  const operations = new Map(
    checks.map(({ server, processes: [checked] }) => [server, checked?.operations ?? []]),
  )
  const inOrder = (library: Server, round: number) =>
    createRandom(seed + round).shuffle(operations.get(library) ?? [])
  const stretch = (batches: number) => ({ seconds, batches, batch: BATCH })
  const timed = await measureProcesses({
    ...{ servers: passed(checks), processes, lanes: [cpus], seed },
    measure: async (library, round) =>
      inProcess(
        await started(library, cpus),
        loadSteps(library, pool),
        async (ask, { importMilliseconds, firstCallMicroseconds }) => {
          const stretches = { warmUp: stretch(BATCHES.warmUp), timed: stretch(BATCHES.timed) }
          const times = await ask('time', { operations: inOrder(library, round), ...stretches })
          return { importMilliseconds, firstCallMicroseconds, ...times }
        },
      ),
    line: ({ nanoseconds, loop }) =>
      figuresLine(nanoseconds, (time) => `${grouped(time - loop)} ns`),
  })
  const counted = counting
    ? await countLibraries(passed(timed), {
        ...{ ...counting, processes, seed, operations: inOrder },
        load: (library) => loadSteps(library, pool),
      })
    : []
  return checks.map((check) => {
    const own = <T>(all: readonly MeasuredServer<T>[]) =>
      all.find(({ server }) => server === check.server)
    const [times, counts] = [own(timed), own(counted)]
    return {
      ...libraryOf(check),
      timed: times?.processes ?? [],
      counted: counts?.processes ?? [],
      refusal: check.refusal ?? times?.refusal ?? counts?.refusal ?? null,
    }
  })
}

interface Conditions {
  seed: number
  cpus: number[] | null
}

/** Checks each library in a process of its own, all with the same inputs. */
export function checkLibraries(
  libraries: readonly Server[],
  pool: Pool,
  { seed, cpus }: Conditions,
) {
  return measureProcesses({
    ...{ servers: libraries, processes: 1, lanes: [cpus], seed },
    measure: async (library) =>
      inProcess(
        await started(library, cpus),
        loadSteps(library, pool),
        async (ask, loaded): Promise<Checked> => {
          const known = deviationsFor(library.manifest, updateUser)
          return {
            ...loaded,
            ...(await checkLibrary(createRandom(seed), known, (texts) =>
              ask('observe', { texts }),
            )),
          }
        },
      ),
    line: ({ checked }) => `${grouped(checked)} inputs checked`,
  })
}

interface Counting<Id, L> extends NonNullable<ValidatorsPlan['counting']> {
  processes: number
  seed: number
  /** Returns the command that loads what is counted. */
  load(library: Server): (ask: Ask) => Promise<L>
  /** Returns the operations in the order of a process. */
  operations(library: Server, round: number, loaded: L): readonly Id[]
}

/** Counts the operations of each library in fresh processes; those of a round have the same seed. */
export function countLibraries<Id extends string, L>(
  libraries: readonly Server[],
  { counter, lanes, processes, seed, load, operations }: Counting<Id, L>,
) {
  return measureProcesses({
    ...{ servers: libraries, processes, lanes, seed },
    async measure(library, round, lane) {
      const countable = await counter.start(launchOf(library.runtime, repeatable(round)), lane)
      return inProcess(
        { ...countable, patience: EMULATED_PATIENCE },
        load(library),
        (ask, loaded) => countOperations(ask, countable, operations(library, round, loaded)),
      )
    },
    line: (calls) =>
      figuresLine<CountedCalls>(
        calls,
        ({ instructions }) => `${grouped(instructions)} instructions`,
      ),
  })
}

async function started({ runtime }: Server, cpus: number[] | null): Promise<Started> {
  const process = await ServerProcess.start(launchOf(runtime), cpus, patience)
  return { process, patience: PATIENCE, stop: () => process.stop(patience) }
}

interface Started {
  process: ServerProcess
  /** Milliseconds for a response. */
  patience: number
  stop(): Promise<unknown>
}

type Loaded = Awaited<ReturnType<Handlers['load']>>

type Checked = CheckOutcome & Pick<Loaded, 'library' | 'package' | 'operations' | 'stringifies'>

/** Returns the command that loads a library's steps. */
export const loadSteps =
  ({ entry }: Server, pool: Pool) =>
  async (ask: Ask): Promise<Loaded> => {
    const loaded = await ask('load', { steps: entry, first: firstText(pool), pool })
    if (!loaded.accepted) throw new Error('the first call of validate rejects a valid value')
    return loaded
  }

/** Loads something into a started process, and ends the process after the work. @throws with its first error */
async function inProcess<L, T>(
  { process, patience, stop }: Started,
  load: (ask: Ask) => Promise<L>,
  work: (ask: Ask, loaded: L) => Promise<T>,
): Promise<T> {
  try {
    using library = await connectTo(process, patience)
    return await work(library.ask, await load(library.ask))
  } finally {
    await stop()
  }
}

function launchOf(runtime: Runtime, flags: readonly string[] = []) {
  const { executable, args } = withV8Flags(runtime, ['--expose-gc', ...flags])
  return { runtime: { executable, args }, entry: join(import.meta.dirname, 'worker.ts') }
}

/** Counts operations in the given order, without the loop and the call's share of the command that starts the calls. */
async function countOperations<Id extends string>(
  ask: Ask,
  countable: Countable,
  operations: readonly Id[],
): Promise<Partial<Record<Id, CountedCalls>>> {
  const all: [Id, CountedCalls][] = []
  for (const operation of operations)
    all.push([operation, await countOperation(ask, countable, operation)])
  const { instructions: loop } = await countOperation(ask, countable, null)
  return Object.fromEntries(
    all.map(([operation, calls]) => [
      operation,
      { ...calls, instructions: calls.instructions - loop },
    ]),
  ) as Partial<Record<Id, CountedCalls>>
}

function passed(all: readonly MeasuredServer<unknown>[]): Server[] {
  return all.flatMap(({ server, refusal }) => (refusal === null ? [server] : []))
}

function figuresLine<T>(figures: Partial<Record<string, T>>, text: (figure: T) => string): string {
  return Object.entries<T>(figures as Record<string, T>)
    .map(([operation, figure]) => `${operation} ${text(figure)}`)
    .join(', ')
}

function libraryOf({ server, processes: [checked], ...identity }: MeasuredServer<Checked>) {
  const { manifest, packages, version, directory } = server
  const name = basename(directory)
  return {
    ...identity,
    name,
    displayName: checked?.library ?? manifest.validation.library ?? manifest.name ?? name,
    version: checked ? (packages[checked.package ?? ''] ?? null) : version,
    validation: manifest.validation,
    code: codeDigest(server),
    operations: checked?.operations ?? [],
    checked: checked?.checked ?? 0,
    ...(checked?.accepts !== undefined && { accepts: checked.accepts }),
    deviations: checked?.deviations ?? [],
  }
}
