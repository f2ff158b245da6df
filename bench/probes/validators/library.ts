/** Calls a library in processes of their own: sends commands, detects hangs, and counts instructions. */
import { once } from 'node:events'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { callsId, FURTHER, MARKS } from '../../../shared/probes/validators/construction.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { type Countable, type Counter, EMULATED_LIMITS } from '../../counters/counter.ts'
import type { Server } from '../../folders/servers.ts'
import { type Runtime, withV8Flags } from '../../machine/runtimes.ts'
import { EAGER, repeatable, youngGeneration } from '../../machine/v8-flags.ts'
import type { Figures } from '../../measure/probe.ts'
import { makeScratch } from '../../processes/scratch.ts'
import type { ServerProcess } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import type { Pool } from './inputs.ts'
import { INVALID_INTERVAL } from './operations.ts'
import type { Handlers, Reply } from './worker.ts'

/** Milliseconds for a response; from an emulated process, longer. */
const TIMEOUT = 30_000
const EMULATED_TIMEOUT = 300_000

/** @throws with the process's error, or if it ends or does not respond */
export type SendCommand = <Name extends keyof Handlers>(
  name: Name,
  ...args: Parameters<Handlers[Name]>
) => Promise<Awaited<ReturnType<Handlers[Name]>>>

/** @param timeout milliseconds for a response */
export function commandSender(
  { child, exited }: Pick<ServerProcess, 'child' | 'exited'>,
  timeout: number,
): SendCommand {
  return async (name, ...[args]) => {
    const signal = AbortSignal.timeout(timeout)
    const message = once(child, 'message', { signal }).catch(() => {
      throw new Error(`${name}: no response in ${timeout / 1000} s: it hangs`)
    })
    // The end of the process explains why nothing could be sent.
    child.send({ name, args }, () => {})
    const [reply] = (await Promise.race([message, exited])) as [Reply]
    if ('error' in reply) throw new Error(reply.error)
    return reply.result as never
  }
}

/** Does work with a process, in which nothing is loaded yet. @throws with its first error */
export function withProcess<T>(
  { runtime }: Pick<Server, 'runtime'>,
  cpus: number[] | null,
  work: (send: SendCommand) => Promise<T>,
): Promise<T> {
  return withServer(launchOf(runtime), { cpus, limits: EMULATED_LIMITS }, (server) =>
    work(commandSender(server, TIMEOUT)),
  )
}

const WORKER = join(import.meta.dirname, 'worker.ts')

function launchOf(runtime: Runtime, flags: readonly string[] = []) {
  const { executable, args } = withV8Flags(runtime, ['--expose-gc', ...flags])
  return { runtime: { executable, args }, entry: WORKER, messages: true }
}

let workerInOneFile: string | undefined

/** Returns the worker in one file without types: reading and stripping them would be half of what an emulated process does to start. */
function countedWorker(): string {
  if (workerInOneFile !== undefined) return workerInOneFile
  workerInOneFile = join(makeScratch('bench-worker-'), 'worker.mjs')
  buildSync({
    entryPoints: [WORKER],
    outfile: workerInOneFile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['mitata'],
  })
  return workerInOneFile
}

/** Returns the id of the metric that an operation, or a function of a user's own, is counted for. */
export const idOf = (operation: string) => `${operation}_instructions`

/** Calls of an operation before it is counted, enough for the optimizing compilers, and counted ones; half of these is a batch. */
export const AMOUNTS = { warmUp: 24_000, calls: 8_000 }
/** The same with eager compilers. */
export const EAGER_AMOUNTS = { warmUp: 5_000, calls: 2_000 }
/** Tolerance between the two halves of the counted calls for a settled operation. */
const CALLS_TOLERANCE = 0.02

export interface CountedCalls {
  /** Per call, in both halves of the counted calls. */
  instructions: number
  /** In the half that executed fewer: what V8 does once, such as to optimize again, is in the other. */
  lesser: number
  /** Whether both halves of the counted calls agree. */
  settled: boolean
}

