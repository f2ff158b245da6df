/** Sends raw bytes to a server and reads the responses in order. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Framed } from '../../shared/wires/framing.ts'
import type { HttpRequest } from '../../shared/wires/wires.ts'
import { HOST } from '../server/server-process.ts'
import { parseResponse, type RawResponse } from './response-parser.ts'

/**
 * The reason why there is no complete response: the server accepts no connection, it closed it, time ran out, or the bytes are
 * not HTTP, or more than any response has.
 */
export type Missing = 'refused' | 'closed' | 'timed out' | 'malformed'

/** Bytes; contracts and invariants get at most 1 MB. */
const LONGEST_RESPONSE = 16 * 2 ** 20

/** A TCP connection that opens on demand, and reopens after the server announced that it closes it. */
export class Line {
  readonly #port: number
  readonly #timeout: number
  #socket: Socket | null = null
  #bytes: Buffer = Buffer.alloc(0)
  #hasEnded = false
  #closes = false
  /** Called when bytes have arrived or the connection has ended. */
  #notice: () => void = () => {}

  /** @param timeout milliseconds until a missing response is a hang */
  constructor(port: number, timeout: number) {
    this.#port = port
    this.#timeout = timeout
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
  async exchange({
    request,
    framed,
  }: {
    request: HttpRequest
    framed: Framed
  }): Promise<RawResponse | Missing> {
    await this.send(framed)
    return this.read(request)
  }

  /** Sends each piece as its own segment; a pause of 0 is the next event-loop turn. */
  async send({ pieces, pause }: Framed): Promise<void> {
    if (!(await this.open())) return
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await (pause > 0 ? sleep(pause) : setImmediate())
      if (this.#hasEnded) return
      this.#socket?.write(piece)
    }
  }

  /** Reads the response to the oldest pending request. */
  async read({ method }: Pick<HttpRequest, 'method'>): Promise<RawResponse | Missing> {
    if (!this.#socket) return 'refused'
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
          this.#closes = parsed.closes
          return parsed
        }
        if (parsed === 'malformed' || this.#bytes.length > LONGEST_RESPONSE) return 'malformed'
        if (this.#hasEnded || !this.#socket) return 'closed'
        if (isLate) return 'timed out'
        await new Promise<void>((resolve) => {
          this.#notice = resolve
        })
      }
    } finally {
      stopWaiting()
    }
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
