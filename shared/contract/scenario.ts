import type * as fc from 'fast-check'
import type { Random } from '../basics/random.ts'
import type { Framing } from '../wires/framing.ts'
import type { Call, Route, WireName } from '../wires/wires.ts'
import type { Oracle } from './oracle.ts'

/**
 * A workload: a route, a request factory for the load, the contract of servers, and cases of the invariants. Arguments are JSON
 * text rather than values, since some (`1e999`, `__proto__`) exist only as text.
 */
export interface Scenario {
  /** Name of its file in `shared/scenarios/`. */
  name: string
  title: string
  /** Unique position in lists of scenarios, from 1. */
  position: number
  /** A server's work per request, in one line. */
  description: string
  /** Whether servers validate requests; otherwise, pages omit their validators. */
  validates: boolean
  /** Least requests of a warm-up, where a request repeats its work so often that fewer than usual are enough. */
  warmupRequests?: number
  route: Route
  /** The server's file, without extension; scenarios may share a file. */
  file: string
  /**
   * Returns a valid case for the load, unique if the scenario has anything variable.
   * @param serial 16 digits that occur once in the request and once in the expected value, if the scenario has a field for
   * them; load generators increment them to make new calls
   */
  validCase(random: Random, serial: number): ValidCase
  /**
   * Returns a case for the load, if not all are valid.
   * @param except ids of invalid cases that a server of the run accepts as a known deviation
   */
  loadCase?(random: Random, serial: number, except?: readonly string[]): Case
  contract(random: Random): Contract
  /**
   * Returns the error of a decoded response as a value of the model, whatever the request was; `null` if there is none.
   * `errorIn` makes it.
   */
  errorOf(value: unknown): string | null
  /** Returns the scenario's own cases of the invariants: edges of the model's ranges, and near misses. */
  invariantCases(random: Random): InvariantCase[]
  fuzz: FuzzInput
}

/** Inputs of `verify --fuzz`, in addition to those of every scenario. */
type FuzzInput =
  /** Calls of the load: nothing in a call varies. */
  | { from: 'load' }
  /** Valid bodies with arbitrary changes. */
  | { from: 'model'; model: Model }
  /** Calls made by the scenario. @param check fast-check, which most commands do not load */
  | { from: 'calls'; calls(check: typeof fc, drawn: Drawn): fc.Arbitrary<InvariantSend> }

/** Arbitraries to build calls from. */
export interface Drawn {
  /** Unique numbers of 16 digits. */
  serial: fc.Arbitrary<number>
  /** Calls of the load. */
  load: fc.Arbitrary<InvariantSend>
}

export interface Model {
  /** Classifies any JSON value. `oracleOf` derives it from a schema. Without one, any may be accepted. */
  oracle: Oracle | null
  /** Returns the handler's result for a valid value. */
  expected(value: unknown): unknown
}

export interface Contract {
  valid: ValidCase[]
  invalid: InvalidCase[]
  /** Cases in which servers may differ; they are reported, and never fail. */
  observed: ObservedCase[]
}

/** Draws the serial number of a load's first call. */
export function firstSerial(random: Random): number {
  return random.integer(1e15, 8e15)
}

/** A call that must get status 200 and exactly the expected value. */
export interface ValidCase extends Call {
  /** The value, or a `Counted` one. */
  expected: unknown
  /** Required headers of the response. */
  responseHeaders?: Record<string, string>
  /** Calls made immediately before on the same connection, each with its expected response. */
  before?: ValidCase[]
  /** Expected increase of the count since the call before, for `Counted` responses. */
  step?: number
}

/** A call that must be rejected, with 4xx or one of the given statuses. */
export interface InvalidCase extends Call {
  statuses?: readonly number[]
  /** Name that the response must contain, such as the invalid field. */
  mentions?: string
  /** Names for the caveat of a server that accepts it: `['null', 'a date']`. */
  mistaken?: readonly [value: string, model: string]
  before?: ValidCase[]
  /** For servers of these wires only; all where it is left out. */
  wires?: readonly WireName[]
}

/** A call to which any response is correct. */
export interface ObservedCase extends Call {
  /** Title of a table's row. */
  title: string
  /** Describes the behaviour that a 2xx response shows; default: `accepted`. @param value the decoded body */
  describe?(value: unknown): string
  /** Describes the text of a rejection, if it shows more than the status. */
  describeRejection?(text: string): string
}

/** A call with its required response. */
export type Case = ValidCase | InvalidCase

/** Returns whether a call must be accepted. */
export function isValid(item: Case): item is ValidCase {
  return 'expected' in item
}

/**
 * An expected response with a number that the server counts up, and from which all other fields follow.
 */
export class Counted {
  readonly #field: string
  readonly #pattern: RegExp
  readonly #valueOf: (count: number) => unknown

  /**
   * @param field key of the number
   * @param valueWith returns the expected value for a number
   */
  constructor(field: string, valueWith: (count: number) => unknown) {
    this.#field = field
    this.#pattern = new RegExp(`"${field}":\\s*(\\d+)`)
    this.#valueOf = valueWith
  }

  /** Returns the expected JSON for a number. */
  jsonWith(count: number): string {
    return JSON.stringify(this.#valueOf(count))
  }

  /** Returns the expected value for a number, as parsed from JSON. */
  valueWith(count: number): unknown {
    return JSON.parse(this.jsonWith(count))
  }

  /**
   * Returns the number in a response, or `NaN`.
   * @param text of the body, which is searched first, since that is cheaper
   * @param decode decodes the body
   */
  countIn(text: string, decode?: () => unknown): number {
    // In devalue's lists, a field has the index of its value.
    const digits = text.startsWith('[') ? undefined : this.#pattern.exec(text)?.[1]
    return Number(
      digits ?? (decode?.() as Record<string, unknown> | undefined)?.[this.#field] ?? Number.NaN,
    )
  }
}

export type Invariant = 1 | 2 | 3 | 4

/** Responses that a server may give. */
export type Allowed =
  /** Status 200 with exactly the expected value. */
  | { kind: 'correct'; item: ValidCase }
  /** 4xx, or that status. */
  | { kind: 'rejected'; status?: number | undefined }
  /** 2xx with a valid value of the model (with an item, its expected value), 3xx, or 4xx (with a status, only that). */
  | { kind: 'conforming'; item?: ValidCase | undefined; status?: number | undefined }

/** One request of a case. */
export interface InvariantSend {
  call: Call
  /** HTTP framing; default: the client's. */
  framing?: Framing | undefined
  allowed: Allowed
  /** Whether the response must have the time in `Date`. */
  isDated?: boolean
}

export interface InvariantCase {
  /** Unique among the scenario's cases of invariants and contract. */
  id: string
  invariant: Invariant
  sends: InvariantSend[]
  /**
   * `one by one`: each after the previous response; `pipelined`: all at once on one connection; `interleaved`: piece by piece
   * on several connections.
   */
  order: 'one by one' | 'pipelined' | 'interleaved'
  /** Whether the server may close the connection: the client asks for it, or the head is too long. */
  isLast?: boolean
  /** For servers of these wires only; all where it is left out. */
  wires?: readonly WireName[]
}
