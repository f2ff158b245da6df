/** The fresh processes of a library: one to check it, some to time it, some to count what it executes. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import type { CountedCalls, OperationId, TimedProcess } from '../../../charts/instruments/validators/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import type { KnownDeviation } from '../../../shared/results/disclosure.ts'
import { type Counter, patience } from '../../counters/counter.ts'
import { ServerProcess } from '../../host/server-process.ts'
import { type CheckOutcome, checkLibrary, firstText } from './check.ts'
import type { Loaded, Pool } from './commands.ts'
import { type CountedAmounts, countOperation } from './count-operation.ts'
import type { Library } from './libraries.ts'
import { LibraryProcess, launchOf } from './library-process.ts'

/**
 * Inputs are made as many at a time, before the clock starts: few enough to be little beside a young generation, and many
 * enough that the clock's own grain is less than a thousandth of the shortest batch.
 */
export const BATCH = 1_024

/**
 * Batches that are timed at most, and that warm up at most: making an input takes longer than most calls, so that seconds of
 * calls would take minutes.
 */
export const BATCHES = { timed: 200, warmUp: 100 }

const file = findPackageJSON('mitata', import.meta.url)

/** What times calls, with its version. */
export const TOOL = `mitata ${file ? JSON.parse(readFileSync(file, 'utf8')).version : ''}`.trim()

/** Milliseconds in which a command must be answered, by a process as it is and by one that is emulated. */
const PATIENCE = 30_000
const EMULATED_PATIENCE = 300_000

/** A young generation so large that none is collected between two looks at the heap. */
const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=64']

export interface Checked extends CheckOutcome {
  loaded: Loaded
  bytes: Partial<Record<OperationId, number | null>>
}

/**
 * Puts contract and invariants to a library, and weighs what its calls allocate.
 * @throws of the first case that it breaks, or where it can't be loaded
 */
export function checkedProcess(
  library: Library,
  pool: Pool,
  {
    random,
    known,
    seconds,
    cpus,
  }: { random: Random; known: readonly KnownDeviation[]; seconds: number; cpus: number[] | null },
): Promise<Checked> {
  return inProcess(library, pool, cpus, ROOMY, async (process, loaded) => {
    const outcome = await checkLibrary(random, known, (texts) => process.ask('observe', { texts }))
    const bytes = await process.ask('weigh', { operations: loaded.operations, warmUp: stretches(seconds).warmUp })
    return { ...outcome, loaded, bytes }
  })
}

function stretches(seconds: number) {
  const stretch = (batches: number) => ({ seconds, batches, batch: BATCH })
  return { warmUp: stretch(BATCHES.warmUp), timed: stretch(BATCHES.timed) }
}

/**
 * Times operations in that order.
 * @param seconds of calls of each at the most, and as many before any is timed
 * @throws where a call throws, hangs or gives what is wrong
 */
export function timedProcess(
  library: Library,
  pool: Pool,
  operations: OperationId[],
  seconds: number,
  cpus: number[] | null,
): Promise<TimedProcess> {
  return inProcess(library, pool, cpus, [], async (process, { importMilliseconds, firstCallMicroseconds }) => {
    const timed = await process.ask('time', { operations, ...stretches(seconds) })
    return { importMilliseconds, firstCallMicroseconds, ...timed }
  })
}

/** Counts operations in that order. @throws where nothing is counted, or a call throws, hangs or gives what is wrong */
export async function countedProcess(
  library: Library,
  pool: Pool,
  operations: OperationId[],
  { counter, amounts, cpus }: { counter: Counter; amounts: CountedAmounts; cpus: number[] | null },
): Promise<Partial<Record<OperationId, CountedCalls>>> {
  const countable = await counter.start(launchOf(library.runtime), cpus)
  const process = new LibraryProcess(countable.process, counter.emulates ? EMULATED_PATIENCE : PATIENCE)
  try {
    await process.ask('load', { steps: library.folder.entry, first: firstText(pool), pool })
    const count = (operation: OperationId | null) => countOperation(process, countable, operation, amounts)
    const all: [OperationId, CountedCalls][] = []
    for (const operation of operations) all.push([operation, await count(operation)])
    const loop = await count(null)
    return Object.fromEntries(all.map(([operation, calls]) => [operation, without(calls, loop)]))
  } finally {
    process.close()
    await countable.stop()
  }
}

/** A call without the loop around it, and without its share of the command that starts the calls. */
function without({ javascript, others, ...rest }: CountedCalls, loop: CountedCalls): CountedCalls {
  return { javascript: javascript - loop.javascript, others: others - loop.others, ...rest }
}

async function inProcess<T>(
  library: Library,
  pool: Pool,
  cpus: number[] | null,
  options: readonly string[],
  work: (process: LibraryProcess, loaded: Loaded) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(launchOf(library.runtime, options), cpus, patience)
  const process = new LibraryProcess(server, PATIENCE)
  try {
    const loaded = await process.ask('load', { steps: library.folder.entry, first: firstText(pool), pool })
    if (!loaded.accepted) throw new Error('the first call of validate refuses a valid value')
    return await work(process, loaded)
  } finally {
    process.close()
    await server.stop(patience)
  }
}
