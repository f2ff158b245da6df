import { createRandom } from '../../shared/random.ts'
import { scenarios } from '../../shared/scenarios.ts'
import { type HttpRequest, wires } from '../../shared/wire.ts'
import { HOST } from '../server-process.ts'
import type { LoadPlan } from './generator.ts'

/** Distinct requests of each connection; a connection starts over when it has sent them all. */
const REQUESTS_PER_CONNECTION = 200

/** A request of the load, and the value that must come back. */
export interface PreparedRequest {
  request: HttpRequest
  expected: unknown
}

/** As many different requests for each connection, drawn from the plan's seed: none stands twice. */
export function prepareRequests({ scenario: name, wire, seed, connections, answer }: LoadPlan): PreparedRequest[][] {
  const scenario = scenarios.get(name)
  if (!scenario) throw new Error(`no scenario called ${name}`)
  // Not the stream that the same seed gives the contract: no value of the load may be one of the contract's.
  const random = createRandom(~seed)
  const prepare = () => {
    const { json, expected } = scenario.nextLoadCall(random)
    return { request: wires[wire].encode(scenario.route, json), expected: answer ?? expected }
  }
  return Array.from({ length: connections }, () => Array.from({ length: REQUESTS_PER_CONNECTION }, prepare))
}

/** The bytes of a request on a kept-alive HTTP/1.1 connection. */
export function requestBytes({ method, path, headers, body }: HttpRequest, port: number): Buffer {
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: `${HOST}:${port}`, connection: 'keep-alive', ...headers, ...length })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
