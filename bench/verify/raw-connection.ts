/** A TCP connection that sends bytes as they are, piece by piece, and reads the responses in order. */
import { connect, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { HOST } from '../host/server-process.ts'
import { waitFor } from './http.ts'
import { parseResponse, type RawResponse } from './response-parser.ts'

/** A whole response, or the reason why there is none. */
export type RawOutcome =
  | { kind: 'response'; response: RawResponse }
  /** The connection ended before a whole response. */
  | { kind: 'closed' }
  /** Nothing, or not all, in time. */
  | { kind: 'timed out' }
  /** Bytes that are no HTTP. */
  | { kind: 'malformed' }

/** The caller closes it. */
export class RawConnection {
  readonly #socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  #ended = false
  /** Called whenever bytes have come, or the connection has ended. */
  #notice: () => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
      this.#notice()
    })
    const end = () => {
      this.#ended = true
      this.#notice()
    }
    // A reset is an end as well; what came before it has been read.
    socket.on('end', end).on('error', end).on('close', end)
  }

  /**
   * Connects to the server.
   * @param host its address
   * @returns `null` if the port is closed
   */
  static open(port: number, host = HOST): Promise<RawConnection | null> {
    return new Promise((resolve) => {
      const socket = connect({ port, host })
      const refused = () => resolve(null)
      socket.once('error', refused)
      socket.once('connect', () => {
        socket.off('error', refused)
        resolve(new RawConnection(socket))
      })
    })
  }

  /** Returns whether the server is known to have ended the connection. */
  get isEnded(): boolean {
    return this.#ended
  }

  /**
   * Sends bytes, each piece as a segment of its own.
   * @param pause milliseconds between two pieces, in which the server can read the first; 0 for as soon as may be
   */
  async send(pieces: readonly Uint8Array[], pause = 1): Promise<void> {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await (pause > 0 ? sleep(pause) : setImmediate())
      if (this.#ended) return
      this.#socket.write(piece)
    }
  }

  /**
   * Reads the next response.
   * @param method of the request that it answers
   * @param timeout milliseconds
   */
  async read(method: string, timeout: number): Promise<RawOutcome> {
    let isLate = false
    const stopWaiting = waitFor(timeout, () => {
      isLate = true
      this.#notice()
    })
    try {
      for (;;) {
        const parsed = parseResponse(this.#bytes, method, this.#ended)
        if (parsed.kind === 'malformed') return parsed
        if (parsed.kind === 'response') {
          this.#bytes = this.#bytes.subarray(parsed.response.length)
          return parsed
        }
        if (this.#ended) return { kind: 'closed' }
        if (isLate) return { kind: 'timed out' }
        await new Promise<void>((resolve) => {
          this.#notice = resolve
        })
      }
    } finally {
      stopWaiting()
    }
  }

  close(): void {
    this.#socket.destroy()
  }
}
