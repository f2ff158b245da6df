/** The requests of a load: prepared beforehand, all different, renewed by their serial numbers. */
import { createRandom } from '../../shared/basics/random.ts'
import { isJson } from '../../shared/basics/text.ts'
import { modelOf, placesIn, withFieldOf } from '../../shared/contract/pairs.ts'
import { firstSerial, type InvalidCase, type Scenario } from '../../shared/contract/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { sum } from '../../shared/stats/statistics.ts'
import {
  canCarry,
  contentOf,
  encodeCall,
  type HttpRequest,
  wires,
} from '../../shared/wires/wires.ts'
import type { LoadPlan } from './generator.ts'
import { RequestRing, type Supplied } from './request-ring.ts'

const NO_SERIAL = 0

/** Returns an endless supply of cases from the plan's seed, without repetition where the scenario allows it. */
function caseSupply({ scenario: name, wire, seed, except }: Omit<LoadPlan, 'connections'>) {
  const scenario = scenarioOf(name)
  // Another random stream than the contract's: the load shares no values with it.
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

/** Returns `count` requests, all different where the scenario allows it. */
export function prepareRequests(plan: LoadPlan, count: number): HttpRequest[] {
  const next = caseSupply(plan)
  return Array.from({ length: count }, () => next().request)
}

/** Total size of a load's requests, at most, in MiB. */
export const LONGEST_LOAD = 64

/** Returns how many requests of a load fit into `LONGEST_LOAD`, estimated from 20; Infinity for requests without a body. */
export function fittingRequests(plan: LoadPlan): number {
  const bytes = sum(prepareRequests(plan, 20), (request) => contentOf(request).length) / 20
  return Math.floor((LONGEST_LOAD * 2 ** 20) / bytes)
}

/** Share of invalid requests in a load. They catch a server that stops validating under load. */
export const INVALID_ONE_IN = 500

/** Returns whether the rejection of a case leaves the connection open. Behind malformed JSON, a server may close it. */
export function leavesOpen({ body, bytes, method, json }: InvalidCase): boolean {
  return !body && !bytes && !method && (json === '' || isJson(json))
}

/**
 * Invalid cases of the contract that can be mixed into a load: single calls whose rejection leaves the connection open.
 * @param except ids of cases in which a server of the run deviates from the contract
 */
function invalidSupply(plan: LoadPlan): (() => Supplied) | null {
  const { scenario: name, wire, seed, except = [] } = plan
  const scenario = scenarioOf(name)
  if (scenario.loadCase) return null
  const random = createRandom(~seed)
  const cases = scenario.contract(random).invalid.filter((item) => {
    const { id, before } = item
    return (
      !before && leavesOpen(item) && canCarry(wire, scenario.route, item) && !except.includes(id)
    )
  })
  if (cases.length === 0) return null
  return () => {
    const item = random.pick(cases)
    return { item, serial: NO_SERIAL, request: encodeCall(wires[wire], scenario.route, item) }
  }
}

/** One valid request in so many differs from the previous one in a single field, to catch a cache keyed by other fields. */
const PAIR_ONE_IN = 100

/**
 * Returns the first request with one field replaced by the second's; undefined if no field can be replaced.
 * @param turn number of the pair, from 0: all fields come in turn
 */
function pairedWith(
  { wire, scenario: name }: LoadPlan,
  [first, second]: readonly [Supplied, Supplied],
  turn: number,
): Supplied | undefined {
  const scenario = scenarioOf(name)
  const model = modelOf(scenario)
  if (!model) return undefined
  const [value, other] = [first, second].map(({ item }) => JSON.parse(item.json)) as [
    object,
    object,
  ]
  const fields = placesIn(value).filter(({ isHolder }) => !isHolder)
  for (let i = 0; i < fields.length; i++) {
    const { path = '' } = fields[(turn + i) % fields.length] ?? {}
    const json = withFieldOf(model, value, other, path)
    if (json === undefined) continue
    const item = { id: 'load', json, expected: model.expected(JSON.parse(json)) }
    const { serial } = json.includes(String(first.serial)) ? first : second
    return { item, serial, request: encodeCall(wires[wire], scenario.route, item) }
  }
  return undefined
}

/**
 * Returns a ring of different requests for each connection. Some, at random places, are invalid, spread evenly over the
 * rings: at most one in a ring of up to `INVALID_ONE_IN`. So no two of them are in flight on a connection, and each response
 * shows its place in the order, unless the scenario's own responses are equal.
 * @param size requests per ring
 */
export function prepareRings(plan: LoadPlan, size: number): RequestRing[] {
  const { route } = scenarioOf(plan.scenario)
  const next = caseSupply(plan)
  const nextInvalid = plan.validOnly ? null : invalidSupply(plan)
  const random = createRandom(plan.seed)
  // A stream of its own: layouts change no request's values.
  const layouts = createRandom(plan.seed + 1)
  const hasPairs = !plan.validOnly && !scenarioOf(plan.scenario).loadCase
  let pairs = 0
  const invalidUpTo = (rings: number) =>
    nextInvalid ? Math.ceil((rings * size) / INVALID_ONE_IN) : 0
  return Array.from({ length: plan.connections }, (_, ring) => {
    const supplied = Array.from({ length: size }, next)
    for (let place = 1; hasPairs && place < size; place += PAIR_ONE_IN) {
      const both = supplied.slice(place - 1, place + 1) as [Supplied, Supplied]
      supplied[place] = pairedWith(plan, both, pairs++) ?? both[1]
    }
    for (let i = invalidUpTo(ring); i < invalidUpTo(ring + 1); i++)
      supplied[random.integer(0, size - 1)] = (nextInvalid as () => Supplied)()
    // The first layout is fixed, since instructions are counted on one connection.
    const layout = ring === 0 ? null : layouts.seed()
    const { pipelining } = plan
    return new RequestRing(plan.wire, route, supplied, size * plan.connections, {
      ...(pipelining && { pipelining }),
      layout,
    })
  })
}

function scenarioOf(name: string): Scenario {
  const scenario = scenarios.get(name)
  if (!scenario) throw new Error(`unknown scenario "${name}"`)
  return scenario
}
