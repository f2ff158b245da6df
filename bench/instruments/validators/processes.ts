/** Fresh processes of a library: one for the check, and further ones for timing and for counting. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import type { OperationId, TimedProcess } from '../../../charts/instruments/validators/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import type { KnownDeviation } from '../../../shared/results/disclosure.ts'
import { type Counter, patience } from '../../counters/counter.ts'
import { ServerProcess } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { type CheckOutcome, checkLibrary, firstText } from './check.ts'
import type { Loaded, Pool } from './commands.ts'
import { type CountedAmounts, type CountedCalls, countOperation } from './count-operation.ts'
import { LibraryProcess, launchOf } from './library-process.ts'

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

/** What a library's first process tells of it. */
export interface Checked extends CheckOutcome, Pick<Loaded, 'library' | 'package' | 'operations'> {}

type Library = Pick<Server, 'runtime' | 'entry'>

/**
 * Checks a library against contract and invariants.
 * @param known the library's known deviations
 * @throws with the first violated case, or if it cannot be loaded
 */
export function checkedProcess(
  library: Library,
  pool: Pool,
  random: Random,
  known: readonly KnownDeviation[],
  cpus: number[] | null,
): Promise<Checked> {
  return inProcess(library, pool, cpus, async (process, { library: name, package: npmPackage, operations }) => {
    const outcome = await checkLibrary(random, known, (texts) => process.ask('observe', { texts }))
    return { ...outcome, library: name, package: npmPackage, operations }
  })
}

/**
 * Times operations in the given order.
 * @param seconds of calls per operation, at most, and as many for warm-up
 * @throws if a call throws, hangs or returns a wrong result
 */
export function timedProcess(
  library: Library,
  pool: Pool,
  operations: OperationId[],
  seconds: number,
  cpus: number[] | null,
): Promise<TimedProcess> {
  const stretch = (batches: number) => ({ seconds, batches, batch: BATCH })
  const stretches = { warmUp: stretch(BATCHES.warmUp), timed: stretch(BATCHES.timed) }
  return inProcess(library, pool, cpus, async (process, { importMilliseconds, firstCallMicroseconds }) => {
    const timed = await process.ask('time', { operations, ...stretches })
    return { importMilliseconds, firstCallMicroseconds, ...timed }
  })
}

/** Counts operations in the given order. @throws if nothing is counted, or a call throws, hangs or returns a wrong result */
export async function countedProcess(
  library: Library,
  pool: Pool,
  operations: OperationId[],
  { counter, amounts, cpus }: { counter: Pick<Counter, 'start'>; amounts: CountedAmounts; cpus: number[] | null },
): Promise<Partial<Record<OperationId, CountedCalls>>> {
  const countable = await counter.start(launchOf(library.runtime), cpus)
  const process = new LibraryProcess(countable.process, EMULATED_PATIENCE)
  try {
    await process.ask('load', { steps: library.entry, first: firstText(pool), pool })
    const count = (operation: OperationId | null) => countOperation(process, countable, operation, amounts)
    const all: [OperationId, CountedCalls][] = []
    for (const operation of operations) all.push([operation, await count(operation)])
    // The loop, and with it a call's share of the command that starts the calls.
    const { instructions: loop } = await count(null)
    return Object.fromEntries(
      all.map(([operation, calls]) => [operation, { ...calls, instructions: calls.instructions - loop }]),
    )
  } finally {
    process.close()
    await countable.stop()
  }
}

async function inProcess<T>(
  library: Library,
  pool: Pool,
  cpus: number[] | null,
  work: (process: LibraryProcess, loaded: Loaded) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(launchOf(library.runtime), cpus, patience)
  const process = new LibraryProcess(server, PATIENCE)
  try {
    const loaded = await process.ask('load', { steps: library.entry, first: firstText(pool), pool })
    if (!loaded.accepted) throw new Error('the first call of validate rejects a valid value')
    return await work(process, loaded)
  } finally {
    process.close()
    await server.stop(patience)
  }
}
