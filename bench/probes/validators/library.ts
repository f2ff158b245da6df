/** Calls a library in processes of their own: sends commands, detects hangs, and counts instructions. */
import { once } from 'node:events'
import { join } from 'node:path'
import { type Countable, type Counter, EMULATED_LIMITS } from '../../counters/counter.ts'
import type { Server } from '../../folders/servers.ts'
import { type Runtime, repeatable, withV8Flags } from '../../machine/runtimes.ts'
import type { ServerProcess } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import type { Handlers, Reply } from './worker.ts'

/** Milliseconds for a response; from an emulated process, longer. */
const TIMEOUT = 30_000
const EMULATED_TIMEOUT = 300_000

/** @throws with the process's error, or if it ends or does not respond */
export type Ask = <Name extends keyof Handlers>(
  name: Name,
  ...asks: Parameters<Handlers[Name]>
) => Promise<Awaited<ReturnType<Handlers[Name]>>>

/** @param timeout milliseconds for a response */
export function asking(
  { child, exited }: Pick<ServerProcess, 'child' | 'exited'>,
  timeout: number,
): Ask {
  return async (name, ...[asks]) => {
    const signal = AbortSignal.timeout(timeout)
    const message = once(child, 'message', { signal }).catch(() => {
      throw new Error(`${name}: no response in ${timeout / 1000} s: it hangs`)
    })
    // The end of the process explains why nothing could be sent.
    child.send({ name, asks }, () => {})
    const [reply] = (await Promise.race([message, exited])) as [Reply]
    if ('error' in reply) throw new Error(reply.error)
    return reply.result as never
  }
}

/** Does work with a process, in which nothing is loaded yet. @throws with its first error */
export function withProcess<T>(
  { runtime }: Pick<Server, 'runtime'>,
  cpus: number[] | null,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  return withServer(launchOf(runtime), { cpus, limits: EMULATED_LIMITS }, (server) =>
    work(asking(server, TIMEOUT)),
  )
}

function launchOf(runtime: Runtime, flags: readonly string[] = []) {
  const { executable, args } = withV8Flags(runtime, ['--expose-gc', ...flags])
  return {
    runtime: { executable, args },
    entry: join(import.meta.dirname, 'worker.ts'),
    messages: true,
  }
}

/** Calls of an operation before it is counted, enough for the optimizing compilers, and counted ones; half of these is a batch. */
export const AMOUNTS = { warmUp: 24_000, calls: 8_000 }
/** Tolerance between the two halves of the counted calls for a settled operation. */
const SAME = 0.02

export interface CountedCalls {
  /** Per call. */
  instructions: number
  /** Whether both halves of the counted calls agree. */
  settled: boolean
}

interface Counting {
  counter: Pick<Counter, 'start'>
  cpus: number[] | null
  /** Of V8's random numbers. */
  seed: number
  /** Loads what is counted, and returns the operations in their order. */
  load(ask: Ask): Promise<readonly string[]>
}

/** Counts operations in a fresh process, without the loop and the call's share of the command that starts the calls. */
export async function countCalls(
  { runtime }: Pick<Server, 'runtime'>,
  { counter, cpus, seed, load }: Counting,
): Promise<Record<string, CountedCalls>> {
  const countable = await counter.start(launchOf(runtime, repeatable(seed)), cpus)
  try {
    const ask = asking(countable.process, EMULATED_TIMEOUT)
    const all: Record<string, CountedCalls> = {}
    for (const name of await load(ask)) all[name] = await countOperation(ask, countable, name)
    const loop = await countOperation(ask, countable, '')
    for (const counted of Object.values(all)) counted.instructions -= loop.instructions
    return all
  } finally {
    await countable.stop()
  }
}

/**
 * Warms up the operation, then counts two halves. Counts include the loop; making inputs, collecting their garbage and verifying
 * results are excluded.
 * @param name empty for an empty call
 */
export async function countOperation(
  ask: Ask,
  countable: Pick<Countable, 'during'>,
  name: string,
): Promise<CountedCalls> {
  // Constant, so that each call has the same share of the command that starts them.
  const half = AMOUNTS.calls / 2
  const perCall = async () => {
    await ask('prepare', { name, calls: half })
    const { javascript } = await countable.during(() => ask('call'))
    await ask('verify')
    return javascript / half
  }
  for (let done = 0; done < AMOUNTS.warmUp; done += half) await perCall()
  const [first, second] = [await perCall(), await perCall()]
  return { instructions: (first + second) / 2, settled: Math.abs(second / first - 1) <= SAME }
}
