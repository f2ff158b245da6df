import { setImmediate } from 'node:timers/promises'
import { ordinary } from '../../shared/wires/framing.ts'
import type { HttpRequest } from '../../shared/wires/wires.ts'
import { Line, type Missing } from './line.ts'
import type { RawResponse } from './response-parser.ts'

export type Outcome = HttpResponse | NoAnswer

export interface HttpResponse {
  answered: true
  status: number
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  /** The body as bytes; `body` is the same as a string. */
  bytes: Buffer
  body: string
}

interface NoAnswer {
  answered: false
  /** Short; begins with "no response". */
  reason: string
}

/** Milliseconds until a missing response is a hang. */
export const TIMEOUT = 5_000

/** Milliseconds after which an idle connection is reopened: Node closes it after 5 s. */
const SHORTEST_KEEP_ALIVE = 4_000

/** Sends requests one after the other on one keep-alive connection, which is closed where it is disposed of. */
export class HttpClient {
  readonly #line: Line
  readonly #timeout: number
  #sentAt = performance.now()

  /** @param timeout milliseconds until a missing response is an error */
  constructor(port: number, timeout = TIMEOUT) {
    this.#line = new Line(port, timeout)
    this.#timeout = timeout
  }

  /** Sends a request and reads the complete response. Never rejects. */
  async send(request: HttpRequest): Promise<Outcome> {
    // The server's end of the connection may arrive just behind its last response.
    await setImmediate()
    const now = performance.now()
    if (this.#line.hasEnded || now - this.#sentAt > SHORTEST_KEEP_ALIVE) this.#line.close()
    this.#sentAt = now
    const outcome = await this.#line.exchange({ request, framed: ordinary(request) })
    if (typeof outcome === 'object') return httpResponse(outcome)
    this.#line.close()
    return { answered: false, reason: whyMissing(outcome, this.#timeout) }
  }

  [Symbol.dispose](): void {
    this.#line.close()
  }
}

export function httpResponse({ status, headers, body }: RawResponse): HttpResponse {
  return {
    answered: true,
    status,
    headers: Object.fromEntries(headers),
    bytes: body,
    body: body.toString('utf8'),
  }
}

/** Explains a missing response; begins with "no response". @param timeout milliseconds */
export function whyMissing(missing: Missing, timeout: number): string {
  if (missing === 'timed out') return `no response within ${timeout / 1000} s`
  return missing === 'malformed'
    ? 'no response: bytes that are not HTTP'
    : `no response: the connection was ${missing}`
}
