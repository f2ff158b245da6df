/** Messages in both directions of a pipe, a line of JSON each, and signs of life between them. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Milliseconds from one sign of life to the next. */
const BEAT = 1_000
/** Milliseconds without any sign, after the first one, after which the other side is taken to be gone. */
const LONGEST_SILENCE = 15_000

export interface ChannelEvents {
  message(message: unknown): void
  /** The other side is gone; comes once, and nothing after it. */
  gone(reason: string): void
}

/** Tells the time in milliseconds, and does something again and again until what it returns is called. */
export interface Clock {
  now(): number
  every(milliseconds: number, action: () => void): () => void
}

const realClock: Clock = {
  now: () => performance.now(),
  every(milliseconds, action) {
    const timer = setInterval(action, milliseconds)
    return () => clearInterval(timer)
  },
}

/** One side's end. */
export class Channel {
  readonly #output: Writable
  readonly #events: ChannelEvents
  readonly #clock: Clock
  readonly #stop: () => void
  /** The last time; null before the first. */
  #heardAt: number | null = null
  #beatAt: number
  #isOver = false

  constructor(input: Readable, output: Writable, events: ChannelEvents, clock = realClock) {
    this.#clock = clock
    this.#beatAt = clock.now()
    this.#output = output
    this.#events = events
    createInterface({ input }).on('line', (line) => this.#hear(line))
    input.on('end', () => this.#end('it ended the connection'))
    for (const stream of [input, output]) stream.on('error', (error) => this.#end(error.message))
    this.#stop = clock.every(BEAT, () => this.#beat())
  }

  /** A message that can't be sent any more is lost; callers that wait for a response get an error. */
  send(message: unknown): void {
    if (!this.#isOver && this.#output.writable) this.#output.write(`${JSON.stringify(message)}\n`)
  }

  /** Ends it from this side. */
  close(): void {
    this.#isOver = true
    this.#stop()
    this.#output.end()
  }

  #hear(line: string): void {
    if (this.#isOver) return
    this.#heardAt = this.#clock.now()
    if (line === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      this.#end(`it sent a line that is no message: ${line.slice(0, 100)}`)
      return
    }
    this.#events.message(message)
  }

  #beat(): void {
    const now = this.#clock.now()
    // What came while this process could not look has not been read yet.
    if (this.#heardAt !== null && now - this.#beatAt > 2 * BEAT) this.#heardAt = now
    this.#beatAt = now
    if (this.#output.writable) this.#output.write('\n')
    if (this.#heardAt !== null && now - this.#heardAt > LONGEST_SILENCE)
      this.#end(`nothing was heard from it for ${LONGEST_SILENCE / 1000} s`)
  }

  #end(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stop()
    this.#events.gone(reason)
  }
}
