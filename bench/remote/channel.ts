/** Messages in both directions of a pipe, a line of JSON each, and signs of life between them. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Milliseconds from one sign of life to the next. */
const BEAT = 1_000
/** Milliseconds without any sign after which the other side is taken to be gone. */
const LONGEST_SILENCE = 15_000

export interface ChannelEvents {
  message(message: unknown): void
  /** The other side is gone; comes once, and nothing after it. */
  gone(reason: string): void
}

/** One side's end. */
export class Channel {
  readonly #output: Writable
  readonly #events: ChannelEvents
  readonly #timer: NodeJS.Timeout
  /** The last time; null before the first. */
  #heardAt: number | null = null
  #beatAt = performance.now()
  #isOver = false

  /** @param silence milliseconds without any sign after the first one, after which the other side is taken to be gone */
  constructor(input: Readable, output: Writable, events: ChannelEvents, silence = LONGEST_SILENCE) {
    this.#output = output
    this.#events = events
    createInterface({ input }).on('line', (line) => this.#hear(line))
    input.on('end', () => this.#end('it ended the connection'))
    for (const stream of [input, output]) stream.on('error', (error) => this.#end(error.message))
    this.#timer = setInterval(() => this.#beat(silence), BEAT)
  }

  /** A message that can't be sent any more is lost; whoever waits for an answer hears that the other side is gone. */
  send(message: unknown): void {
    if (!this.#isOver && this.#output.writable) this.#output.write(`${JSON.stringify(message)}\n`)
  }

  /** Ends it from this side. */
  close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#output.end()
  }

  #hear(line: string): void {
    if (this.#isOver) return
    this.#heardAt = performance.now()
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

  #beat(silence: number): void {
    const now = performance.now()
    // What came while this process could not look has not been read yet.
    if (this.#heardAt !== null && now - this.#beatAt > 2 * BEAT) this.#heardAt = now
    this.#beatAt = now
    if (this.#output.writable) this.#output.write('\n')
    if (this.#heardAt !== null && now - this.#heardAt > silence)
      this.#end(`nothing was heard from it for ${Math.round(silence / 1000)} s`)
  }

  #end(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    this.#events.gone(reason)
  }
}
