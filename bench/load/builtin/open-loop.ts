/**
 * Open loops: each request is due at a time drawn beforehand, and its latency counts from then, so that it includes waiting for a
 * free connection or for this process.
 */
import { quantileSorted } from 'simple-statistics'
import { createRandom } from '../../../shared/basics/random.ts'
import { QUANTILE_NAMES, QUANTILES, type Quantiles } from '../../../shared/probes/latency.ts'
import { type LoadReport, type LoadWatch, REQUEST_TIMEOUT } from '../generator.ts'
import {
  type LoadOutcome,
  type OpenLoad,
  type OpenReport,
  OUTCOMES,
  type Outcome,
  type Overload,
  type OverloadReport,
} from '../open-load.ts'
import { Calls, type Ended } from './calls.ts'
import type { Connection, LoadState } from './connection.ts'
import { openAll } from './load.ts'
import { Tally } from './tally.ts'

/** Milliseconds between the notice to the watcher, which shares the generator's CPU, and the first request. */
const NOTICE = 100
/** Seconds of load before and after the window, so that the server is under the same load throughout it. */
const LEAD_IN = 0.2
const LEAD_OUT = 0.1

const LARGEST = 2 ** 31 - 1

/**
 * Draws the arrival times of requests as a Poisson process: with exponential gaps, as many independent clients produce
 * (W. Feller, "An Introduction to Probability Theory and Its Applications" I, XVII.2).
 * @param rate requests/s
 * @returns ascending times in ms since the start, all before the end
 */
export function drawArrivals(rate: number, seconds: number, seed: number): number[] {
  const random = createRandom(seed)
  /** In the open interval (0, 1). */
  const uniform = () => (random.integer(0, LARGEST - 1) + 0.5) / LARGEST
  const gap = () => (-Math.log(uniform()) * 1000) / rate
  const instants: number[] = []
  for (let at = gap(); at < seconds * 1000; at += gap()) instants.push(at)
  return instants
}

/** Loads at a rate. Requests of the lead-in and lead-out are sent and checked, but do not count. */
export async function openLoadOver(
  connections: readonly Connection[],
  { rate, seconds, seed }: OpenLoad,
  watch: LoadWatch,
): Promise<OpenReport> {
  const arrivals = drawArrivals(rate, LEAD_IN + seconds + LEAD_OUT, seed)
  const plan = { arrivals, timeout: 1000 * REQUEST_TIMEOUT, rejections: [], waits: true }
  for (const connection of connections) connection.close()
  const unopened = await openAll(connections)
  const { calls, load, longestTurn } = await callAll(connections, plan, watch)
  load.errors += unopened
  const [from, to] = [1000 * LEAD_IN, 1000 * (LEAD_IN + seconds)]
  const due = calls.dueBetween(from, to)
  const { length: scheduled } = due
  const good = due.filter(({ outcome }) => outcome === 'good')
  const unsent = due.filter(({ outcome }) => outcome === 'unsent').length
  const everyCall = calls.dueBetween(0, Number.POSITIVE_INFINITY)
  const backlog = (at: number) =>
    everyCall.filter(({ due, latency }) => due <= at && due + latency > at).length
  return {
    load,
    seconds,
    longestTurn,
    scheduled,
    completed: good.length,
    unsent,
    failed: scheduled - good.length - unsent,
    backlogGrowth: backlog(to) - backlog(from),
    latency: quantilesOf(
      good.map(({ latency }) => latency),
      scheduled,
    ),
    least: quantilesOf(
      good.map(({ latency, delay, unread }) => latency - delay - unread),
      scheduled,
    ),
  }
}

/**
 * Returns latency quantiles over all requests, in ms. Requests without a response count as longer than any latency; a quantile
 * that falls among them is null.
 */
export function quantilesOf(latencies: readonly number[], scheduled: number): Quantiles {
  const sorted = latencies.toSorted((a, b) => a - b)
  // Rank of the value, from 1. The tolerance absorbs rounding: 0.07 * 100 is slightly more than 7.
  const quantile = (share: number) =>
    sorted[Math.max(1, Math.ceil(share * scheduled - 1e-6)) - 1] ?? null
  return Object.fromEntries(
    QUANTILE_NAMES.map((name) => [name, quantile(QUANTILES[name])]),
  ) as Quantiles
}

/** Share of the capacity before and after the multiple. */
const BASE_SHARE = 0.5
/** Too Many Requests (RFC 6585, section 4) and Service Unavailable (RFC 9110, section 15.6.4). */
const REJECTIONS = [429, 503]
/** Connections of a pool that are opened at once: fewer than Node's accept queue holds, 511. */
const OPENED_AT_ONCE = 250
/** Milliseconds: a request that the generator notices later than that was not offered when it was due. */
const LONGEST_DELAY = 10
/** Milliseconds of a window of the recovery, and the share of its requests that must be good. */
const WINDOW = 100
const RECOVERED = 0.95

/** Loads around a server's capacity. Connections of no pool are opened when they are needed. */
export async function overloadOver(
  available: readonly Connection[],
  overload: Overload,
  watch: LoadWatch,
): Promise<OverloadReport> {
  const { capacity, multiple, patience, seed, beforeSeconds, seconds, afterSeconds, isPool } =
    overload
  const from = 1000 * beforeSeconds
  const to = from + 1000 * seconds
  const draw = (share: number, seconds: number, begin: number) =>
    drawArrivals(share * capacity, seconds, seed + begin).map((at) => begin + at)
  const arrivals = [
    ...draw(BASE_SHARE, beforeSeconds, 0),
    ...draw(multiple, seconds, from),
    ...draw(BASE_SHARE, afterSeconds, to),
  ]
  const connections = available.slice(0, overload.connections)
  if (isPool)
    for (let i = 0; i < connections.length; i += OPENED_AT_ONCE)
      await openAll(connections.slice(i, i + OPENED_AT_ONCE))
  const plan = { arrivals, timeout: patience, rejections: REJECTIONS, waits: !isPool }
  const { calls, load } = await callAll(connections, plan, watch)
  // Failures that the outcomes count are not counted as errors again.
  Object.assign(load, { errors: 0, timeouts: 0, sent: load.requests })
  return { load, ...outcomeOf(calls, from, to, to + 1000 * afterSeconds) }
}

