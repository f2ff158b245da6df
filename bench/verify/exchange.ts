/** Sends single calls of a contract on one connection and compares their responses. */
import type { Random } from '../../shared/basics/random.ts'
import {
  Counted,
  firstSerial,
  type InvalidCase,
  type ObservedCase,
  type Scenario,
  type ValidCase,
} from '../../shared/contract/scenario.ts'
import { deviationText, type KnownDeviation } from '../../shared/format/disclosure.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import {
  type Call,
  decodeBody,
  encodeCall,
  type HttpRequest,
  type Wire,
  type WireName,
  wires,
} from '../../shared/wires/wires.ts'
import type { ServerOutput } from '../server/server-output.ts'
import { expectation, modelError, shorten, valueError } from './answers.ts'
import type { HttpClient, HttpResponse, Outcome } from './http.ts'

export type Behaviour = ServerResult['behaviours'][number]

export type MessageBytes = NonNullable<ServerResult['messageBytes']>

export type Observation = Pick<ServerResult, 'behaviours' | 'messageBytes'>

/** One violation of the contract. */
export interface ContractFailure {
  case: string
  /** The violated rule, as a sentence. */
  rule: string
  /** Equal for failures with the same apparent cause. */
  cause: string
  expected: string
  got: string
  answered: boolean
  request: HttpRequest
}

export interface ContractTerms {
  scenario: Scenario
  wire: WireName
  knownDeviations: readonly KnownDeviation[]
  /** Tolerates absent known deviations: in a run, and on another runtime than the manifest's. */
  deviationsMayBeAbsent?: boolean
  random: Random
  /** The server's output, to explain a response. */
  output?: Pick<ServerOutput, 'bytes' | 'explanation'>
}

export function describeFailure(failure: ContractFailure): string {
  return `${failure.case}: expected ${failure.expected}, got ${failure.got}`
}

/** Returns a valid case with unique values. */
export function randomCase({ scenario, random }: ContractTerms): ValidCase {
  return scenario.validCase(random, firstSerial(random))
}

/** Single calls of a contract on one connection. */
export class Exchanger {
  readonly #client: HttpClient
  readonly #terms: ContractTerms
  readonly #wire: Wire
  /** Count in the last response that had one. */
  #lastCount = Number.NaN

  constructor(client: HttpClient, terms: ContractTerms) {
    this.#client = client
    this.#terms = terms
    this.#wire = wires[terms.wire]
  }

  /** @param context rule to report instead of the violated one */
  async valid(item: ValidCase, context?: string): Promise<ContractFailure | undefined> {
    const early = await this.#before(item)
    if (early) return early
    const request = this.#encode(item)
    const failure = (
      rule: string,
      got: string,
      cause: string,
      answered = true,
    ): ContractFailure => {
      return {
        case: item.id,
        rule: context ?? rule,
        cause,
        expected: expectation(item),
        got,
        answered,
        request,
      }
    }
    const { response, written } = await this.#send(request)
    if (!response.answered)
      return failure('every request gets a response', response.reason, response.reason, false)
    const fault = valueError(this.#wire, this.#terms.scenario, item, response)
    if (fault)
      return failure(fault.rule, this.#explained(fault.got, response, written), fault.cause)
    const miscount = this.#miscount(item, response)
    const rule = 'each call gets a new count'
    return miscount ? failure(rule, `${miscount}: ${shorten(response.body)}`, rule) : undefined
  }

  async invalid(item: InvalidCase, context?: string): Promise<ContractFailure | undefined> {
    const early = await this.#before(item)
    if (early) return early
    const deviation = this.#terms.knownDeviations.find((known) => known.case === item.id)
    const request = this.#encode(item)
    const { response, written } = await this.#send(request)
    const { answered } = response
    const statuses = item.statuses?.join(' or ') ?? '4xx'
    const expected = deviation
      ? `${deviationText(deviation)}, the known deviation in the manifest`
      : `${statuses}${item.mentions ? ` and "${item.mentions}" named` : ''}`
    const failure = (rule: string, got: string, cause: string): ContractFailure => {
      return { case: item.id, rule: context ?? rule, cause, expected, got, answered, request }
    }
    if (!response.answered)
      return failure('every request gets a response', response.reason, response.reason)
    const { status, body } = response
    const got = () => this.#explained(`${status} ${shorten(body)}`, response, written)
    if (deviation) {
      const isAsDeclared =
        deviation.does === 'accepts'
          ? status === 200 && modelError(this.#wire, this.#terms.scenario, response) === undefined
          : status === deviation.status
      return isAsDeclared
        ? undefined
        : failure('the server still deviates as the manifest says', got(), item.id)
    }
    if (!isRejection(item, status))
      return failure(`invalid data is rejected with ${statuses}`, got(), String(status))
    if (names(body, item.mentions, request.body)) return undefined
    return failure('a rejection names the wrong field', got(), '')
  }

  async #send(request: HttpRequest): Promise<{ response: Outcome; written: number }> {
    const written = this.#terms.output?.bytes ?? 0
    return { response: await this.#client.send(request), written }
  }

  /** Adds to a 5xx what the server has written since the request. */
  #explained(got: string, { status }: HttpResponse, written: number): string {
    const explanation = status >= 500 ? this.#terms.output?.explanation(written) : undefined
    return explanation ? `${got}; it wrote ${explanation}` : got
  }

  /** Makes the calls that precede a case. */
  async #before({
    id,
    before = [],
  }: ValidCase | InvalidCase): Promise<ContractFailure | undefined> {
    for (const call of before) {
      const failure = await this.valid(call, `the calls before "${id}" get their usual responses`)
      if (failure) return failure
    }
    return undefined
  }

  /** Returns an error if a correct response was already given to another call. */
  #miscount({ expected, step }: ValidCase, response: HttpResponse): string | undefined {
    if (!(expected instanceof Counted)) return undefined
    const [last, count] = [
      this.#lastCount,
      expected.countIn(response.body, () => this.#decoded(response)),
    ]
    this.#lastCount = count
    if (count === last) return 'the same count as in the previous response'
    return step === undefined || count === last + step
      ? undefined
      : `${count} after ${last}, expected +${step}`
  }

  async observe(item: ObservedCase): Promise<Behaviour> {
    const response = await this.#client.send(this.#encode(item))
    if (!response.answered)
      return { id: item.id, title: item.title, status: null, outcome: 'no answer' }
    const { status } = response
    const refusal = item.describeRejection
      ? `${status}, ${item.describeRejection(response.body)}`
      : String(status)
    const outcome = status >= 200 && status < 300 ? item.describe(this.#decoded(response)) : refusal
    return { id: item.id, title: item.title, status, outcome }
  }

  #decoded({ bytes }: HttpResponse): unknown {
    return decodeBody(this.#wire, this.#terms.scenario.route, bytes)
  }

  #encode(call: Call): HttpRequest {
    return encodeCall(this.#wire, this.#terms.scenario.route, call)
  }
}

function isRejection({ statuses }: InvalidCase, status: number): boolean {
  return statuses?.includes(status) ?? (status >= 400 && status < 500)
}

/**
 * Returns whether a rejection names the field, if it must.
 * @param sent body of the request: a field in its echo does not count
 */
function names(text: string, field: string | undefined, sent: string): boolean {
  return field === undefined || words(text.replaceAll(sent || '{}', '')).has(field)
}

function words(text: string): Set<string> {
  return new Set(text.match(/\w+/g))
}
