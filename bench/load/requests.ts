/** The requests of a load: prepared before it, all different, and made new again by their serial numbers. */
import { createRandom } from '../../shared/basics/random.ts'
import { isJson } from '../../shared/basics/text.ts'
import { firstSerial, isValid, type Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { canCarry, contentOf, encodeCall, type HttpRequest, type WireName, wires } from '../../shared/scenarios/wire.ts'
import type { LoadPlan } from './generator.ts'
import { RequestRing, type Supplied } from './request-ring.ts'

/** Serial number of a request that has none. */
const NO_SERIAL = 0

/** An endless supply of cases, drawn from the plan's seed: none stands twice where they can differ. */
function caseSupply({ scenario: name, wire, seed, except }: Omit<LoadPlan, 'connections' | 'pipelining'>) {
  const scenario = scenarioOf(name)
  // Not the stream that the same seed gives the contract: no value of the load may be one of the contract's.
  const random = createRandom(~seed)
  let serial = firstSerial(random)
  return (): Supplied => {
    for (;;) {
      serial++
      const item = scenario.loadCase?.(random, serial, except) ?? scenario.validCase(random, serial)
      if (scenario.loadCase && !canCarry(wire, scenario.route, item)) continue
      return { item, serial, request: encodeCall(wires[wire], scenario.route, item) }
    }
  }
}

/** So many requests, all different where they can be. */
export function prepareRequests(plan: LoadPlan, count: number): HttpRequest[] {
  const next = caseSupply(plan)
  return Array.from({ length: count }, () => next().request)
}

/** Megabytes of all requests of a load, at most. */
export const LONGEST_LOAD = 64

/**
 * Returns how many of a load's requests fit into the budget, estimated from a few of them; Infinity for requests
 * without a body.
 */
export function fittingRequests(plan: LoadPlan): number {
  const bytes = prepareRequests(plan, 20).reduce((sum, request) => sum + contentOf(request).length, 0) / 20
  return Math.floor((LONGEST_LOAD * 2 ** 20) / bytes)
}

/**
 * Returns the part of a scenario's load that a program with one method, path and head for all requests cannot send.
 * @param varies it takes them for each request
 */
export function unevenness(scenario: string, wire: WireName, varies = false): string | null {
  const next = caseSupply({ scenario, wire, seed: 1 })
  const supplied = Array.from({ length: 200 }, next)
  const differ = (part: (request: HttpRequest) => unknown) =>
    new Set(supplied.map(({ request }) => JSON.stringify(part(request)))).size > 1
  if (supplied.some(({ item }) => !isValid(item))) return 'tell refusals that are right from failures'
  if (varies) return null
  if (differ(({ method, path }) => [method, path])) return 'send a path of its own with each request'
  return differ(({ headers }) => headers) ? 'send headers of their own with each request' : null
}

/** One of so many requests of a load is invalid, so that a server which stops to validate under load is found out. */
export const INVALID_ONE_IN = 500

/**
 * Cases of the scenario's contract that a load can have among its own: each is a refusal by itself and leaves the
 * connection open, so no malformed JSON, and none that begins with other calls.
 * @param except ids of cases that a server of the run answers in its own way
 */
function invalidSupply(plan: LoadPlan): (() => Supplied) | null {
  const { scenario: name, wire, seed, except = [] } = plan
  const scenario = scenarioOf(name)
  if (scenario.loadCase) return null
  const random = createRandom(~seed)
  const cases = scenario.contract(random).invalid.filter((item) => {
    const { id, before, body, bytes, method, json } = item
    return (
      !before &&
      !body &&
      !bytes &&
      !method &&
      (json === '' || isJson(json)) &&
      canCarry(wire, scenario.route, item) &&
      !except.includes(id)
    )
  })
  if (cases.length === 0) return null
  return () => {
    const item = random.pick(cases)
    return { item, serial: NO_SERIAL, request: encodeCall(wires[wire], scenario.route, item) }
  }
}

/**
 * A ring of requests for each connection, all different. At random places, some are invalid: in each ring as many, or
 * in some rings one, where a ring is too short for one of its own.
 * @param size requests of a ring
 */
export function prepareRings(plan: LoadPlan, size: number): RequestRing[] {
  const { route } = scenarioOf(plan.scenario)
  const next = caseSupply(plan)
  const nextInvalid = plan.validOnly ? null : invalidSupply(plan)
  const random = createRandom(plan.seed)
  const invalidUpTo = (rings: number) => (nextInvalid ? Math.ceil((rings * size) / INVALID_ONE_IN) : 0)
  return Array.from({ length: plan.connections }, (_, ring) => {
    const supplied = Array.from({ length: size }, next)
    for (let i = invalidUpTo(ring); i < invalidUpTo(ring + 1); i++)
      supplied[random.integer(0, size - 1)] = (nextInvalid as () => Supplied)()
    return new RequestRing(plan.wire, route, supplied, size * plan.connections, plan.host)
  })
}

function scenarioOf(name: string): Scenario {
  const scenario = scenarios.get(name)
  if (!scenario) throw new Error(`no scenario called ${name}`)
  return scenario
}
