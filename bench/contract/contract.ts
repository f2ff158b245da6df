/** Runs a scenario's contract against a live server: what must hold, and what is only observed. */
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../../shared/basics/errors.ts'
import type { Random } from '../../shared/basics/random.ts'
import type { KnownDeviation, ServerResult } from '../../shared/result/format.ts'
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
  encodeCall,
  type HttpRequest,
  type Wire,
  type WireName,
  wires,
} from '../../shared/scenarios/wire.ts'
import { HttpClient, type HttpResponse } from './http.ts'

export type Behaviour = ServerResult['behaviours'][number]

/** One broken line of the contract. */
export interface ContractFailure {
  case: string
  /** The rule behind the case, as a sentence. */
  rule: string
  expected: string
  got: string
  request: HttpRequest
}

/** How a contract is put to one server. */
export interface ContractTerms {
  scenario: Scenario
  wire: WireName
  knownDeviations: readonly KnownDeviation[]
  random: Random
}

/** A valid call, with values that no other has. */
export function randomCase({ scenario, random }: ContractTerms): ValidCase {
  return scenario.validCase(random, firstSerial(random))
}

/** The failure in one line. */
export function describeFailure(failure: ContractFailure): string {
  return `${failure.case}: expected ${failure.expected}, got ${failure.got}`
}

/**
 * All valid and invalid cases in turn, a valid call right after each invalid one.
 * @returns what failed; empty where the contract holds. Ends at the first case that gets no answer at all.
 */
export async function checkContract(port: number, terms: ContractTerms): Promise<ContractFailure[]> {
  const { valid } = terms.scenario.contract(terms.random)
  return check(port, terms, valid, invalidCases(terms))
}

/** The scenario's invalid cases that the server's wire can carry. */
export function invalidCases({ scenario, random, wire }: ContractTerms): InvalidCase[] {
  return scenario.contract(random).invalid.filter(({ wires }) => wires?.includes(wire) ?? true)
}

/** A few cases of each kind: after the load, the server must still be the one that it was. */
export async function checkContractBriefly(port: number, terms: ContractTerms): Promise<ContractFailure[]> {
  const { random } = terms
  const valid = random.shuffle(terms.scenario.contract(random).valid).slice(0, 8)
  return check(port, terms, valid, random.shuffle(invalidCases(terms)).slice(0, 6))
}

async function check(
  port: number,
  terms: ContractTerms,
  valid: ValidCase[],
  invalid: InvalidCase[],
): Promise<ContractFailure[]> {
  const client = new HttpClient(port)
  const exchange = new Exchanger(client, terms)
  const failures: ContractFailure[] = []
  try {
    for (const item of valid) {
      const failure = await exchange.valid(item, 'valid data is answered with 200 and exactly the expected value')
      if (failure) failures.push(failure)
      if (failure?.got.startsWith('no answer')) return failures
    }
    for (const item of invalid) {
      const failure = await exchange.invalid(item)
      if (failure) failures.push(failure)
      if (failure?.got.startsWith('no answer')) return failures
      const next = randomCase(terms)
      const after = await exchange.valid(next, `a valid call works right after "${item.id}"`)
      if (after) failures.push({ ...after, case: `a valid call after ${item.id}` })
      if (after?.got.startsWith('no answer')) return failures
    }
    return failures
  } finally {
    client.close()
  }
}

/**
 * What the server does where servers may differ. Judged is only that no observed call changes another call's answer: a
 * valid one must be right after each, and the whole contract must hold after all.
 */
