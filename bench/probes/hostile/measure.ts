/** Searches the worst inputs of each family, and measures them by size in fresh processes. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../../shared/basics/random.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import {
  ACCEPTED,
  type HostileCase,
  SIZES,
  type Size,
  workId,
} from '../../../shared/probes/hostile/figures.ts'
import { canCarry, contentOf, encodeCall, statusOn, wires } from '../../../shared/wires/wires.ts'
import type { Counter } from '../../counters/counter.ts'
import type { Figures } from '../../measure/probe.ts'
import type { Subject } from '../../measure/subjects.ts'
import type { Launch } from '../../server/server-process.ts'
import { explained, withServer } from '../../server/with-server.ts'
import { HttpClient, type Outcome } from '../../verify/http.ts'
import { type Family, familiesOf, inputOf, inputText } from './inputs.ts'

/** Milliseconds, also on a busy machine: for a response, and to start. */
const TIMEOUT = 240_000
/** Bytes of a response. */
const LONGEST_RESPONSE = 2 ** 28
/** Inputs of a family that are drawn at random. Of the worst of them, all options of each part are then tried in turn. */
export const DRAWN = 32
/** Bytes of a candidate. */
export const SEARCHED = 8_000
/** Requests with the same input: of a candidate, of each of so many finalists, before the counted ones, and counted ones of each size. */
const [TRIED, DECIDING, FINALISTS, WARM_UP, COUNTED] = [2, 5, 3, 6, 3]
/** CPU milliseconds of a candidate that is sent once. */
const LONG_MILLISECONDS = 30
/** Instructions: a request that is expected to take more is sent once, or not at all. */
const [MANY_INSTRUCTIONS, MOST_INSTRUCTIONS] = [1e8, 2e9]

/** A server, with the arguments of its program. */
export type HostileSubject = Subject & Pick<Launch, 'args'>

export type WorstInput = Omit<HostileCase, 'sizes'>

/** One request, and the work of the thread that responds: CPU milliseconds or instructions; null where it is not measured. */
type Exchange = Size & { work: number | null }

/** Sends a value's JSON to a server; null where the wire cannot carry it. @throws if there is no response */
export type Send = (json: string) => Promise<Exchange | null>

interface Start {
  subject: HostileSubject
  scenario: Scenario
  cpus: number[] | null
  seed: number
}

/** @param valid a valid value's JSON */
type Work<T> = (send: Send, valid: string) => Promise<T>

/**
 * Does work with a server in a fresh process.
 * @param timed whether the CPU time of each request is measured
 */
export function withFreshServer<T>(start: Start, timed: boolean, work: Work<T>): Promise<T> {
  const { subject, cpus } = start
  const limits = { startTimeout: TIMEOUT, stopTimeout: 2_000 }
  return withServer(subject, { cpus, limits }, ({ pid, port }) => {
    const cpuMilliseconds = () =>
      Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    return withSender(start, port, work, async (exchange) => {
      const before = timed ? cpuMilliseconds() : 0
      await exchange()
      if (!timed) return null
      // The kernel's clock is exact once the thread rests.
      await sleep(1)
      return cpuMilliseconds() - before
    })
  })
}

/** Does work with a server in a fresh process whose instructions are counted. */
export async function withCountedServer<T>(
  counter: Counter,
  start: Start,
  work: Work<T>,
): Promise<T> {
  const { process, during, stop } = await counter.start(start.subject, start.cpus)
  try {
    const done = withSender(start, process.port, work, async (exchange) => {
      const { javascript } = await during(exchange)
      return javascript
    })
    return await explained(process, done)
  } finally {
    await stop()
  }
}

async function withSender<T>(
  { subject: { manifest }, scenario, seed }: Start,
  port: number,
  work: Work<T>,
  workOf: (exchange: () => Promise<void>) => Promise<number | null>,
): Promise<T> {
  const { wire } = manifest
  using client = new HttpClient(port, TIMEOUT, LONGEST_RESPONSE)
  const send: Send = async (json) => {
    const call = { id: '', json }
    if (!canCarry(wire, scenario.route, call)) return null
    const request = encodeCall(wires[wire], scenario.route, call)
    let outcome: Outcome | undefined
    const done = await workOf(async () => {
      outcome = await client.send(request)
    })
    if (!outcome?.responded) throw new Error(outcome?.reason)
    const { status, bytes } = outcome
    return {
      bytes: Buffer.byteLength(contentOf(request)),
      received: bytes.length,
      status: statusOn(wires[wire], status, bytes),
      work: done,
    }
  }
  return await work(send, scenario.validCase(createRandom(seed), 1e15).json)
}

