/**
 * An open loop. Each request is due at a time drawn beforehand, and its latency counts from then, so that it includes
 * waiting for a free connection or for this process. Requests of the lead-in and lead-out are sent and checked but do not
 * count, so that the server is under the same load throughout the window.
 */
import * as hdr from 'hdr-histogram-js'
import { type LoadWatch, REQUEST_TIMEOUT } from '../generator.ts'
import { LONGEST_LATENCY, quantilesOf } from '../latency.ts'
import type { OpenLoad, OpenReport } from '../open.ts'
import { drawArrivals } from './arrivals.ts'
import type { Connection, LoadState } from './connection.ts'
import { Dispatcher } from './dispatcher.ts'
import { openAll } from './opening.ts'
import { Tally } from './tally.ts'

/**
 * Seconds of load before and after the window. The watcher is notified in them: it shares the generator's CPU, and would
 * delay requests that count.
 */
const LEAD_IN = 0.2
const LEAD_OUT = 0.1
/** Seconds before the window at which the watcher is notified. */
const NOTICE = 0.1
/** Seconds after the last due time in which waiting requests are still sent. */
const LONGEST_QUEUE_DRAIN = 2
/** Seconds before the first due time. */
const START = 0.005

export function openLoadOver(
  connections: readonly Connection[],
  load: OpenLoad,
  watch: LoadWatch = {},
): Promise<OpenReport> {
  return new OpenLoop(connections, load, watch).run()
}

/** Keeps the latency of the last response; the loop decides whether it counts. */
class OpenTally extends Tally {
  lastLatency = 0

  override get isOpen(): boolean {
    return true
  }

  override recordLatency(milliseconds: number): void {
    this.lastLatency = milliseconds
  }
}

const newHistogram = () =>
  hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_LATENCY,
    numberOfSignificantValueDigits: 2,
  })

const record = (histogram: hdr.Histogram, milliseconds: number) =>
  histogram.recordValue(Math.min(LONGEST_LATENCY, Math.max(1, Math.round(milliseconds * 1000))))