/** Returns what became of the requests due between two times, and the recovery from then until the end. */
export function outcomeOf(
  calls: Pick<Calls<unknown>, 'dueBetween'>,
  from: number,
  to: number,
  end: number,
): LoadOutcome {
  const during = calls.dueBetween(from, to)
  const withOutcome = (outcome: Outcome) => during.filter((each) => each.outcome === outcome)
  const counts = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, withOutcome(outcome).length]),
  )
  const sorted = withOutcome('good')
    .map(({ latency }) => latency)
    .sort((a, b) => a - b)
  const p99 = sorted.length > 0 ? quantileSorted(sorted, QUANTILES.p99) : null
  const behind = during.filter(({ delay }) => delay > LONGEST_DELAY).length
  const recovery = recoveryOf(calls.dueBetween(to, end), to, end)
  const figures = { behind, p99, recovery }
  return { scheduled: during.length, ...(counts as Record<Outcome, number>), ...figures }
}

/** Returns the time from which on all windows are good; null if the last one is not. */
function recoveryOf(after: readonly Ended[], from: number, end: number): number | null {
  const isGood = (begin: number) => {
    const due = after.filter((each) => each.due >= begin && each.due < begin + WINDOW)
    return due.filter(({ outcome }) => outcome === 'good').length >= RECOVERED * due.length
  }
  let recovered = end
  while (recovered - WINDOW >= from && isGood(recovered - WINDOW)) recovered -= WINDOW
  return recovered === end ? null : recovered - from
}

/** Keeps the last response; the loop decides what it counts as. */
class OpenTally extends Tally {
  lastLatency = 0
  wasRejected = false
  readonly #rejections: readonly number[]

  constructor(rejections: readonly number[]) {
    super()
    this.#rejections = rejections
  }

  override recordLatency(milliseconds: number): void {
    this.lastLatency = milliseconds
  }

  override isRejection(status: number): boolean {
    this.wasRejected = this.#rejections.includes(status)
    return this.wasRejected
  }
}

interface OpenPlan {
  /** Ascending times in ms. */
  arrivals: readonly number[]
  /** Milliseconds from due until a request is given up. */
  timeout: number
  /** Statuses that reject any request, valid or not. */
  rejections: readonly number[]
  /** Whether a request waits for a free connection. */
  waits: boolean
}

/** Makes all calls, then closes all connections, so that every load starts without any. */
async function callAll(
  connections: readonly Connection[],
  { arrivals, timeout, rejections, waits }: OpenPlan,
  watch: LoadWatch,
): Promise<{ calls: Calls<Connection>; load: LoadReport; longestTurn: number }> {
  const tally = new OpenTally(rejections)
  /** Connections that the server has left open behind a response. If it closes one, that is an error. */
  const leftOpen = new Set<Connection>()
  tally.openWindow()
  watch.started?.()
  const start = performance.now() + NOTICE
  const now = () => performance.now() - start
  /** Start times of the last two turns. */
  let [lastTurn, turnBefore, longestTurn] = [now(), now(), 0]
  const state: LoadState = {
    tally,
    isSending: false,
    hasRead: false,
    firstResponse() {},
    drained(connection) {
      if (!connection.isOpen) return fail(connection, 'reset')
      leftOpen.add(connection)
      // The response may have arrived right after the previous poll.
      const unread = now() - turnBefore
      calls.settle(connection, tally.wasRejected ? 'rejected' : 'good', tally.lastLatency, unread)
    },
  }
  const fail = (connection: Connection, outcome: Outcome) => {
    leftOpen.delete(connection)
    calls.settle(connection, outcome, 0)
  }
  const send = (connection: Connection, request: number) =>
    connection.send(start + (arrivals[request] as number))
  const [open, closed] = [true, false].map((isOpen) =>
    connections.filter((each) => each.isOpen === isOpen),
  )
  const calls = new Calls(
    arrivals,
    timeout,
    { open: open ?? [], closed: closed ?? [] },
    {
      call(connection, request) {
        if (connection.isOpen) return send(connection, request)
        if (leftOpen.delete(connection)) tally.errors++
        void connection.open().then((isOpen) => {
          if (!calls.isOn(connection, request)) return
          if (!isOpen) {
            tally.errors++
            return fail(connection, 'refused')
          }
          connection.join(state)
          send(connection, request)
        })
      },
      hangUp(connection) {
        leftOpen.delete(connection)
        connection.close()
      },
    },
    waits,
  )
  for (const connection of connections) if (connection.isOpen) connection.join(state)
  const lastDue = arrivals.at(-1) ?? 0
  return new Promise((resolve, reject) => {
    const turn = () => {
      try {
        const time = now()
        if (time > 0 && time <= lastDue) longestTurn = Math.max(longestTurn, time - lastTurn)
        ;[turnBefore, lastTurn] = [lastTurn, time]
        calls.turn(time)
        if (!calls.isDone) return setImmediate(turn)
        for (const connection of connections) {
          connection.close()
          connection.end()
        }
        // The loop itself gives up what is late.
        tally.late = 0
        tally.closeWindow()
        watch.ended?.()
        resolve({ calls, load: tally.report(true), longestTurn })
      } catch (error) {
        reject(error)
      }
    }
    setImmediate(turn)
  })
}
