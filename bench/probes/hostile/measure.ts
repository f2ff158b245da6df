/** Searches the worst inputs of each family, and measures them by size in fresh processes. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../../shared/basics/random.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { type HostileCase, SIZES, type Size, timeId } from '../../../shared/probes/hostile.ts'
import { canCarry, contentOf, encodeCall, wires } from '../../../shared/wires/wires.ts'
import type { Figures } from '../../measure/probe.ts'
import type { Subject } from '../../measure/subjects.ts'
import type { Launch } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import { HttpClient } from '../../verify/http.ts'
import { type Family, familiesOf, inputOf, textOf } from './inputs.ts'

/** Milliseconds, also on a busy machine: for a response, and to start. */
const TIMEOUT = 240_000
/** Inputs of a family that are drawn at random. Of the worst of them, all options of each part are then tried in turn. */
export const DRAWN = 32
/** Bytes of a candidate. */
const SEARCHED = 16_000
/** Requests with the same input: of a candidate, before the measured ones, and measured ones of each size. */
const [TRIED, WARM_UP, MEASURED] = [2, 6, 3]
/** Milliseconds: a request that is expected to take longer is sent once, or not at all. */
const [LONG, LONGEST] = [30, 10_000]

/** A server, with the arguments of its program. */
export type HostileSubject = Subject & Pick<Launch, 'args'>

export type Found = Omit<HostileCase, 'sizes'>

/** One request, and the CPU milliseconds of the thread that responds. */
type Exchange = Size & { milliseconds: number }

/** Sends a value's JSON to a server; null where the wire cannot carry it. @throws if there is no response */
export type Send = (json: string) => Promise<Exchange | null>

interface Start {
  subject: HostileSubject
  scenario: Scenario
  cpus: number[] | null
  seed: number
}

/**
 * Does work with a server in a fresh process.
 * @param work gets a valid value's JSON, too
 */
export function whileItRuns<T>(
  { subject, scenario, cpus, seed }: Start,
  work: (send: Send, valid: string) => Promise<T>,
): Promise<T> {
  const { wire } = subject.manifest
  const limits = { startTimeout: TIMEOUT, stopTimeout: 2_000 }
  return withServer(subject, { cpus, limits }, async ({ pid, port }) => {
    const cpuMilliseconds = () =>
      Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    using client = new HttpClient(port, TIMEOUT)
    const send: Send = async (json) => {
      const call = { id: '', json }
      if (!canCarry(wire, scenario.route, call)) return null
      const request = encodeCall(wires[wire], scenario.route, call)
      const before = cpuMilliseconds()
      const outcome = await client.send(request)
      if (!outcome.responded) throw new Error(outcome.reason)
      // The kernel's clock is exact once the thread rests.
      await sleep(1)
      const milliseconds = cpuMilliseconds() - before
      const { status, bytes } = outcome
      return {
        bytes: Buffer.byteLength(contentOf(request)),
        received: bytes.length,
        status,
        milliseconds,
      }
    }
    return await work(send, scenario.validCase(createRandom(seed), 1e15).json)
  })
}

/** Returns the worst inputs of all families. */
export async function searchCases(
  send: Send,
  valid: string,
  seed: number,
  bytes = SEARCHED,
): Promise<Found[]> {
  const worst = (family: Family) => worstOf(send, family, createRandom(seed), bytes)
  return (await Array.fromAsync(familiesOf(valid), worst)).flat()
}

/** Returns the input that causes most work, and the one that causes most bytes; none where the wire carries none. */
async function worstOf(
  send: Send,
  [name, parts]: Family,
  random: Random,
  bytes: number,
): Promise<Found[]> {
  const draw = () => parts.map((options) => random.pick(options))
  const worst = [0, 1].map(() => ({ chosen: draw(), figure: -1 }))
  const consider = async (chosen: string[]) => {
    const seen = await least(send, textOf(inputOf(chosen), bytes), TRIED)
    const figures = seen ? [seen.milliseconds, seen.received / seen.bytes] : []
    for (const [of, figure] of figures.entries())
      if (figure > (worst[of]?.figure as number)) worst[of] = { chosen, figure }
  }
  for (let i = 0; i < DRAWN; i++) await consider(draw())
  for (const of of worst.keys())
    for (const [at, options] of parts.entries())
      for (const option of options) await consider((worst[of]?.chosen ?? draw()).with(at, option))
  const found = worst
    .filter(({ figure }) => figure >= 0)
    .map(({ chosen }) => JSON.stringify(inputOf(chosen)))
  return [...new Set(found)].map((input) => ({ family: name, input: JSON.parse(input) }))
}

/** Returns the least work of several requests: other work of the thread, such as garbage collection, only adds. */
async function least(send: Send, json: string, times: number): Promise<Exchange | null> {
  const seen = await Array.fromAsync({ length: times }, () => send(json))
  return seen.reduce((least, next) =>
    least && next && next.milliseconds < least.milliseconds ? next : least,
  )
}

/**
 * Measures inputs at the sizes of which a server accepts a valid value, as long as the next one is not expected to take too long.
 * @returns the cases as evidence, and the milliseconds of each at each size
 * @throws if it accepts none
 */
export async function measureCases(
  send: Send,
  valid: string,
  found: readonly Found[],
  sizes: readonly number[] = SIZES,
): Promise<{ values: Figures['values']; evidence: HostileCase[] }> {
  const replies = await Array.fromAsync(sizes, (size) => send(valid.padEnd(size)).catch(() => null))
  const accepted = sizes.filter((_, at) => replies[at]?.status === 200)
  if (accepted.length === 0) throw new Error(`it accepts no valid value of ${sizes[0]} bytes`)
  const cases = await Array.fromAsync(found, async (each) => {
    await least(send, textOf(each.input, accepted[2] ?? SEARCHED), WARM_UP)
    const measured: Exchange[] = []
    for (const bytes of accepted) {
      const [last] = measured.slice(-1)
      const expected = last ? (last.milliseconds * bytes) / last.bytes : 0
      if (expected > LONGEST) break
      const seen = await least(send, textOf(each.input, bytes), expected > LONG ? 1 : MEASURED)
      if (seen) measured.push(seen)
    }
    return measured
  })
  const times = cases.flatMap((measured, at) =>
    measured.map(({ milliseconds }, nth) => [timeId(at, nth), milliseconds] as const),
  )
  return {
    values: Object.fromEntries(times),
    evidence: found.map((each, at) => ({
      ...each,
      sizes: (cases[at] ?? []).map(({ bytes, received, status }) => ({ bytes, received, status })),
    })),
  }
}
