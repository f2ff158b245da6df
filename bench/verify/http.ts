/** Sends raw bytes or requests to a server and reads the responses in order. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type Framed, ordinary } from '../../shared/wires/framing.ts'
import type { HttpRequest } from '../../shared/wires/wires.ts'
import { HOST } from '../server/server-process.ts'
import { type HttpResponse, parseResponse } from './response-parser.ts'

export type Outcome = HttpResponse | NoResponse

interface NoResponse {
  responded: false
  missing: Missing
  /** Short; begins with "no response". */
  reason: string
}

/**
 * The reason why there is no complete response: the server accepts no connection, it closed it, time ran out, the bytes are not
 * HTTP, or more than any response has, or their end is ambiguous.
 */
export type Missing = 'unconnected' | 'closed' | 'timed out' | 'malformed' | 'ambiguous'

/** Milliseconds until a missing response is a hang. */
const TIMEOUT = 5_000

/** Milliseconds after which an idle connection is reopened: Node closes it after 5 s. */
const SHORTEST_KEEP_ALIVE = 4_000

/** Bytes; contracts and invariants get at most 1 MB. */
const LONGEST_RESPONSE = 16 * 2 ** 20

/** A TCP connection that opens on demand, and reopens after the server announced that it closes it. */
export class Line {
  readonly #port: number
  readonly #timeout: number
  readonly #longest: number
  #socket: Socket | null = null
  #bytes: Buffer = Buffer.alloc(0)
  #hasEnded = false
  #closes = false
  #isEarly = false
  /** Called when bytes have arrived or the connection has ended. */
  #notice: () => void = () => {}

  /**
   * @param timeout milliseconds until a missing response is a hang
   * @param longest bytes of a response
   */
  constructor(port: number, timeout = TIMEOUT, longest = LONGEST_RESPONSE) {
    this.#port = port
    this.#timeout = timeout
    this.#longest = longest
  }

  /** The server has ended the connection. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  /** Bytes have arrived behind the last response. */
  get hasMore(): boolean {
    return this.#bytes.length > 0
  }

  /** Returns whether the server accepts the connection, or has. */
  async open(): Promise<boolean> {
    if (this.#closes) this.close()
    if (this.#socket) return true
    const socket = connect({ port: this.#port, host: HOST, noDelay: true })
    try {
      await once(socket, 'connect')
    } catch {
      return false
    }
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      if (socket !== this.#socket) return
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
      this.#notice()
    })
    const end = () => {
      if (socket !== this.#socket) return
      this.#hasEnded = true
      this.#notice()
    }
    // "end" and a reset are handled alike; earlier bytes have been read.
    socket.on('end', end).on('error', end).on('close', end)
    return true
  }

  /** Sends a request and reads its response. */
  async exchange(request: HttpRequest, framed: Framed = ordinary(request)): Promise<Outcome> {
    await this.send(framed)
    return this.read(request)
  }

  /** Sends each piece as its own segment; a pause of 0 is the next event-loop turn, and a response ends a longer one. */
  async send({ pieces, pause }: Framed): Promise<void> {
    if (!(await this.open())) return
    this.#isEarly = false
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await (pause > 0 ? this.#pauseFor(pause) : setImmediate())
      if (this.#hasEnded) return
      this.#isEarly = index > 0 && this.#hasResponse
      this.#socket?.write(piece)
    }
  }

  get #hasResponse(): boolean {
    return typeof parseResponse(this.#bytes, '', false) === 'object'
  }

  /** Waits at most so many milliseconds, and no longer than until a response has come. */
  async #pauseFor(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const stopWaiting = waitFor(milliseconds, resolve)
      this.#notice = () => {
        if (!this.#hasEnded && !this.#hasResponse) return
        stopWaiting()
        resolve()
      }
    })
    this.#notice = () => {}
  }

  /** Reads the response to the oldest pending request. */
  async read({ method }: Pick<HttpRequest, 'method'>): Promise<Outcome> {
    if (!this.#socket) return this.#without('unconnected')
    let isLate = false
    const stopWaiting = waitFor(this.#timeout, () => {
      isLate = true
      this.#notice()
    })
    try {
      for (;;) {
        const parsed = parseResponse(this.#bytes, method, this.#hasEnded)
        if (typeof parsed === 'object') {
          this.#bytes = this.#bytes.subarray(parsed.length)
          this.#closes = parsed.closes !== null
          return { ...parsed, isEarly: this.#isEarly }
        }
        if (parsed === 'ambiguous') return this.#without(parsed)
        if (parsed === 'malformed' || this.#bytes.length > this.#longest)
          return this.#without('malformed')
        if (this.#hasEnded || !this.#socket) return this.#without('closed')
        if (isLate) return this.#without('timed out')
        await new Promise<void>((resolve) => {
          this.#notice = resolve
        })
      }
    } finally {
      stopWaiting()
    }
  }

  #without(missing: Missing): NoResponse {
    const reasons: Record<Missing, string> = {
      unconnected: 'no response: connection refused',
      closed: 'no response: the connection was closed',
      malformed: 'no response: bytes that are not HTTP',
      ambiguous: 'no response that all clients read alike: two lengths or framings',
      'timed out': `no response within ${this.#timeout / 1000} s`,
    }
    return { responded: false, missing, reason: reasons[missing] }
  }

  [Symbol.dispose](): void {
    this.close()
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
    this.#bytes = Buffer.alloc(0)
    this.#hasEnded = false
    this.#closes = false
    this.#notice()
  }
}

/** Sends requests one after the other on one keep-alive connection, which is closed where it is disposed of. */
export class HttpClient {
  readonly #line: Line
  #sentAt = performance.now()

  /**
   * @param timeout milliseconds until a missing response is an error
   * @param longest bytes of a response
   */
  constructor(port: number, timeout?: number, longest?: number) {
    this.#line = new Line(port, timeout, longest)
  }

  /** Sends a request and reads the complete response. Never rejects. */
  async send(request: HttpRequest): Promise<Outcome> {
    // The server's end of the connection may arrive just behind its last response.
    await setImmediate()
    const now = performance.now()
    if (this.#line.hasEnded || now - this.#sentAt > SHORTEST_KEEP_ALIVE) this.#line.close()
    this.#sentAt = now
    const outcome = await this.#line.exchange(request)
    if (!outcome.responded) this.#line.close()
    return outcome
  }

  [Symbol.dispose](): void {
    this.#line.close()
  }
}

/** Number of timers that a time-out is divided into. */
const PARTS = 10

/**
 * Calls back after a time during which this process was running: while it is stopped, only one of the parts elapses.
 * @returns a function that cancels the time-out
 */
export function waitFor(milliseconds: number, callback: () => void): () => void {
  let left = PARTS
  const timer = setInterval(() => {
    if (--left > 0) return
    clearInterval(timer)
    callback()
  }, milliseconds / PARTS)
  return () => clearInterval(timer)
}