export async function observeBehaviours(
  port: number,
  terms: ContractTerms,
): Promise<{ behaviours: Behaviour[]; failures: ContractFailure[] }> {
  const behaviours: Behaviour[] = []
  for (const item of terms.scenario.contract(terms.random).observed) {
    // A connection each: some answers close it.
    const client = new HttpClient(port)
    behaviours.push(await new Exchanger(client, terms).observe(item))
    client.close()

    const witness = new HttpClient(port)
    const call = randomCase(terms)
    const failure = await new Exchanger(witness, terms).valid(call, "no call changes another call's answer")
    witness.close()
    if (failure) return { behaviours, failures: [{ ...failure, case: `a valid call after ${item.id}` }] }
  }
  return { behaviours, failures: await checkContract(port, terms) }
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
    const failure = (got: string): ContractFailure => {
      const { expected } = item
      const value = expected instanceof Counted ? expected.answerWith(1) : expected
      const counted = expected instanceof Counted ? ', with a count of its own' : ''
      return { case: item.id, rule, expected: `200 ${shorten(JSON.stringify(value))}${counted}`, got, request }
    }
    const response = await this.#send(request)
    if (typeof response === 'string') return failure(response)
    const flaw = framingFlaw(response) ?? headerFlaw(response, item.responseHeaders)
    if (flaw) return failure(`${response.status} with ${flaw}`)
    if (response.status !== 200 || !this.#isExpected(item, response)) {
      return failure(`${response.status} ${shorten(response.body)}`)
    }
    const miscount = this.#miscount(item, response)
    return miscount ? failure(`${miscount}: ${shorten(response.body)}`) : undefined
  }

  async invalid(item: InvalidCase, rule = 'invalid data is refused with 4xx'): Promise<ContractFailure | undefined> {
    const early = await this.#before(item)
    if (early) return early
    const deviation = this.#terms.knownDeviations.find((known) => known.case === item.id)
    const request = this.#encode(item)
    const response = await this.#send(request)
    const status = typeof response === 'string' ? 0 : response.status
    const text = typeof response === 'string' ? '' : response.body
    const right = item.statuses?.includes(status) ?? (status >= 400 && status < 500)
    const named = item.mentions === undefined || text.includes(item.mentions)
    if (deviation ? status === deviation.status : right && named) return undefined
    const wanted = `${item.statuses?.join(' or ') ?? '4xx'}${item.mentions ? ` and "${item.mentions}" named` : ''}`
    const expected = deviation ? `${deviation.status}, the known deviation in the manifest` : wanted
    const got = typeof response === 'string' ? response : `${response.status} ${shorten(response.body)}`
    return { case: item.id, rule, expected, got, request }
  }

  /** The calls that a case begins with. */
  async #before({ id, before = [] }: ValidCase | InvalidCase): Promise<ContractFailure | undefined> {
    for (const call of before) {
      const failure = await this.valid(call, `the calls before "${id}" are answered as any others`)
      if (failure) return failure
    }
    return undefined
  }

  #isExpected({ expected }: ValidCase, response: HttpResponse): boolean {
    const value = expected instanceof Counted ? expected.answerWith(expected.countIn(response.body)) : expected
    return isDeepStrictEqual(this.#decode(response), value)
  }

  /** What is wrong with a right answer's count, if anything: an answer that was given before is no answer of this call. */
  #miscount({ expected, step }: ValidCase, response: HttpResponse): string | undefined {
    if (!(expected instanceof Counted)) return undefined
    const [last, count] = [this.#lastCount, expected.countIn(response.body)]
    this.#lastCount = count
    if (count === last) return 'the same count as in the answer before'
    return step === undefined || count === last + step ? undefined : `${count} after ${last}, instead of ${step} more`
  }

  async observe(item: ObservedCase): Promise<Behaviour> {
    const response = await this.#send(this.#encode(item))
    if (typeof response === 'string') return { id: item.id, title: item.title, status: null, outcome: 'no answer' }
    const { status } = response
    const refusal = item.describeRefusal ? `${status}, ${item.describeRefusal(response.body)}` : String(status)
    const outcome = status >= 200 && status < 300 ? item.describe(this.#decode(response)) : refusal
    return { id: item.id, title: item.title, status, outcome }
  }

  #encode(call: Call): HttpRequest {
    return encodeCall(this.#wire, this.#terms.scenario.route, call)
  }

  #decode(response: HttpResponse): unknown {
    try {
      return this.#wire.decode(this.#terms.scenario.route, JSON.parse(response.body))
    } catch {
      return undefined
    }
  }

  /** The response, or in one line why there is none. */
  #send(request: HttpRequest): Promise<HttpResponse | string> {
    return this.#client.send(request).catch((error) => messageOf(error))
  }
}

/** What is wrong with how a good answer is put on HTTP, if anything. */
function framingFlaw({ headers, bytes, status }: HttpResponse): string | undefined {
  if (status !== 200) return undefined
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    return `content type ${headers['content-type'] ?? 'missing'} instead of application/json`
  }
  if (headers['transfer-encoding']?.toLowerCase() === 'chunked') return undefined
  if (headers['content-length'] !== String(bytes)) {
    return `content-length ${headers['content-length'] ?? 'missing'} on a body of ${bytes} bytes`
  }
  return undefined
}

/** The first header that is not as it must be. */
function headerFlaw({ headers }: HttpResponse, expected: Record<string, string> = {}): string | undefined {
  const wrong = Object.keys(expected).find((name) => headers[name] !== expected[name])
  return wrong && `header ${wrong}: ${headers[wrong] ?? 'missing'} instead of ${expected[wrong]}`
}

function shorten(text = 'nothing'): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
