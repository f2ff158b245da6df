import type * as fc from 'fast-check'
import type { Random } from '../basics/random.ts'
import type { Framing } from './invariants/framing.ts'
import type { Oracle } from './invariants/oracle.ts'
import type { Call, Route, WireName } from './wire.ts'

/**
 * A workload, whole: a route, a request factory for the load, the contract that a server must honour, and its part of the
 * invariants. Arguments are JSON text and not values, since some of them (`1e999`, `__proto__`) exist as text only.
 */
export interface Scenario {
  /** The name of its file in `shared/scenarios/`, which exports it. */
  name: string
  title: string
  /** Place in every list of scenarios, from 1; no two have the same. */
  position: number
  /** One line for reports: what a server does on each request. */
  description: string
  /** Servers validate requests; otherwise results say nothing of their validators. */
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
  /**
   * Returns the error of a decoded response as a value of the model, whatever the request was; `null` if there is none.
   * `flawIn` makes it.
   */
  flawOf(answer: unknown): string | null
  /** Cases of the invariants beside those of every scenario: the ends of the model's ranges, and what looks like a value of it. */
  invariantCases(random: Random): InvariantCase[]
  fuzz: FuzzInput
}

/** Further inputs of `verify --fuzz`, beside requests that every scenario has. */
export type FuzzInput =
  /** Nothing in a call can differ: calls of the load, as they are. */
  | { from: 'load' }
  /** Bodies: valid ones, changed in any place. Without a model any of them may be accepted. */
  | { from: 'model'; model: Model | null }
  /** Calls of its own making. @param check fast-check, which most commands do without */
  | { from: 'calls'; calls(check: typeof fc, drawn: Drawn): fc.Arbitrary<InvariantSend> }

/** Arbitrary numbers and calls to make others of. */
export interface Drawn {
  /** 16 digits that no other call has. */
  serial: fc.Arbitrary<number>
  /** Calls of the load. */
  load: fc.Arbitrary<InvariantSend>
}

/** Judges any JSON value. `oracleOf` makes an oracle of a schema. */
export interface Model {
  oracle: Oracle
  /** The correct response to a value of the model, as the handler returns it. */
  expected(value: unknown): unknown
}

export interface Contract {
  valid: ValidCase[]
  invalid: InvalidCase[]
  /** Cases in which servers may differ: observed and reported, never a failure. */
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
  /** By how much the response's count must be above that of the call before; for `Counted` answers. */
  step?: number
}

/** A call that must be refused: with 4xx, or with one of the given statuses. */
export interface InvalidCase extends Call {
  statuses?: readonly number[]
  /** Name that the response must contain, such as the invalid field. */
  mentions?: string
  /** For a caveat, what a server that accepts it takes for what: `['null', 'a date']`. */
  mistaken?: readonly [value: string, model: string]
  before?: ValidCase[]
  /** For servers of these wires only; all where it is left out. */
  wires?: readonly WireName[]
}

/** A call whose answer is a server's own affair. */
export interface ObservedCase extends Call {
  /** The question that the response settles, as a table row's name. */
  title: string
  /** In a few words, what a 2xx answer shows that the server did; `answer` is the decoded value. */
  describe(answer: unknown): string
  /** In a few words, what the text of a refusal shows, where its status is not all. */
  describeRefusal?(text: string): string
}

/** A call, and what must come back. */
export type Case = ValidCase | InvalidCase

/** Returns whether a call must be accepted. */
export function isValid(item: Case): item is ValidCase {
  return 'expected' in item
}

/**
 * A correct response of which one number is the server's own, which counts its calls; all else follows from the number. No two
 * calls get the same.
 */
export class Counted {
  readonly #field: string
  readonly #pattern: RegExp
  readonly #answerWith: (count: number) => unknown

  /**
   * @param field the key that holds the number
   * @param answerWith the correct response with that number in it, before it is serialized
   */
  constructor(field: string, answerWith: (count: number) => unknown) {
    this.#field = field
    this.#pattern = new RegExp(`"${field}":\\s*(\\d+)`)
    this.#answerWith = answerWith
  }

  /** The correct response with that number in it, as JSON. */
  jsonWith(count: number): string {
    return JSON.stringify(this.#answerWith(count))
  }

  /** The correct response with that number in it, as JSON carries it. */
  answerWith(count: number): unknown {
    return JSON.parse(this.jsonWith(count))
  }

  /**
   * The number in a response, `NaN` where there is none.
   * @param text of the body, in which it is looked for first, since that is cheaper
   * @param decode makes the value of the body
   */
  countIn(text: string, decode?: () => unknown): number {
    const digits = this.#pattern.exec(text)?.[1]
    return Number(digits ?? (decode?.() as Record<string, unknown> | undefined)?.[this.#field] ?? Number.NaN)
  }
}

export type Invariant = 1 | 2 | 3 | 4

/** Responses that a server may give. */
export type Allowed =
  /** With 200 and exactly the expected value. */
  | { kind: 'right'; item: ValidCase }
  /** With 4xx. */
  | { kind: 'refused' }
  /** With what the invariants allow any call: a valid value of the model, and where an item is given its correct response; 3xx; 4xx. */
  | { kind: 'lawful'; item?: ValidCase }

/** One request of a case. */
export interface InvariantSend {
  call: Call
  /** HTTP framing; the client's default if left out. */
  framing?: Framing
  allowed: Allowed
}

export interface InvariantCase {
  /** A name that no other case of the scenario has, invalid cases of its contract included. */
  id: string
  law: Invariant
  sends: InvariantSend[]
  /**
   * Each after the response to the one before, all at once on one connection, or each on a connection of its own with their
   * pieces in turn.
   */
  order: 'one by one' | 'pipelined' | 'interleaved'
  /** The connection may end with it: the client asks for that, or the head is longer than a server must read. */
  isLast?: boolean
  /** For servers of these wires only; all where it is left out. */
  wires?: readonly WireName[]
}
