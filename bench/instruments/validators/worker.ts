/**
 * The process in which a library is called. It starts like a server, so that counting and pinning work as for servers, and
 * takes commands on its port. Before the library, it imports little, and no library.
 */
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { OperationId, TimedProcess } from '../../../charts/instruments/validators/format.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import { Calls, collectGarbage } from './calls.ts'
import { linesOf, type Pool, type Reply, type Stretch } from './commands.ts'
import {
  type BenchedOperation,
  casesOf,
  nothing,
  observeAll,
  subjectsOf,
  validInput,
} from './subjects.ts'

interface Loaded {
  /** Null for a module of cases. */
  steps: Steps | null
  isAsync: boolean
  empty: BenchedOperation
  subjects: ReadonlyMap<string, BenchedOperation>
}

/** Set by `load` and `loadCases`. */
let library: Loaded | undefined
let serial = 0
/** Set by `prepare`. */
let prepared: { calls: Calls; inputs: unknown[] } | undefined
/** Prepared operations: their generated code is kept, so that it warms up. */
const warm = new Map<string | null, Calls>()

const milliseconds = (since: bigint) => Number(process.hrtime.bigint() - since) / 1e6

export type Handlers = typeof handlers

/** By the name of the command. */
const handlers = {
  /** Imports the steps, and calls `validate` once with the first text. Times are those of either. */
  async load({ steps: file, first, pool }: { steps: string; first: string; pool: Pool }) {
    const asked = process.hrtime.bigint()
    const { steps } = (await import(pathToFileURL(file).href)) as { steps?: Steps }
    const importMilliseconds = milliseconds(asked)
    if (steps === undefined) throw new Error('its file exports no "steps"')
    const body = JSON.parse(first)
    const called = process.hrtime.bigint()
    const result = steps.validate(body)
    const accepted = await result
    const firstCallMicroseconds = milliseconds(called) * 1e3
    serial = pool.firstSerial
    const subjects = subjectsOf(steps, pool)
    const empty = nothing((serial) => validInput(pool, serial))
    library = { steps, isAsync: result instanceof Promise, empty, subjects }
    const { library: name, package: npmPackage } = steps
    const operations = [...subjects.keys()].filter((operation) => operation !== 'reject')
    const stringifies = steps.stringify !== JSON.stringify
    const cold = { importMilliseconds, firstCallMicroseconds }
    return { library: name, package: npmPackage, operations, stringifies, ...cold, accepted }
  },
  /** Imports a module of cases, and returns their names. */
  async loadCases({ file }: { file: string }) {
    const { cases, isAsync } = await casesOf(await import(pathToFileURL(file).href))
    library = { steps: null, isAsync, empty: nothing((serial) => serial), subjects: cases }
    return [...cases.keys()]
  },
  /** Parses each JSON string and runs all steps on it. */
  observe: ({ texts }: { texts: string[] }) => observeAll(loaded().steps as Steps, texts),
  /** Warms up all operations in the given order, then times them: ns per call, and of an empty one, with its loop. */
  async time({
    operations,
    warmUp,
    timed: stretch,
  }: {
    operations: OperationId[]
    warmUp: Stretch
    timed: Stretch
  }) {
    // Imported after the library, so that shared imports count for the library.
    const { timeCalls } = await import('./time.ts')
    const all = new Map([null, ...operations].map((operation) => [operation, callsOf(operation)]))
    for (const calls of all.values()) await timeCalls(calls, warmUp)
    const timed: Pick<TimedProcess, 'loop' | 'nanoseconds'> = { loop: 0, nanoseconds: {} }
    for (const [operation, calls] of all) {
      const time = await timeCalls(calls, stretch)
      if (operation === null) timed.loop = time
      else timed.nanoseconds[operation] = time
    }
    return timed
  },
  /** Makes that many inputs and collects the garbage. Operation null: an empty call. */
  async prepare({ operation, calls: number }: { operation: string | null; calls: number }) {
    const calls = warm.get(operation) ?? callsOf(operation)
    warm.set(operation, calls)
    const inputs = await calls.inputs(number)
    collectGarbage()
    prepared = { calls, inputs }
  },
  /** Calls the operation with each prepared input. */
  async call() {
    const { calls, inputs } = prepared as NonNullable<typeof prepared>
    await calls.callAll(inputs)
  },
  /** Verifies the results. */
  async verify() {
    prepared?.calls.verify()
  },
}

function loaded(): Loaded {
  if (!library) throw new Error('no library is loaded')
  return library
}

function callsOf(operation: string | null): Calls {
  const { isAsync, empty, subjects } = loaded()
  const subject = operation === null ? empty : (subjects.get(operation) as BenchedOperation)
  return new Calls(subject, () => serial++, isAsync)
}

async function reply(line: string): Promise<Reply> {
  try {
    const { name, asks } = JSON.parse(line) as { name: keyof Handlers; asks: never }
    return { answer: await handlers[name](asks) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

createServer(async (socket) => {
  for await (const line of linesOf(socket)) socket.write(`${JSON.stringify(await reply(line))}\n`)
}).listen(Number(process.env.PORT), process.env.HOST)
