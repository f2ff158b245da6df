/** Counts one process of a server: warm-up until its counts agree, then the counted requests. */
import { spreadOf } from '../../shared/stats/statistics.ts'
import type { RequestRing } from '../load/request-ring.ts'
import type { Launch } from '../server/server-process.ts'
import { explained } from '../server/with-server.ts'
import type { Amounts, Countable, Counter } from './counter.ts'
import type { Executed } from './counts-file.ts'
import { Sequence } from './sequence.ts'

/** Number of consecutive warm-up steps that must agree, and their tolerance: range divided by mean. */
const STEPS = 3
const STEADY = 0.02
/** Tolerance between the two halves of the counted requests for a settled process. */
const HALVES_TOLERANCE = 0.01
/** Id of the metric that versions are compared by. */
export const LESSER = 'lesser'

/** Instructions per request of one process. */
export interface CountedProcess {
  /** Of the first thread, in each step of the warm-up. */
  warmUp: number[]
  /** In each half of the counted requests. */
  first: Executed
  second: Executed
  /** Whether the warm-up settled, and both halves agree. */
  settled: boolean
}

interface Counting<S extends Launch> {
  counter: Pick<Counter, 'start'>
  protocol: Amounts
  /** Returns the requests, always the same. */
  ring(server: S): RequestRing
}

/** @throws TrialFailure, or an error with the first wrong response */
export async function countProcess<S extends Launch>(
  { counter, protocol, ring }: Counting<S>,
  server: S,
  cpus: number[] | null,
): Promise<CountedProcess> {
  const countable = await counter.start(server, cpus)
  const sequence = new Sequence(ring(server), countable.process.port)
  try {
    return await explained(countable.process, countRequests(countable, sequence, protocol))
  } finally {
    sequence.close()
    await countable.stop()
  }
}

async function countRequests(
  countable: Countable,
  sequence: Sequence,
  { requests, step, shortestWarmUp, longestWarmUp }: Counting<Launch>['protocol'],
): Promise<CountedProcess> {
  const perRequest = async (count: number) => {
    const work = () => sequence.send(count)
    const { javascript, others } = await countable.during(work, { id: LESSER, calls: count })
    return { javascript: javascript / count, others: others / count }
  }
  const warmUp: number[] = []
  const isShort = () => warmUp.length * step < shortestWarmUp
  while ((isShort() || !hasSettled(warmUp)) && (warmUp.length + 1) * step <= longestWarmUp) {
    warmUp.push((await perRequest(step)).javascript)
  }
  const half = Math.ceil(requests / 2)
  const first = await perRequest(half)
  const second = await perRequest(half)
  const isSteady = Math.abs(second.javascript / first.javascript - 1) <= HALVES_TOLERANCE
  return { warmUp, first, second, settled: hasSettled(warmUp) && isSteady }
}

/** Returns instructions per request of the first thread, over both halves. */
export function javascriptOf({ first, second }: CountedProcess): number {
  return (first.javascript + second.javascript) / 2
}

/** Returns whether the last steps agree. */
export function hasSettled(steps: readonly number[]): boolean {
  if (steps.length < STEPS) return false
  const { mean, min, max } = spreadOf(steps.slice(-STEPS))
  return max - min <= STEADY * mean
}
