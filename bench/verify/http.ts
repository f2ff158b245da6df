import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { HttpRequest } from '../../shared/scenarios/wire.ts'
import { HOST } from '../host/server-process.ts'

export type Outcome = HttpResponse | NoAnswer

export interface HttpResponse {
  answered: true
  status: number
  headers: IncomingHttpHeaders
  /** The body as bytes; `body` is the same as a string. */
  bytes: Buffer
  body: string
}

interface NoAnswer {
  answered: false
  /** Short; begins with "no response". */
  reason: string
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the server closed the connection',
}

/** Maximum bytes of a body; contracts send at most 1 MB. */
const LONGEST_BODY = 16 * 2 ** 20

/** Milliseconds after which an idle connection is reopened: Node closes it after 5 s. */
const SHORTEST_KEEP_ALIVE = 4_000

/** Sends requests one after the other on one keep-alive connection. */
export class HttpClient {
  readonly #port: number
  readonly #timeout: number
  #agent = newAgent()
  #sentAt = performance.now()

  /** @param timeout milliseconds until a missing response is an error */
  constructor(port: number, timeout = 5_000) {
    this.#port = port
    this.#timeout = timeout
  }

  /** Sends a request and reads the complete response. Never rejects. */
  send({ method, path, headers, body, bytes }: HttpRequest): Promise<Outcome> {
    this.#leaveIdleConnection()
    return new Promise((resolve) => {
      const length = method === 'GET' ? {} : { 'content-length': bytes?.length ?? Buffer.byteLength(body) }
      const options = {
        host: HOST,
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
          if (length > LONGEST_BODY) fail(`no response: its body is longer than ${LONGEST_BODY / 2 ** 20} MB`)
        })
        response.on('error', () => fail('no response: the connection closed in the middle of it'))
        response.on('end', () => {
          isOver = true
          stopWaiting()
          const bytes = Buffer.concat(chunks)
          const { statusCode = 0, headers } = response
          resolve({ answered: true, status: statusCode, headers, bytes, body: bytes.toString('utf8') })
        })
      })
      let isOver = false
      const late = () => fail(`no response within ${this.#timeout / 1000} s`)
      const stopWaiting = waitFor(this.#timeout, late)
      const fail = (reason: string) => {
        if (isOver) return
        isOver = true
        stopWaiting()
        request.destroy()
        resolve({ answered: false, reason })
      }
      request.on('error', (error: NodeJS.ErrnoException) =>
        fail(`no response: ${REASONS[error.code ?? ''] ?? error.message}`),
      )
      request.end(bytes ?? body)
    })
  }

  /** Drops a connection that the server may have closed as idle. */
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

function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}
