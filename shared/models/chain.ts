/** Logic of the middlewares of `middleware-chain`, which each server wraps in its framework's form. */

/** The payload of a bearer token. */
export interface Token {
  sub: string
  tier: 'free' | 'paid'
}

/** Returns the payload of an `authorization: Bearer <JWT>` header without checking its signature; `undefined` if invalid. */
export function readToken(authorization: string | null | undefined): Token | undefined {
  const payload = /^Bearer [\w-]+\.([\w-]+)\.[\w-]*$/.exec(authorization ?? '')?.[1]
  if (!payload) return undefined
  try {
    const { sub, tier } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof sub === 'string' && (tier === 'free' || tier === 'paid') ? { sub, tier } : undefined
  } catch {
    return undefined
  }
}

let made = 0

/** Returns the client's request id, or a new one. */
export function requestIdOf(header: string | null | undefined): string {
  return header || `request-${++made}`
}

export interface LogEntry {
  time: number
  requestId: string
  method: string
  path: string
}

const KEPT = 1000

/** A ring of the last entries, and their total number. */
export class RequestLog {
  readonly #entries: LogEntry[] = []
  #count = 0

  /** @returns the entry's number, from 1 */
  add(requestId: string, method: string, path: string): number {
    this.#entries[this.#count % KEPT] = { time: Date.now(), requestId, method, path }
    return ++this.#count
  }
}

const LIMITS = { free: 5, paid: Number.POSITIVE_INFINITY }
const WINDOW = 60_000

/** Counts a subject's requests per minute. */
export class RateCounter {
  #counts = new Map<string, number>()
  #windowEnd = 0

  /** Counts a request; returns whether the subject's tier allows it. */
  allows({ sub, tier }: Token): boolean {
    const now = Date.now()
    if (now >= this.#windowEnd) {
      this.#counts = new Map()
      this.#windowEnd = now + WINDOW
    }
    const count = (this.#counts.get(sub) ?? 0) + 1
    this.#counts.set(sub, count)
    return count <= LIMITS[tier]
  }
}
