/** First requests for a starting server: calls of a scenario, or of the last of many routes. */
import { createRandom } from '../../../shared/basics/random.ts'
import { firstSerial, type Scenario } from '../../../shared/scenarios/scenario.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { encodeCall, type HttpRequest, type WireName, wires } from '../../../shared/scenarios/wire.ts'
import { MANY_ROUTES } from '../../host/servers.ts'
import { RequestRing } from '../../load/request-ring.ts'

/** Requests per ring. Each process, and each attempt after a wrong response, gets another one. */
const SIZE = 200

/** Returns the scenario of one of many routes, which servers implement in a file named `routes`. */
export function manyRoutes(route: number): Scenario {
  const name = `updateUser${route}`
  return {
    ...updateUser,
    name: MANY_ROUTES,
    title: 'Many routes',
    file: MANY_ROUTES,
    route: { ...updateUser.route, path: `/${name}`, procedure: name },
  }
}

/** Returns different valid calls from the seed, the same for every server of a wire. */
export function openingRequests(scenario: Scenario, wire: WireName, seed: number): RequestRing {
  const random = createRandom(seed)
  const serials = firstSerial(random)
  const supplied = Array.from({ length: SIZE }, (_, i) => {
    const serial = serials + i
    const item = scenario.validCase(random, serial)
    return { item, serial, request: encodeCall(wires[wire], scenario.route, item) }
  })
  return new RequestRing(wire, scenario.route, supplied, SIZE)
}

/** Returns a call of one of many routes with an invalid date. */
export function invalidCall(route: number, wire: WireName): HttpRequest {
  const user = { id: 1, name: 'Ann', surname: 'Lee', lastUpdate: 'not-a-date' }
  return encodeCall(wires[wire], manyRoutes(route).route, { id: 'invalid', json: JSON.stringify(user) })
}