/** Returns the worst inputs of all families, by bytes and, where it is measured, by work. */
export async function searchCases(
  send: Send,
  valid: string,
  seed: number,
  bytes = SEARCHED,
): Promise<WorstInput[]> {
  const worst = (family: Family) => worstOf(send, family, createRandom(seed), bytes)
  return (await Array.fromAsync(familiesOf(valid), worst)).flat()
}

interface Candidate {
  chosen: string[]
  work: number | null
  /** Of the response, per byte of the request. */
  received: number
}

/** Returns the input that causes most work, and the one that causes most bytes; none where the wire carries none. */
async function worstOf(
  send: Send,
  [name, parts]: Family,
  random: Random,
  bytes: number,
): Promise<WorstInput[]> {
  const tried = new Map<string, Candidate | null>()
  const consider = async (chosen: string[], times = TRIED) => {
    const seen = await leastOf(send, inputText(inputOf(chosen), bytes), times)
    const candidate = seen && { chosen, work: seen.work, received: seen.received / seen.bytes }
    tried.set(JSON.stringify(chosen), candidate)
  }
  const worstBy = (figure: 'work' | 'received') =>
    [...tried.values()]
      .flatMap((each) => (each && each[figure] !== null ? { ...each, figure: each[figure] } : []))
      .sort((a, b) => b.figure - a.figure)
  for (let i = 0; i < DRAWN; i++) await consider(parts.map((options) => random.pick(options)))
  for (const figure of ['work', 'received'] as const)
    for (const [at, options] of parts.entries())
      for (const option of options) {
        const next = worstBy(figure)[0]?.chosen.with(at, option)
        if (next && !tried.has(JSON.stringify(next))) await consider(next)
      }
  // Other work of the thread may have made a candidate look worse than it is.
  for (const { chosen } of worstBy('work').slice(0, FINALISTS)) await consider(chosen, DECIDING)
  const worst = (['work', 'received'] as const).flatMap((figure) => worstBy(figure).slice(0, 1))
  const found = new Set(worst.map(({ chosen }) => JSON.stringify(inputOf(chosen))))
  return [...found].map((input) => ({ family: name, input: JSON.parse(input) }))
}

/** Returns the least work of several requests: other work of the thread, such as garbage collection, only adds. */
async function leastOf(
  send: Send,
  json: string,
  times: number,
  long = LONG_MILLISECONDS,
): Promise<Exchange | null> {
  let least = await send(json)
  for (let i = 1; i < times && least && least.work !== null && least.work <= long; i++) {
    const next = await send(json)
    if (next?.work != null && next.work < least.work) least = next
  }
  return least
}

/**
 * Measures inputs at the sizes of which a server accepts a valid value, as long as the next one is not expected to take too long.
 * @returns the cases as evidence, and the work of each at each size, beside the largest body that is accepted
 * @throws if it accepts none
 */
export async function measureCases(
  send: Send,
  valid: string,
  found: readonly WorstInput[],
  sizes: readonly number[] = SIZES,
): Promise<Required<Pick<Figures, 'values' | 'evidence'>> & { evidence: HostileCase[] }> {
  const replies = await Array.fromAsync([...sizes, ACCEPTED], async (size) => ({
    size,
    status: (await send(valid.padEnd(size)).catch(() => null))?.status,
  }))
  const accepted = replies.flatMap(({ size, status }) => (status === 200 ? [size] : []))
  const [least] = accepted
  if (least === undefined)
    throw new Error(
      `it responds with ${replies[0]?.status ?? 'nothing'} to a valid value of ${sizes[0]} bytes`,
    )
  const cases = await Array.fromAsync(found, async ({ input }) => {
    await leastOf(send, inputText(input, least), WARM_UP, MANY_INSTRUCTIONS)
    const measured: Exchange[] = []
    for (const bytes of sizes.filter((size) => accepted.includes(size))) {
      const [last] = measured.slice(-1)
      if (last && ((last.work ?? 0) * bytes) / last.bytes > MOST_INSTRUCTIONS) break
      const seen = await leastOf(send, inputText(input, bytes), COUNTED, MANY_INSTRUCTIONS)
      if (seen) measured.push(seen)
    }
    return measured
  })
  const work = cases.flatMap((measured, at) =>
    measured.flatMap(({ work }, nth) => (work === null ? [] : [[workId(at, nth), work] as const])),
  )
  return {
    values: { largest: Math.max(...accepted), ...Object.fromEntries(work) },
    evidence: found.map((each, at) => ({
      ...each,
      sizes: (cases[at] ?? []).map(({ bytes, received, status }) => ({ bytes, received, status })),
    })),
  }
}
