/** Single calls of a contract: put to a server on one connection, and held against what must come back. */
import type { Random } from '../../shared/basics/random.ts'
import { deviationText, type KnownDeviation } from '../../shared/result/disclosure.ts'
import type { ServerResult } from '../../shared/result/format.ts'
import {
  Counted,
  firstSerial,
  type InvalidCase,
  type ObservedCase,
  type Scenario,
  type ValidCase,
} from '../../shared/scenarios/scenario.ts'
import {
  type Call,
  decodeBody,
  encodeCall,
  type HttpRequest,
  type Wire,
  type WireName,
  wires,
} from '../../shared/scenarios/wire.ts'
import { expectation, modelFlaw, shorten, valueFlaw } from './answers.ts'
import type { HttpClient, HttpResponse } from './http.ts'

export type Behaviour = ServerResult['behaviours'][number]

export type MessageBytes = NonNullable<ServerResult['messageBytes']>

/** What is seen of a server and not judged. */
export type Observation = Pick<ServerResult, 'behaviours' | 'messageBytes'>

/** One broken line of the contract. */
export interface ContractFailure {
  case: string
  /** The rule behind the case, as a sentence. */
  rule: string
  expected: string
  got: string
  /** Whether the server answered at all. */
  answered: boolean
  request: HttpRequest
}

/** How a contract is put to one server. */
export interface ContractTerms {
  scenario: Scenario
  wire: WireName
  knownDeviations: readonly KnownDeviation[]
  /** Whether it runs on another runtime than its manifest is about, where known deviations may be absent. */
  otherRuntime?: boolean
  random: Random
  /** The server's address, where it is not this machine's own. */
  host?: string
}

/** The failure in one line. */
export function describeFailure(failure: ContractFailure): string {
  return `${failure.case}: expected ${failure.expected}, got ${failure.got}`
}

/** A valid case, with values that no other has. */
export function randomCase({ scenario, random }: ContractTerms): ValidCase {
  return scenario.validCase(random, firstSerial(random))
}

/** Single calls of a contract on one connection. */
export class Exchanger {
  readonly #client: HttpClient
  readonly #terms: ContractTerms
  readonly #wire: Wire
  /** In the last answer that had one. */
  #lastCount = Number.NaN

  constructor(client: HttpClient, terms: ContractTerms) {
    this.#client = client
    this.#terms = terms
    this.#wire = wires[terms.wire]
  }

  async valid(item: ValidCase, rule: string): Promise<ContractFailure | undefined> {
    const early = await this.#before(item)
    if (early) return early
    const request = this.#encode(item)
    const failure = (got: string, answered = true): ContractFailure => {
      return { case: item.id, rule, expected: expectation(item), got, answered, request }
    }
    const response = await this.#client.send(request)
    if (!response.answered) return failure(response.reason, false)
    const flaw = valueFlaw(this.#wire, this.#terms.scenario, item, response)
    if (flaw) return failure(flaw)
    const miscount = this.#miscount(item, response)
    return miscount ? failure(`${miscount}: ${shorten(response.body)}`) : undefined
  }

  async invalid(item: InvalidCase, rule = 'invalid data is refused with 4xx'): Promise<ContractFailure | undefined> {
    const early = await this.#before(item)
    if (early) return early
    const deviation = this.#terms.knownDeviations.find((known) => known.case === item.id)
    const request = this.#encode(item)
    const response = await this.#client.send(request)
    const { answered } = response
    const expected = deviation
      ? `${deviationText(deviation)}, the known deviation in the manifest`
      : `${item.statuses?.join(' or ') ?? '4xx'}${item.mentions ? ` and "${item.mentions}" named` : ''}`
    const failure = (got: string): ContractFailure => ({ case: item.id, rule, expected, got, answered, request })
    if (!response.answered) return failure(response.reason)
    const { status, body } = response
    const isRight =
      deviation?.does === 'accepts'
        ? status === 200 && modelFlaw(this.#wire, this.#terms.scenario, response) === undefined
        : deviation
          ? status === deviation.status
          : isRefusal(item, status, body, request.body)
    return isRight ? undefined : failure(`${status} ${shorten(body)}`)
  }

  /** The calls that a case begins with. */
  async #before({ id, before = [] }: ValidCase | InvalidCase): Promise<ContractFailure | undefined> {
    for (const call of before) {
      const failure = await this.valid(call, `the calls before "${id}" are answered as any others`)
      if (failure) return failure
    }
    return undefined
  }

  /** What is wrong with a right answer's count, if anything: an answer that was given before is no answer of this call. */
  #miscount({ expected, step }: ValidCase, response: HttpResponse): string | undefined {
    if (!(expected instanceof Counted)) return undefined
    const [last, count] = [this.#lastCount, expected.countIn(response.body, () => this.#decoded(response))]
    this.#lastCount = count
    if (count === last) return 'the same count as in the answer before'
    return step === undefined || count === last + step ? undefined : `${count} after ${last}, instead of ${step} more`
  }

  async observe(item: ObservedCase): Promise<Behaviour> {
    const response = await this.#client.send(this.#encode(item))
    if (!response.answered) return { id: item.id, title: item.title, status: null, outcome: 'no answer' }
    const { status } = response
    const refusal = item.describeRefusal ? `${status}, ${item.describeRefusal(response.body)}` : String(status)
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

/**
 * Whether an answer refuses a call as it must be refused: with the right status, and naming what is wrong.
 * @param sent the request's body, which a refusal may echo: that names nothing
 */
function isRefusal({ statuses, mentions }: InvalidCase, status: number, text: string, sent: string): boolean {
  const isStatus = statuses?.includes(status) ?? (status >= 400 && status < 500)
  return isStatus && (mentions === undefined || words(text.replaceAll(sent || '{}', '')).has(mentions))
}

function words(text: string): Set<string> {
  return new Set(text.match(/\w+/g))
}
