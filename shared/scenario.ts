import type { Random } from './random.ts'
import type { Route } from './wire.ts'

/**
 * A workload: a route, a request factory for the load, and the contract that a server must honour.
 * Arguments are JSON text and not values, since some of them (`1e999`, `__proto__`) exist as text only.
 */
export interface Scenario {
  name: string
  title: string
  /** One line for reports: what a server does on each request. */
  description: string
  route: Route
  /**
   * A call of the load: valid, and different from all others.
   * @param serial 16 digits that stand once in the argument and once in the expected value, where the scenario has
   * a place for them; a generator counts them up to make new calls of old ones
   */
  loadCall(random: Random, serial: number): ValidCase
  contract(random: Random): Contract
}

export interface Contract {
  valid: ValidCase[]
  invalid: InvalidCase[]
  /** What servers may do differently: observed and reported, never judged. */
  observed: ObservedCase[]
}

/** A serial number of 16 digits for a load's first call, drawn at random. */
export function firstSerial(random: Random): number {
  return random.integer(1e15, 8e15)
}

/** A call that must be answered with 200 and exactly the expected value. */
export interface ValidCase {
  id: string
  json: string
  expected: unknown
}

/** A call that must be answered with 4xx. */
export interface InvalidCase extends RequestChange {
  id: string
  json: string
}

/** A call whose answer is a server's own affair. */
export interface ObservedCase extends RequestChange {
  id: string
  /** The question that the answer settles, as a table row's name. */
  title: string
  json: string
  /** In a few words, what a 2xx answer shows that the server did; `answer` is the decoded value. */
  describe(answer: unknown): string
}

interface RequestChange {
  /** Changes the encoded body; for what is wrong with a body rather than with the value in it. */
  body?: (encoded: string) => string
  /** Headers instead of the wire's own. */
  headers?: Record<string, string>
}
