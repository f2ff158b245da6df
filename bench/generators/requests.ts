/** The requests of a load: prepared before it, all different, and made new again by their serial numbers. */
import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '../../shared/random.ts'
import { firstSerial, type Scenario } from '../../shared/scenario.ts'
import { scenarios } from '../../shared/scenarios.ts'
import { type HttpRequest, wires } from '../../shared/wire.ts'
import { HOST } from '../server-process.ts'
import type { LoadPlan } from './generator.ts'

/** A call put on HTTP, and the text in which the right answer most likely comes. */
interface PreparedCall {
  serial: number
  request: HttpRequest
  answer: string
}

/** An endless supply of calls, drawn from the plan's seed: none stands twice. */
function callSupply({ scenario: name, wire, seed, answer }: LoadPlan): () => PreparedCall {
  const scenario = scenarioOf(name)
  // Not the stream that the same seed gives the contract: no value of the load may be one of the contract's.
  const random = createRandom(~seed)
  let serial = firstSerial(random)
  return () => {
    serial++
    const { json, expected } = scenario.loadCall(random, serial)
    const request = wires[wire].encode(scenario.route, json)
    return { serial, request, answer: wires[wire].answer(JSON.stringify(answer ?? expected), scenario.route) }
  }
}

/** So many requests, all different. */
export function prepareRequests(plan: LoadPlan, count: number): HttpRequest[] {
  const next = callSupply(plan)
  return Array.from({ length: count }, () => next().request)
}

/** Five digits, in whose place the port of a load is written. */
const NO_PORT = '00000'

/** The bytes of a request on a kept-alive HTTP/1.1 connection, and what tells whether an answer is right. */
export class LoadRequest {
  /** What autocannon sends. */
  readonly requestBuffer: Buffer
  readonly #portAt: number
  readonly #serialAt: number
  /** The answer's text before and behind the serial number; all of it is before where there is none. */
  readonly #answerHead: string
  readonly #answerTail: string | null
  #serial: number

  constructor({ request, answer, serial }: PreparedCall) {
    const text = requestText(request)
    const digits = String(serial)
    this.requestBuffer = Buffer.from(text)
    this.#portAt = text.indexOf(NO_PORT)
    this.#serialAt = this.requestBuffer.indexOf(digits)
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

  /** The text in which the right answer most likely comes. */
  get answer(): string {
    return this.#answerTail === null ? this.#answerHead : `${this.#answerHead}${this.#serial}${this.#answerTail}`
  }

  /** Whether a body is the right answer, by the same text or else by the same value. */
  isAnsweredBy(body: string, plan: LoadPlan): boolean {
    return body === this.answer || meansTheSame(body, this.answer, plan)
  }
}

function meansTheSame(body: string, answer: string, plan: LoadPlan): boolean {
  const { route } = scenarioOf(plan.scenario)
  const { decode } = wires[plan.wire]
  try {
    return isDeepStrictEqual(decode(route, JSON.parse(body)), decode(route, JSON.parse(answer)))
  } catch {
    return false
  }
}

/** As many different requests for each connection. */
export function prepareLoad(plan: LoadPlan, requestsPerConnection: number): LoadRequest[][] {
  const next = callSupply(plan)
  return Array.from({ length: plan.connections }, () =>
    Array.from({ length: requestsPerConnection }, () => new LoadRequest(next())),
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