interface Counting {
  counter: Pick<Counter, 'start'>
  cpus: number[] | null
  /** Seed of V8's random numbers. */
  seed: number
  /** Whether V8's compilers are eager, so that fewer calls do. */
  eager?: boolean
  /** Loads what is counted, and returns the operations in their order. */
  load(send: SendCommand): Promise<readonly string[]>
}

/** Counts operations in a fresh process, without the loop and the call's share of the command that starts the calls. */
export async function countCalls(
  { runtime }: Pick<Server, 'runtime'>,
  { counter, cpus, seed, eager = false, load }: Counting,
): Promise<Record<string, CountedCalls>> {
  const launch = launchOf(runtime, [...(eager ? EAGER : []), ...repeatable(seed)])
  const amounts = eager ? EAGER_AMOUNTS : AMOUNTS
  return withCountable(launch, { counter, cpus }, async (send, { during }) => {
    const countedByName: Record<string, CountedCalls> = {}
    const count = (name: string) => countOperation(send, during, name, amounts)
    for (const name of await load(send)) countedByName[name] = await count(name)
    const loop = await count('')
    for (const counted of Object.values(countedByName)) {
      counted.instructions -= loop.instructions
      counted.lesser -= loop.lesser
    }
    return countedByName
  })
}

/** Calls of a user's function by which its work is judged. */
const TRIAL = { warmUp: 20, calls: 20 }
/** Calls of a function that executes more than `least` instructions per call; it warms up by at least so many of both. */
const LARGE = { least: 200_000, warmUp: { calls: 240, instructions: 1e9 }, calls: 80 }

/**
 * Returns the calls of a function that executes so many instructions per call before V8 optimizes it. With too few of them, a
 * loop of few rounds is counted as it is interpreted, and one of many rounds as it is optimized.
 */
export function amountsFor(instructions: number): typeof AMOUNTS {
  if (instructions <= LARGE.least) return AMOUNTS
  const { warmUp, calls } = LARGE
  return { warmUp: Math.max(warmUp.calls, Math.ceil(warmUp.instructions / instructions)), calls }
}

/** Counts a function of a user's own module in a fresh process, as `countCalls` does: instructions per call. */
export async function countCase(
  { entry, runtime }: Pick<Server, 'entry' | 'runtime'>,
  name: string,
  { counter, cpus, seed }: Omit<Counting, 'load'>,
): Promise<number> {
  const launch = launchOf(runtime, [...youngGeneration(), ...repeatable(seed)])
  return withCountable(launch, { counter, cpus }, async (send, { during }) => {
    await send('loadCase', { file: entry, name })
    // The lesser half: with few calls, what V8 does once, such as to optimize the loop, would be half of the other.
    const count = async (name: string, amounts: typeof AMOUNTS) =>
      Math.min(...(await countHalves(send, during, name, amounts)))
    const amounts = amountsFor(await count(name, TRIAL))
    return (await count(name, amounts)) - (await count('', amounts))
  })
}

async function withCountable<T>(
  launch: ReturnType<typeof launchOf>,
  { counter, cpus }: Pick<Counting, 'counter' | 'cpus'>,
  work: (send: SendCommand, countable: Pick<Countable, 'during'>) => Promise<T>,
): Promise<T> {
  const countable = await counter.start({ ...launch, entry: countedWorker() }, cpus)
  try {
    return await work(commandSender(countable.process, EMULATED_TIMEOUT), countable)
  } finally {
    await countable.stop()
  }
}

/** Node's flag with which `new Function` throws, as in a worker of Cloudflare after its start. */
const NO_CODE_GENERATION = '--disallow-code-generation-from-strings'

/**
 * Counts the first schema of a fresh process of Node: its construction, and its calls from the first on.
 * @param generatesCode false where the library may make no code of strings
 */
