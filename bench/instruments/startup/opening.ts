/** First requests for a starting server. */
import { createRandom } from '../../../shared/basics/random.ts'
import { firstSerial, type Scenario } from '../../../shared/scenarios/scenario.ts'
import { encodeCall, type WireName, wires } from '../../../shared/scenarios/wire.ts'
import { RequestRing } from '../../load/request-ring.ts'

/** Requests per ring. Each process, and each attempt after a wrong response, gets another one. */
const SIZE = 200

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
