/**
 * The process in which a library is called. It starts like a server, so that counting and pinning work as for servers, and
 * takes commands as messages. Before the library, it imports little, and no library.
 */
import { createServer } from 'node:net'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Steps } from '../../../shared/models/steps.ts'
import { type Awaited, Calls, collectGarbage, type Stretch } from './calls.ts'
import type { Pool } from './inputs.ts'
import {
  caseNames,
  caseOf,
  emptyOperation,
  isInvalid,
  type Operation,
  observe,
  operationsOf,
  validInput,
} from './operations.ts'
import { schemaHandlers } from './schema.ts'

/** Set by `load`. */
let steps: Steps
/** By name; the empty one has none. */
let operations: ReadonlyMap<string, Operation>
let awaited: Awaited = 'none'
let serial = 0
/** Whether serial numbers of invalid values are left out. */
let skipsInvalid = false
/** Operations that are counted: their generated code is kept, so that it warms up. */
const counted = new Map<string, Calls>()
/** Set by `prepare`. */
let prepared: { calls: Calls; inputs: unknown[] } | undefined

const milliseconds = (since: bigint) => Number(process.hrtime.bigint() - since) / 1e6

export type Handlers = typeof handlers

interface Batch {
  name: string
  calls: number
  /** Whether none of the values to accept is invalid. */
  validOnly: boolean
}

/** By the name of the command. */
const handlers = {
  ...schemaHandlers,
  /** Imports the steps, and calls `validate` once. Times are those of either. */
  async load({ file, pool }: { file: string; pool: Pool }) {
    const body = validInput(pool, pool.firstSerial)
    const importStart = process.hrtime.bigint()
    const module: { steps?: Steps } = await import(pathToFileURL(file).href)
    const importMilliseconds = milliseconds(importStart)
    if (module.steps === undefined) throw new Error('its file exports no "steps"')
    steps = module.steps
    const callStart = process.hrtime.bigint()
    const result = steps.validate(body)
    const isValid = await result
    const firstCallMicroseconds = milliseconds(callStart) * 1e3
    if (!isValid) throw new Error('the first call of validate rejects a valid value')
    awaited = result instanceof Promise ? 'all' : 'none'
    serial = pool.firstSerial + 1
    const libraryOperations = operationsOf(steps, pool)
    operations = new Map([
      ...libraryOperations,
      ['', emptyOperation((serial) => validInput(pool, serial))],
    ])
    return {
      library: { name: steps.library, package: steps.package },
      operations: [...libraryOperations.keys()],
      importMilliseconds,
      firstCallMicroseconds,
    }
  },
  /** Imports a module of cases, and returns their names. */
  async caseNames({ file }: { file: string }) {
    return caseNames(await import(pathToFileURL(file).href))
  },
  /** Imports a module of cases, and calls one once. */
  async loadCase({ file, name }: { file: string; name: string }) {
    const operation = await caseOf(await import(pathToFileURL(file).href), name)
    awaited = 'some'
    operations = new Map([
      [name, operation],
      ['', emptyOperation((serial) => serial)],
    ])
  },
  /** Runs all steps on a JSON string. */
  observe: ({ text }: { text: string }) => observe(steps, text),
  /** Warms up all operations in the given order, then times them: ns per call. The empty one is the loop. */
  async time({ names, warmUp, timed }: { names: string[]; warmUp: Stretch; timed: Stretch }) {
    const timedCalls = names.map((name) => ({ name, calls: callsOf(name) }))
    for (const { calls } of timedCalls) await calls.time(warmUp)
    const times: Record<string, number> = {}
    for (const { name, calls } of timedCalls) times[name] = await calls.time(timed)
    return times
  },
  /** Makes that many inputs and collects the garbage. */
  async prepare({ name, calls: number, validOnly }: Batch) {
    skipsInvalid = validOnly
    const calls = counted.get(name) ?? callsOf(name)
    counted.set(name, calls)
    const inputs = await calls.inputs(number)
    collectGarbage()
    prepared = { calls, inputs }
  },
  /** Calls the operation with each prepared input. */
  async call() {
    await prepared?.calls.callAll(prepared.inputs)
  },
  /** Verifies the results. */
  async verify() {
    prepared?.calls.verify()
  },
}

function nextSerial(): number {
  if (skipsInvalid && isInvalid(serial)) serial++
  return serial++
}

const callsOf = (name: string) => new Calls(operations.get(name) as Operation, nextSerial, awaited)

export type Reply = { result: unknown } | { error: string }

async function reply({ name, args }: { name: keyof Handlers; args: never }): Promise<Reply> {
  try {
    return { result: await handlers[name](args) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', async (command: Parameters<typeof reply>[0]) =>
  process.send?.(await reply(command)),
)
// It is ready.
createServer().listen(Number(process.env.PORT), process.env.HOST)
