import type { Random } from '../basics/random.ts'
import type { Call, Route } from './wire.ts'

/**
 * A workload: a route, a request factory for the load, and the contract that a server must honour.
 * Arguments are JSON text and not values, since some of them (`1e999`, `__proto__`) exist as text only.
 */
export interface Scenario {
  name: string
  title: string
  /** One line for reports: what a server does on each request. */
  description: string
  /** Whether servers check what a request brings; where not, nothing is said of their validators. */
  validates: boolean
  route: Route
  /** The server's file, without its extension; a scenario may load the file of another one in its own way. */
  file: string
  /**
   * A valid case, different from all others where it has anything that may differ. The load is made of such cases.
   * @param serial 16 digits that stand once in the request and once in the expected value, where the scenario has
   * a place for them; a generator counts them up to make new calls of old ones
   */
  validCase(random: Random, serial: number): ValidCase
  /**
   * Cases of the load, where it is not made of valid ones only.
   * @param except ids of the contract's invalid cases that a server of the run treats in its own way
   */
  loadCase?(random: Random, serial: number, except?: readonly string[]): Case
  contract(random: Random): Contract
  /** What is wrong with a decoded answer as a value of the model, whatever was asked; `null` where nothing is. */
  flawOf(answer: unknown): string | null
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
export interface ValidCase extends Call {
  /** The value, or a `Counted` one. */
  expected: unknown
  /** Headers that the response must carry, with these values. */
  responseHeaders?: Record<string, string>
  /** Calls made right before on the same connection, each of which must be answered as expected. */
  before?: ValidCase[]
  /** By how much the answer's count must be above that of the call before; for `Counted` answers. */
  step?: number
}

/** A call that must be refused: with 4xx, or with one of the given statuses. */
export interface InvalidCase extends Call {
  statuses?: readonly number[]
  /** What the answer must name, such as the field that is wrong. */
  mentions?: string
  /** For a caveat, what a server that accepts it takes for what: `['null', 'a date']`. */
  mistaken?: readonly [value: string, model: string]
  before?: ValidCase[]
  /** For servers of these wires only; all where it is left out. */
  wires?: readonly string[]
}

/** A call whose answer is a server's own affair. */
export interface ObservedCase extends Call {
  /** The question that the answer settles, as a table row's name. */
  title: string
  /** In a few words, what a 2xx answer shows that the server did; `answer` is the decoded value. */
  describe(answer: unknown): string
  /** In a few words, what the text of a refusal shows, where its status is not all. */
  describeRefusal?(text: string): string
}

/** A call, and what must come back. */
export type Case = ValidCase | InvalidCase

/** Whether a call must be answered, and not refused. */
export function isValid(item: Case): item is ValidCase {
  return 'expected' in item
}

/**
 * A right answer of which one number is the server's own, which counts its calls; all else follows from the number. No two
 * calls get the same.
 */
export class Counted {
  readonly #field: string
  readonly #pattern: RegExp
  readonly #answerWith: (count: number) => unknown

  /**
   * @param field the key that holds the number
   * @param answerWith the right answer with that number in it, before it is serialized
   */
  constructor(field: string, answerWith: (count: number) => unknown) {
    this.#field = field
    this.#pattern = new RegExp(`"${field}":\\s*(\\d+)`)
    this.#answerWith = answerWith
  }

  /** The right answer with that number in it, as JSON. */
  jsonWith(count: number): string {
    return JSON.stringify(this.#answerWith(count))
  }

  /** The right answer with that number in it, as JSON carries it. */
  answerWith(count: number): unknown {
    return JSON.parse(this.jsonWith(count))
  }

  /**
   * The number in an answer, `NaN` where there is none.
   * @param text of the body, in which it is looked for first, since that is cheaper
   * @param decode makes the value of the body
   */
  countIn(text: string, decode?: () => unknown): number {
    const digits = this.#pattern.exec(text)?.[1]
    return Number(digits ?? (decode?.() as Record<string, unknown> | undefined)?.[this.#field] ?? Number.NaN)
  }
}
