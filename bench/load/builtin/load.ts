/**
 * One load: all first requests are sent, then the window opens when every connection has been answered. It closes after
 * its time; the answers that are still under way are waited for.
 */
import { type LoadReport, REQUEST_TIMEOUT } from '../generator.ts'
import type { Connection, LoadState } from './connection.ts'
import { openAll } from './opening.ts'
import { Tally } from './tally.ts'

/** Seconds at the most before the window opens. */
export const LONGEST_LEAD_IN = 1
/** Milliseconds at the most between the last connection's first answer and the window's opening. */
const LONGEST_SURPRISE = 15
/**
 * Seconds at the most in which the answers to the last requests are waited for: what is not answered by then has timed
 * out. Where connections broke, answers are missing anyhow.
 */
const LONGEST_DRAIN = REQUEST_TIMEOUT
const LONGEST_DRAIN_OF_BROKEN = 0.5

export interface LoadOptions {
  pipelining: number
  /** Length of the window. */
  seconds: number
  /** Whether to ask for answers without a break instead of sleeping until they come. */
  polling: boolean
  started(): void
  ended(): void
}

export async function loadOver(connections: readonly Connection[], options: LoadOptions): Promise<LoadReport> {
  return new Load(connections, options).run()
}

class Load implements LoadState {
  readonly tally = new Tally()
  readonly pipelining: number
  isSending = true
  hasRead = false
  readonly #connections: readonly Connection[]
  readonly #options: LoadOptions
  #unanswered: number
  #timer: NodeJS.Timeout | undefined
  #resolve: (report: LoadReport) => void = () => {}
  #isOver = false

  constructor(connections: readonly Connection[], options: LoadOptions) {
    this.#connections = connections
    this.#options = options
    this.pipelining = options.pipelining
    this.#unanswered = connections.length
  }

  async run(): Promise<LoadReport> {
    this.tally.errors += await openAll(this.#connections)
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#timer = setTimeout(() => this.#openWindow(), LONGEST_LEAD_IN * 1000)
      if (this.#options.polling) this.#poll()
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
    if (--this.#unanswered > 0 || this.tally.isOpen) return
    clearTimeout(this.#timer)
    // At an instant that no server knows: it might have answers ready for it.
    this.#timer = setTimeout(() => this.#openWindow(), Math.random() * LONGEST_SURPRISE)
  }

  #openWindow(): void {
    if (this.tally.isOpen || this.tally.isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#closeWindow(), this.#options.seconds * 1000)
    this.tally.openWindow()
    this.#options.started()
  }

  #closeWindow(): void {
    this.isSending = false
    this.tally.closeWindow()
    this.#options.ended()
    // No connection is broken off with requests on it: the server's next load would begin with their remains.
    const longest = this.tally.errors > 0 ? LONGEST_DRAIN_OF_BROKEN : LONGEST_DRAIN
    this.#timer = setTimeout(() => this.#stop(), longest * 1000)
    this.drained()
  }

  drained(): void {
    if (this.tally.isClosed && this.#connections.every(({ inFlight }) => inFlight === 0)) this.#stop()
  }

  #stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    for (const connection of this.#connections) {
      // What is still under way would be taken for answers of the next load.
      if (connection.inFlight > 0) connection.close()
      connection.end()
    }
    this.#resolve(this.tally.report(this.#options.polling))
  }
}
