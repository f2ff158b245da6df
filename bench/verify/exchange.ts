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
import { leavesOpen } from '../load/requests.ts'
import type { ServerOutput } from '../server/server-output.ts'
import type { HttpClient, Outcome } from './http.ts'
import {
  clientError,
  expectationText,
  modelError,
  onWire,
  shortLine,
  valueError,
} from './response-checks.ts'
import type { HttpResponse } from './response-parser.ts'

export type Behaviour = ServerResult['details']['behaviours'][number]

export type MessageBytes = NonNullable<ServerResult['details']['messageBytes']>

export type Observation = Pick<ServerResult['details'], 'behaviours' | 'messageBytes'>

export interface ContractFailure {
  case: string
  /** The violated rule, as a sentence. */
  rule: string
  /** Equal for failures with the same apparent cause. */
  cause: string
  expected: string
  got: string
  /** Whether there was a response. */
  responded: boolean
  request: HttpRequest
}

export interface ExpectedDeviation extends KnownDeviation {
  /** True of deviations of the runtime; of the manifest's in a run, or on another runtime. */
  mayBeAbsent?: boolean
}

export const absentOrNot = (deviation: KnownDeviation): ExpectedDeviation => ({
  ...deviation,
  mayBeAbsent: true,
})

export interface ContractTerms {
  scenario: Scenario
  wire: WireName
  knownDeviations: readonly ExpectedDeviation[]
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
    const precedingFailure = await this.#before(item)
    if (precedingFailure) return precedingFailure
    const { response, failure } = await this.#exchange(item, expectationText(item), context)
    if (!response.responded) return failure('every request gets a response', response.reason)
    const fault =
      valueError(this.#wire, this.#terms.scenario, item, response) ?? clientError(response, false)
    if (fault) return failure(fault.rule, fault.got, fault.cause)
    const miscount = this.#miscount(item, response)
    const rule = 'each call gets a new count'
    return miscount ? failure(rule, `${miscount}: ${shortLine(response.body)}`, rule) : undefined
  }

  /** @param context rule to report instead of the violated one */
  async invalid(item: InvalidCase, context?: string): Promise<ContractFailure | undefined> {
    const precedingFailure = await this.#before(item)
    if (precedingFailure) return precedingFailure
    const deviation = this.#terms.knownDeviations.find((known) => known.case === item.id)
    const statuses = item.statuses?.join(' or ') ?? '4xx'
    const expected = deviation
      ? `${deviationText(deviation)}, the known deviation in the manifest`
      : `${statuses}${item.mentions ? ` and "${item.mentions}" named` : ''}`
    const { response, request, failure } = await this.#exchange(item, expected, context)
    if (!response.responded) return failure('every request gets a response', response.reason)
    const { status, body } = response
    const got = `${status} ${shortLine(body)}`
    if (deviation) {
      return this.#deviates(deviation, response)
        ? undefined
        : failure('the server still deviates as the manifest says', got, item.id)
    }
    if (!isRejection(item, status))
      return failure(`invalid data is rejected with ${statuses}`, got, String(status))
    if (!mentionsField(body, item.mentions, request.body))
      return failure('a rejection names the wrong field', got, '')
    const fault = clientError(response, !leavesOpen(item))
    return fault && failure(fault.rule, fault.got, fault.cause)
  }

  #deviates({ does, status }: KnownDeviation, response: HttpResponse): boolean {
    if (does !== 'accepts') return response.status === status
    return (
      response.status === 200 &&
      modelError(this.#wire, this.#terms.scenario, response) === undefined
    )
  }

  /** Sends a call. A failure of a 5xx ends with what the server has written since the request. */
  async #exchange(item: Call, expected: string, context?: string) {
    const { output } = this.#terms
    const request = this.#encode(item)
    const written = output?.bytes ?? 0
    const sent = await this.#client.send(request)
    const response = sent.responded ? onWire(this.#wire, sent) : sent
    const failure = (rule: string, got: string, cause = got): ContractFailure => {
      const isFault = response.responded && response.status >= 500
      const explanation = isFault ? output?.explanation(written) : undefined
      return {
        case: item.id,
        rule: context ?? rule,
        cause,
        expected,
        got: explanation ? `${got}; it wrote ${explanation}` : got,
        responded: response.responded,
        request,
      }
    }
    return { response, request, failure }
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
    const last = this.#lastCount
    const count = expected.countIn(response.body, () => this.#decoded(response))
    this.#lastCount = count
    if (count === last) return 'the same count as in the previous response'
    return step === undefined || count === last + step
      ? undefined
      : `${count} after ${last}, expected +${step}`
  }

  /** Returns what the server does; a 5xx that is no known deviation is a failure. */
  async observe(item: ObservedCase): Promise<{ behaviour: Behaviour; failure?: ContractFailure }> {
    const { response, failure } = await this.#exchange(item, '2xx or 4xx')
    const behaviour = this.#behaviour(item, response)
    const { status } = behaviour
    const isKnown = this.#terms.knownDeviations.some(
      (known) => known.case === item.id && known.status === status,
    )
    if (!response.responded || response.status < 500 || isKnown) return { behaviour }
    const got = `${status} ${shortLine(response.body)}`
    return { behaviour, failure: failure('no request causes a 5xx', got, String(status)) }
  }

  #behaviour(item: ObservedCase, response: Outcome): Behaviour {
    const { id, title } = item
    if (!response.responded) return { id, title, status: null, outcome: 'no answer' }
    const { status, body } = response
    if (status >= 200 && status < 300) {
      const outcome = item.describe?.(this.#decoded(response)) ?? 'accepted'
      return { id, title, status, outcome }
    }
    const detail = item.describeRejection?.(body)
    return { id, title, status, outcome: detail ? `${status}, ${detail}` : String(status) }
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
 * Returns whether a rejection mentions the field, if it must.
 * @param sent body of the request: a field in its echo does not count
 */
function mentionsField(text: string, field: string | undefined, sent: string): boolean {
  return field === undefined || new Set(text.replaceAll(sent || '{}', '').match(/\w+/g)).has(field)
}
