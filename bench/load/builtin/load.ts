/**
 * One load: all first requests are sent, then the window opens when every connection has been answered. It closes after
 * its time; the responses that are still under way are waited for.
 */
import { type LoadReport, REQUEST_TIMEOUT } from '../generator.ts'
import type { Connection, LoadState } from './connection.ts'
import { openAll } from './opening.ts'
import { Tally } from './tally.ts'

/** Seconds at the most before the window opens. */
export const LONGEST_LEAD_IN = 1
/** Milliseconds at the most between the last connection's first response and the window's opening. */
const LONGEST_SURPRISE = 15
/**
 * Seconds at the most in which the responses to the last requests are waited for: what is not answered by then has timed
 * out. Where connections broke, answers are missing anyhow.
 */
const LONGEST_DRAIN = REQUEST_TIMEOUT
const LONGEST_DRAIN_OF_BROKEN = 0.5

export interface LoadOptions {
  pipelining: number
  /** Busy-polls instead of sleeping until responses come. */
  polling: boolean
  /** Length of the window. */
  seconds: number
  started(): void
  ended(): void
}

export async function loadOver(connections: readonly Connection[], options: LoadOptions): Promise<LoadReport> {
  const load = new Load(connections, options)
  return new Promise((resolve) => {
    const { seconds, started, ended } = options
    const close = () => {
      load.isSending = false
      load.closeWindow()
      ended()
      void load.end().then(resolve)
    }
    const open = () => {
      setTimeout(close, seconds * 1000)
      load.openWindow()
      started()
    }
    // At an instant that no server knows: it might have answers ready for it.
    void load.begin().then((late) => (late ? open() : setTimeout(open, Math.random() * LONGEST_SURPRISE)))
  })
}

class Load implements LoadState {
  readonly tally = new Tally()
  readonly pipelining: number
  isSending = true
  hasRead = false
  readonly #connections: readonly Connection[]
  readonly #polling: boolean
  #unanswered: number
  #ready: (isLate: boolean) => void = () => {}
  #over: (report: LoadReport) => void = () => {}
  #isEnding = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined

  constructor(connections: readonly Connection[], { pipelining, polling }: LoadOptions) {
    this.#connections = connections
    this.#polling = polling
    this.pipelining = pipelining
    this.#unanswered = connections.length
  }

  /**
   * Sends the first requests; resolves when every connection has been answered, or the time for that is over.
   * @returns whether it is
   */
  async begin(): Promise<boolean> {
    this.tally.errors += await openAll(this.#connections)
    return new Promise((resolve) => {
      this.#ready = resolve
      this.#timer = setTimeout(() => resolve(true), LONGEST_LEAD_IN * 1000)
      if (this.#polling) this.#poll()
      for (const connection of this.#connections) if (connection.isOpen) connection.begin(this)
    })
  }

  /** Turns the event loop without a break, and counts the turns that found nothing to read. */
  #poll(): void {
    const { tally } = this
    let last = performance.now()
    const turn = () => {
      const now = performance.now()
      tally.turns++
      if (!this.hasRead) {
        tally.emptyTurns++
        tally.emptyTime += now - last
      }
      this.hasRead = false
      last = now
      if (!this.#isOver) setImmediate(turn)
    }
    setImmediate(turn)
  }

  firstAnswer(): void {
    if (--this.#unanswered > 0) return
    clearTimeout(this.#timer)
    this.#ready(false)
  }

  openWindow(): void {
    this.tally.openWindow()
  }

  closeWindow(): void {
    this.tally.closeWindow()
  }

  /** Sends no more, and waits for what is under way. */
  end(): Promise<LoadReport> {
    this.isSending = false
    this.#isEnding = true
    // No connection is broken off with requests on it: the server's next load would begin with their remains.
    const longest = this.tally.errors > 0 ? LONGEST_DRAIN_OF_BROKEN : LONGEST_DRAIN
    return new Promise((resolve) => {
      this.#over = resolve
      this.#timer = setTimeout(() => this.#stop(), longest * 1000)
      this.drained()
    })
  }

  drained(): void {
    if (this.#isEnding && this.#connections.every(({ inFlight }) => inFlight === 0)) this.#stop()
  }

  #stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    for (const connection of this.#connections) {
      // What is still under way would be taken for responses of the next load.
      if (connection.inFlight > 0) connection.close()
      connection.end()
    }
    this.#over(this.tally.report(this.#polling))
  }
}
