/** A TCP connection that sends raw bytes in pieces and reads the responses in order. */
import { connect, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { HOST } from '../host/server-process.ts'
import { waitFor } from './http.ts'
import { parseResponse, type RawResponse } from './response-parser.ts'

/** A complete response, or the reason why there is none. */
export type RawOutcome =
  | { kind: 'response'; response: RawResponse }
  /** The connection ended before a complete response. */
  | { kind: 'closed' }
  /** No complete response in time. */
  | { kind: 'timed out' }
  /** Bytes that are not HTTP. */
  | { kind: 'malformed' }

/** Close it after use. */
export class RawConnection {
  readonly #socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  #ended = false
  /** Called when bytes have arrived or the connection has ended. */
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
    // "end" and a reset are handled alike; earlier bytes have been read.
    socket.on('end', end).on('error', end).on('close', end)
  }

  /** Connects to the server. Returns null if the port is closed. */
  static open(port: number): Promise<RawConnection | null> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: HOST })
      const refused = () => resolve(null)
      socket.once('error', refused)
      socket.once('connect', () => {
        socket.off('error', refused)
        resolve(new RawConnection(socket))
      })
    })
  }

  /**
   * Sends each piece as its own segment.
   * @param pause milliseconds between pieces, so that the server can read each separately; 0 for the next event-loop turn
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
   * @param method of the request
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