export async function countSchema(
  { entry, runtime }: Pick<Server, 'entry' | 'runtime'>,
  pool: Pool,
  { generatesCode, seed, ...counting }: Omit<Counting, 'load'> & { generatesCode: boolean },
): Promise<Required<Pick<Figures, 'library' | 'values'>>> {
  const flags = [...repeatable(seed), ...(generatesCode ? [] : [NO_CODE_GENERATION])]
  return withCountable(launchOf(runtime, flags), counting, async (send, { during }) => {
    const library = await send('loadBuilder', { file: entry, pool })
    const life = countLife(send, during)
    return { library, values: generatesCode ? await life : await life.catch(noFiguresWithoutCode) }
  })
}

/** Returns no figures for a library that does not work without code generation. @throws any other error */
export function noFiguresWithoutCode(error: Error): Figures['values'] {
  if (/^Code generation from strings disallowed/.test(error.message)) return { steady: null }
  throw error
}

/** Empty commands before the first schema, until their own code is compiled; the rest of them give the cost of a command. */
const EMPTY = { warmUp: 200, counted: 20 }
/** Calls whose inputs are made at a time. */
const LARGEST_BATCH = 4_000

/** Returns instructions by the ids of the metrics: of the first schema, its calls up to each mark and the last ones, and of further schemas. */
export async function countLife(
  send: SendCommand,
  during: Countable['during'],
): Promise<Record<string, number>> {
  const count = async (name: 'build' | 'use' | 'buildFurther' | 'useFurther') =>
    (await during(() => send(name))).javascript
  const commands: number[] = []
  for (let i = 0; i < EMPTY.warmUp + EMPTY.counted; i++) commands.push(await count('use'))
  const command = medianOf(commands.slice(EMPTY.warmUp))
  const figures: Record<string, number> = { construction: (await count('build')) - command }
  let [made, total, steady] = [0, 0, 0]
  for (const mark of MARKS) {
    for (let calls = 0; made < mark; made += calls) {
      calls = Math.min(mark - made, LARGEST_BATCH)
      await send('prepareUsers', { calls })
      const counted = (await count('use')) - command
      await send('verifyUsers')
      total += counted
      steady = counted / calls
    }
    figures[callsId(mark)] = total
  }
  await send('verifySchema')
  await send('prepareFurther', { count: FURTHER })
  figures.furtherConstruction = ((await count('buildFurther')) - command) / FURTHER
  figures.furtherFirst = ((await count('useFurther')) - command) / FURTHER
  await send('verifyUsers')
  return { ...figures, steady }
}

/**
 * Counts two halves of calls. An invalid value would discard optimized code, so that all are valid; a last batch that is not counted
 * has some.
 * @param name empty for an empty call
 */
export async function countOperation(
  send: SendCommand,
  during: Countable['during'],
  name: string,
  amounts: typeof AMOUNTS,
): Promise<CountedCalls> {
  const [first, second] = await countHalves(send, during, name, amounts)
  await send('prepare', { name, calls: INVALID_INTERVAL, validOnly: false })
  await send('call')
  await send('verify')
  return {
    instructions: (first + second) / 2,
    lesser: Math.min(first, second),
    settled: Math.abs(second / first - 1) <= CALLS_TOLERANCE,
  }
}

/**
 * Warms up the operation, then counts two halves: instructions per call. They include the loop; making inputs, collecting their
 * garbage and verifying results are excluded.
 */
async function countHalves(
  send: SendCommand,
  during: Countable['during'],
  name: string,
  { warmUp, calls }: typeof AMOUNTS,
): Promise<[first: number, second: number]> {
  // Constant, so that each call has the same share of the command that starts them.
  const half = calls / 2
  const perCall = async () => {
    await send('prepare', { name, calls: half, validOnly: true })
    const counted = { id: idOf(name), calls: half }
    const { javascript } = await during(() => send('call'), counted)
    await send('verify')
    return javascript / half
  }
  for (let done = 0; done < warmUp; done += half) await perCall()
  return [await perCall(), await perCall()]
}
