/**
 * A closed-loop load. The measurement window opens when every connection has had its first response and closes after its
 * duration. Responses still in flight are then awaited.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadReport, machineTime, REQUEST_TIMEOUT } from '../generator.ts'
import type { Connection, LoadState } from './connection.ts'
import { Tally } from './tally.ts'

/** Seconds until the window opens at the latest. */
export const LONGEST_LEAD_IN = 1
/** Milliseconds, at most, between the last connection's first response and the opening of the window. */
const MAX_WINDOW_DELAY = 15
/**
 * Seconds, at most, to wait for the last responses, or for more of pipelined ones; missing ones then count as timed out. If
 * connections broke or requests were overtaken, responses are missing anyway, so the wait is shorter.
 */
const LONGEST_DRAIN = REQUEST_TIMEOUT
const LONGEST_DRAIN_OF_BROKEN = 0.5

export interface LoadOptions {
  /** Busy-polls instead of sleeping until responses come. */
  polling: boolean
  /** Reports the histogram of latencies. */
  histogram?: boolean
  /** Requests in flight on each connection; default 1. */
  pipelining?: number | undefined
  /** Length of the window. */
  seconds: number
  /** When the window opens at the earliest, by `machineTime`. */
  notBefore?: number
  started(): void
  ended(): void
}

export async function loadOver(
  connections: readonly Connection[],
  options: LoadOptions,
): Promise<LoadReport> {
  const load = new Load(connections, options)
  return new Promise((resolve) => {
    const { seconds, notBefore = 0, started, ended } = options
    const close = () => {
      load.isSending = false
      load.tally.closeWindow()
      ended()
      void load.end().then(resolve)
    }
    const open = () => {
      setTimeout(close, seconds * 1000)
      load.tally.openWindow()
      started()
    }
    // At a random instant: a server must not be able to time its responses to the window.
    void load.begin().then((late) => {
      const wait = Math.max(notBefore - machineTime(), Math.random() * MAX_WINDOW_DELAY)
      if (late) open()
      else setTimeout(open, wait)
    })
  })
}

class Load implements LoadState {
  readonly tally = new Tally()
  isSending = true
  hasRead = false
  readonly #connections: readonly Connection[]
  readonly #polling: boolean
  readonly #histogram: boolean
  readonly #pipelining: number
  /** Connections that await their first response. */
  #awaited: number
  #ready: (isLate: boolean) => void = () => {}
  #over: (report: LoadReport) => void = () => {}
  #isEnding = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined

  constructor(connections: readonly Connection[], options: LoadOptions) {
    const { polling, pipelining = 1, histogram = false } = options
    this.#connections = connections
    this.#polling = polling
    this.#histogram = histogram
    this.#pipelining = pipelining
    this.#awaited = connections.length
  }

  /**
   * Sends the first requests. Resolves when every connection has had a response, or after `LONGEST_LEAD_IN`.
   * @returns whether the lead-in timed out
   */
  async begin(): Promise<boolean> {
    this.tally.errors += await openAll(this.#connections)
    return new Promise((resolve) => {
      this.#ready = resolve
      this.#timer = setTimeout(() => resolve(true), LONGEST_LEAD_IN * 1000)
      if (this.#polling) this.#poll()
      for (const connection of this.#connections) {
        if (!connection.isOpen) continue
        connection.join(this)
        connection.fill(performance.now())
      }
    })
  }

  /** Turns the event loop without a pause, and times the turns that read nothing. */
  #poll(): void {
    const { tally } = this
    let last = performance.now()
    const turn = () => {
      const now = performance.now()
      if (!this.hasRead) tally.emptyTime += now - last
      this.hasRead = false
      last = now
      if (!this.#isOver) setImmediate(turn)
    }
    setImmediate(turn)
  }

  firstResponse(): void {
    if (--this.#awaited > 0) return
    clearTimeout(this.#timer)
    this.#ready(false)
  }

  /** Waits for the responses in flight. */
  end(): Promise<LoadReport> {
    this.#isEnding = true
    // Closing a connection with requests in flight would leave work for the server at the start of its next load.
    const { errors, overtaken } = this.tally
    const longest = errors + overtaken > 0 ? LONGEST_DRAIN_OF_BROKEN : LONGEST_DRAIN
    return new Promise((resolve) => {
      this.#over = resolve
      this.#drain(longest, this.#pipelining)
      this.drained()
    })
  }

  /** Waits up to `times` intervals, while responses keep coming. */
  #drain(seconds: number, times: number): void {
    const { responses } = this.tally
    this.#timer = setTimeout(() => {
      if (times > 1 && this.tally.responses > responses) this.#drain(seconds, times - 1)
      else this.#stop()
    }, seconds * 1000)
  }

  drained(): void {
    if (this.#isEnding && !this.#connections.some(({ isWaiting }) => isWaiting)) this.#stop()
  }

  #stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    for (const connection of this.#connections) connection.end()
    const report = this.tally.report(this.#polling)
    this.#over(this.#histogram ? { ...report, histogram: this.tally.histogram } : report)
  }
}

/**
 * Seconds for the server to accept new connections before the first requests. Node accepts one connection per turn of its
 * event loop; if each turn also handled requests, a slow server would need seconds for a hundred connections.
 */
const ACCEPT_TIME = 0.03

/** Opens all closed connections; returns how many could not be opened. */
export async function openAll(connections: readonly Connection[]): Promise<number> {
  const closed = connections.filter(({ isOpen }) => !isOpen)
  await Promise.all(closed.map((connection) => connection.open()))
  if (closed.length > 0) await sleep(ACCEPT_TIME * 1000)
  // The server may have closed an idle connection during the wait.
  const missing = connections.filter(({ isOpen }) => !isOpen)
  const opened = await Promise.all(missing.map((connection) => connection.open()))
  return opened.filter((isOpen) => !isOpen).length
}
