/** The requests of a load: prepared before it, all different, and made new again by their serial numbers. */
import { createRandom } from '../../shared/basics/random.ts'
import { type Case, Counted, firstSerial, isValid, type Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import {
  carries,
  decodeAnswer,
  encodeCall,
  type HttpRequest,
  type WireName,
  wires,
} from '../../shared/scenarios/wire.ts'
import { HOST } from '../contenders/server-process.ts'
import type { LoadPlan } from './generator.ts'

/** A case of the load, its call put on HTTP. */
interface Supplied {
  item: Case
  serial: number
  request: HttpRequest
}

/** An endless supply of cases, drawn from the plan's seed: none stands twice where they can differ. */
function caseSupply({ scenario: name, wire, seed, answer }: Omit<LoadPlan, 'connections' | 'pipelining'>) {
  const scenario = scenarioOf(name)
  // Not the stream that the same seed gives the contract: no value of the load may be one of the contract's.
  const random = createRandom(~seed)
  let serial = firstSerial(random)
  return (): Supplied => {
    serial++
    const item = scenario.loadCase?.(random, serial) ?? scenario.validCase(random, serial)
    const request = encodeCall(wires[wire], scenario.route, item)
    return { item: answer === undefined ? item : { ...item, expected: answer }, serial, request }
  }
}

/** So many requests, all different where they can be. */
export function prepareRequests(plan: LoadPlan, count: number): HttpRequest[] {
  const next = caseSupply(plan)
  return Array.from({ length: count }, () => next().request)
}

/** What there is in a scenario's load that a program which takes one method, path and head for all requests can't do. */
export function unevenness(scenario: string, wire: WireName): string | null {
  const next = caseSupply({ scenario, wire, seed: 1 })
  const supplied = Array.from({ length: 200 }, next)
  const differ = (part: (request: HttpRequest) => unknown) =>
    new Set(supplied.map(({ request }) => JSON.stringify(part(request)))).size > 1
  if (supplied.some(({ item }) => !isValid(item))) return 'tell refusals that are right from failures'
  if (differ(({ method, path }) => [method, path])) return 'send a path of its own with each request'
  return differ(({ headers }) => headers) ? 'send headers of their own with each request' : null
}

/** Five digits, in whose place the port of a load is written. */
const NO_PORT = '00000'

/** The bytes of a request on a kept-alive HTTP/1.1 connection, and what tells whether an answer is right. */
export class LoadRequest {
  /** What autocannon sends. */
  readonly requestBuffer: Buffer
  readonly #plan: LoadPlan
  readonly #portAt: number
  readonly #serialAt: number
  readonly #refused: boolean
  readonly #counted: Counted | null
  /** The digits with which the request and its answer were made. */
  readonly #firstSerial: string
  /** The answer's text before and behind the serial number; all of it is before where there is none. */
  readonly #answerHead: string
  readonly #answerTail: string | null
  #serial: number

  constructor(plan: LoadPlan, { item, request, serial }: Supplied) {
    const text = requestText(request)
    const digits = String(serial)
    this.#plan = plan
    this.requestBuffer = Buffer.from(text)
    this.#portAt = text.indexOf(NO_PORT)
    this.#serialAt = this.requestBuffer.indexOf(digits)
    this.#refused = !isValid(item)
    this.#counted = isValid(item) && item.expected instanceof Counted ? item.expected : null
    this.#firstSerial = digits
    const answer = isValid(item) && !this.#counted ? this.#textOf(JSON.stringify(item.expected)) : ''
    const at = answer.indexOf(digits)
    this.#answerHead = at < 0 ? answer : answer.slice(0, at)
    this.#answerTail = at < 0 ? null : answer.slice(at + digits.length)
    this.#serial = serial
  }

  /** Makes the request another one, for that port: its serial number goes up. */
  renew(port: string, step: number): void {
    this.requestBuffer.write(port, this.#portAt, 'latin1')
    if (this.#serialAt < 0) return
    this.#serial += step
    this.requestBuffer.write(String(this.#serial), this.#serialAt, 'latin1')
  }

  /** Whether that is the status that the request must get. */
  isStatus(status: number): boolean {
    return this.#refused ? status >= 400 && status < 500 : status >= 200 && status < 300
  }

  /** The text in which the right answer to the request most likely comes, where `body` is the one that came. */
  answer(body: string): string {
    if (this.#counted) {
      const text = this.#textOf(this.#counted.jsonWith(this.#counted.countIn(body)))
      return text.replace(this.#firstSerial, String(this.#serial))
    }
    return this.#answerTail === null ? this.#answerHead : `${this.#answerHead}${this.#serial}${this.#answerTail}`
  }

  /** Whether an answer of the right status is right, by the same text or else by the same value. */
  isAnsweredBy(status: number, body: string): boolean {
    if (this.#refused) return true
    const answer = this.answer(body)
    return status === 200 && (body === answer || this.#meansTheSame(body, answer))
  }

  #meansTheSame(body: string, answer: string): boolean {
    const { route } = scenarioOf(this.#plan.scenario)
    const wire = wires[this.#plan.wire]
    return carries(wire, route, body, decodeAnswer(wire, route, answer))
  }

  /** What carries that JSON as an answer. */
  #textOf(json: string): string {
    const { wire, scenario } = this.#plan
    return wires[wire].answer(json, scenarioOf(scenario).route)
  }
}

/** As many different requests for each connection. */
export function prepareLoad(plan: LoadPlan, requestsPerConnection: number): LoadRequest[][] {
  const next = caseSupply(plan)
  return Array.from({ length: plan.connections }, () =>
    Array.from({ length: requestsPerConnection }, () => new LoadRequest(plan, next())),
  )
}

function requestText({ method, path, headers, body }: HttpRequest): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${HOST}:${NO_PORT}\r\nconnection: keep-alive\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  return method === 'GET' ? `${head}\r\n` : `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

function scenarioOf(name: string): Scenario {
  const scenario = scenarios.get(name)
  if (!scenario) throw new Error(`no scenario called ${name}`)
  return scenario
}