class OpenLoop implements LoadState {
  readonly tally = new OpenTally()
  /** Connections send nothing by themselves. */
  readonly isSending = false
  hasRead = false
  readonly #connections: readonly Connection[]
  readonly #places: ReadonlyMap<Connection, number>
  readonly #load: OpenLoad
  readonly #watch: LoadWatch
  readonly #latency = newHistogram()
  readonly #least = newHistogram()
  #dispatcher: Dispatcher
  /** Connections used in this load: if the server closes one, that is an error. */
  readonly #used = new Set<number>()
  #errorsSeen = 0
  /** Start times of the last two turns. */
  #lastTurn = 0
  #turnBefore = 0
  #longestTurn = 0
  #isOver = false
  /** What happens when, in order; times by `performance.now()`. */
  #milestones: [at: number, reached: (now: number) => void][] = []
  /** At the window's begin and end. */
  readonly #backlogs: number[] = []
  #resolve: (report: OpenReport) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(connections: readonly Connection[], load: OpenLoad, watch: LoadWatch) {
    this.#connections = connections
    this.#places = new Map(connections.map((connection, place) => [connection, place]))
    this.#load = load
    this.#watch = watch
    this.#dispatcher = new Dispatcher(new Float64Array(0), { begin: 0, end: 0 }, 0, () => {})
  }

  async run(): Promise<OpenReport> {
    const { rate, seconds, seed } = this.#load
    const arrivals = drawArrivals(rate, LEAD_IN + seconds + LEAD_OUT, seed)
    this.tally.errors += await openAll(this.#connections)
    this.#errorsSeen = this.tally.errors
    const start = performance.now() + START * 1000
    const numberAt = (second: number) => {
      const index = arrivals.findIndex((at) => at >= second * 1000)
      return index < 0 ? arrivals.length : index
    }
    const counted = { begin: numberAt(LEAD_IN), end: numberAt(LEAD_IN + seconds) }
    for (let i = 0; i < arrivals.length; i++) arrivals[i] = (arrivals[i] as number) + start
    this.#dispatcher = new Dispatcher(arrivals, counted, this.#connections.length, (place, due) =>
      this.#send(place, due),
    )
    this.#plan(start)
    for (const [place, connection] of this.#connections.entries()) {
      if (!connection.isOpen) continue
      connection.join(this)
      this.#dispatcher.free(place, start)
    }
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#lastTurn = this.#turnBefore = performance.now()
      setImmediate(this.#turn)
    })
  }

  #plan(start: number): void {
    const { seconds } = this.#load
    const at = (second: number) => start + second * 1000
    const end = LEAD_IN + seconds + LEAD_OUT
    const noteBacklog = (now: number) => this.#backlogs.push(this.#dispatcher.backlog(now))
    this.#milestones = [
      [at(LEAD_IN - NOTICE), () => this.#open()],
      [at(LEAD_IN), noteBacklog],
      [at(LEAD_IN + seconds), noteBacklog],
      [at(end), () => this.#close()],
      [
        at(end + LONGEST_QUEUE_DRAIN),
        () => {
          this.#dispatcher.isSending = false
        },
      ],
      [at(end + LONGEST_QUEUE_DRAIN + REQUEST_TIMEOUT), () => this.#stop()],
    ]
  }

  #open(): void {
    this.#longestTurn = 0
    this.tally.openWindow()
    this.#watch.started?.()
  }

  #close(): void {
    this.tally.closeWindow()
    this.#watch.ended?.()
  }

  /** One turn of the event loop. */
  readonly #turn = () => {
    try {
      const now = performance.now()
      if (!this.tally.isClosed) this.#longestTurn = Math.max(this.#longestTurn, now - this.#lastTurn)
      this.#turnBefore = this.#lastTurn
      this.#lastTurn = now
      if (!this.hasRead) this.tally.emptyTime += now - this.#turnBefore
      this.hasRead = false
      this.#dispatcher.turn(now)
      while (this.#milestones[0] && this.#milestones[0][0] <= now) this.#milestones.shift()?.[1](now)
      const { isDone, isSending, inFlight } = this.#dispatcher
      if (this.tally.isClosed && (isDone || (!isSending && inFlight === 0))) this.#stop()
      if (!this.#isOver) setImmediate(this.#turn)
    } catch (error) {
      this.#isOver = true
      this.#reject(error)
    }
  }

  firstResponse(): void {}

  drained(connection: Connection): void {
    if (this.#isOver) return
    const place = this.#places.get(connection) as number
    if (connection.isOpen) this.#completed(place)
    else this.#failed(place, connection)
  }

  #send(place: number, due: number): void {
    const connection = this.#connections[place] as Connection
    if (connection.isOpen) {
      connection.send(due)
      return
    }
    // The server closed an idle connection. That is allowed before its first use in this load, and an error after.
    if (this.#used.has(place)) this.#errorsSeen = ++this.tally.errors
    this.#dispatcher.requeue(place)
    this.#reopen(place, connection)
  }

  #completed(place: number): void {
    const now = performance.now()
    const { counts, sentLate } = this.#dispatcher.completed(place)
    if (counts) {
      const { lastLatency } = this.tally
      record(this.#latency, lastLatency)
      // The response may have arrived right after the previous poll.
      record(this.#least, lastLatency - sentLate - (now - this.#turnBefore))
    }
    this.#used.add(place)
    this.#dispatcher.free(place, now)
    this.#dispatcher.turn(now)
  }

  #failed(place: number, connection: Connection): void {
    const isError = this.tally.errors > this.#errorsSeen
    this.#errorsSeen = this.tally.errors
    if (isError) this.#dispatcher.failed(place)
    else this.#dispatcher.requeue(place)
    this.#reopen(place, connection)
  }

  #reopen(place: number, connection: Connection): void {
    void connection.open().then((isOpen) => {
      if (isOpen && !this.#isOver) this.#dispatcher.free(place, performance.now())
    })
  }

  #stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const connection of this.#connections) connection.end()
    // Time in the queue is not a server time-out.
    this.tally.late = 0
    const counts = this.#dispatcher.counts()
    const [backlogAtBegin = 0, backlogAtEnd = 0] = this.#backlogs
    const { failed, unsent } = counts
    this.#resolve({
      load: this.tally.report(true),
      seconds: this.#load.seconds,
      ...counts,
      backlogGrowth: backlogAtEnd - backlogAtBegin,
      latency: quantilesOf(this.#latency, failed + unsent),
      least: quantilesOf(this.#least, failed + unsent),
      longestTurn: this.#longestTurn,
    })
  }
}
