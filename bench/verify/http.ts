import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpRequest } from '../../shared/scenarios/wire.ts'
import { HOST } from '../host/server-process.ts'

export type Outcome = HttpResponse | NoAnswer

/** A whole response. */
export interface HttpResponse {
  answered: true
  status: number
  headers: IncomingHttpHeaders
  /** The body, and the same as a string. */
  bytes: Buffer
  body: string
}

interface NoAnswer {
  answered: false
  /** Why, in a few words that begin with "no answer". */
  reason: string
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the server closed the connection',
}

/** Bytes of a body that are read; a megabyte is the most that a contract sends. */
const LONGEST_BODY = 16 * 2 ** 20

/** Milliseconds within which no server closes an idle connection: Node does after 5 s. */
const SHORTEST_KEEP_ALIVE = 4_000

/** One connection's worth of requests, one after the other, kept alive between them. */
export class HttpClient {
  readonly #port: number
  readonly #host: string
  readonly #timeout: number
  #agent = newAgent()
  #sentAt = performance.now()
  #closedBytes = 0
  #socket: Socket | undefined

  /**
   * @param host the server's address
   * @param timeout milliseconds until a missing response is an error
   */
  constructor(port: number, timeout = 5_000, host = HOST) {
    this.#port = port
    this.#host = host
    this.#timeout = timeout
  }

  /** Sends a request and reads the whole response. Never rejects. */
  send({ method, path, headers, body, bytes }: HttpRequest): Promise<Outcome> {
    this.#leaveIdleConnection()
    return new Promise((resolve) => {
      const length = method === 'GET' ? {} : { 'content-length': bytes?.length ?? Buffer.byteLength(body) }
      const options = {
        host: this.#host,
        port: this.#port,
        method,
        path,
        headers: { ...headers, ...length },
        agent: this.#agent,
      }
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          length += chunk.length
          if (length > LONGEST_BODY) fail(`no answer: its body is longer than ${LONGEST_BODY / 2 ** 20} MB`)
        })
        response.on('error', () => fail('no answer: the connection closed in the middle of it'))
        response.on('end', () => {
          isOver = true
          stopWaiting()
          const bytes = Buffer.concat(chunks)
          const { statusCode = 0, headers } = response
          resolve({ answered: true, status: statusCode, headers, bytes, body: bytes.toString('utf8') })
        })
      })
      let isOver = false
      const late = () => fail(`no answer within ${this.#timeout / 1000} s`)
      const stopWaiting = waitFor(this.#timeout, late)
      const fail = (reason: string) => {
        if (isOver) return
        isOver = true
        stopWaiting()
        request.destroy()
        resolve({ answered: false, reason })
      }
      request.on('socket', (socket) => this.#follow(socket))
      request.on('error', (error: NodeJS.ErrnoException) =>
        fail(`no answer: ${REASONS[error.code ?? ''] ?? error.message}`),
      )
      request.end(bytes ?? body)
    })
  }

  /** Bytes that have come from the server so far, heads and framing included. */
  get bytesRead(): number {
    return this.#closedBytes + (this.#socket?.bytesRead ?? 0)
  }

  #follow(socket: Socket): void {
    if (socket === this.#socket) return
    this.#closedBytes = this.bytesRead
    this.#socket = socket
  }

  /** The server may have closed the connection meanwhile, also where its last response was read late. */
  #leaveIdleConnection(): void {
    const now = performance.now()
    if (now - this.#sentAt > SHORTEST_KEEP_ALIVE) {
      this.#agent.destroy()
      this.#agent = newAgent()
    }
    this.#sentAt = now
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Parts of a time-out, each with a timer of its own. */
const PARTS = 10

/**
 * A time-out of the other side alone: while this process stands still, only one part of it passes.
 * @returns what ends it before its time
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

function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}
