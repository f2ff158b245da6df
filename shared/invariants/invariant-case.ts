/** The four invariants, and constructors of their cases. */
import type { Random } from '../basics/random.ts'
import {
  firstSerial,
  type InvalidCase,
  type Invariant,
  type InvariantCase,
  type InvariantSend,
  type Scenario,
  type ValidCase,
} from '../contract/scenario.ts'
import type { Call } from '../wires/call.ts'
import type { Framing } from '../wires/framing.ts'

/** Properties that must hold for every server, scenario and input. */
export const invariants: Record<Invariant, string> = {
  1: 'everything accepted or returned is valid',
  2: 'no request causes a 5xx, a hang, a crash, a closed connection that loses other requests, or a response 500 times as long as the request',
  3: 'valid data gets the same response in any permitted framing',
  4: 'after any input, the next valid call gets a correct response, and no response shows data of another request',
}

/** Returns a unique valid call. */
export function anyValid(scenario: Scenario, random: Random): ValidCase {
  return scenario.validCase(random, firstSerial(random))
}

/** Returns a case of one request. */
export function single(
  id: string,
  invariant: Invariant,
  send: InvariantSend,
  more: Partial<InvariantCase> = {},
): InvariantCase {
  return { id, invariant, sends: [send], order: 'one by one', ...more }
}

/** Returns a case of several requests. */
export function several(
  id: string,
  invariant: Invariant,
  order: InvariantCase['order'],
  sends: InvariantSend[],
): InvariantCase {
  return { id, invariant, order, sends }
}

/** The call must get the expected response. */
export function correct(item: ValidCase, framing?: Framing): InvariantSend {
  return { call: item, framing, allowed: { kind: 'correct', item } }
}

/** The call must be rejected. */
export function rejected(call: Call | InvalidCase, framing?: Framing): InvariantSend {
  return { call, framing, allowed: { kind: 'rejected' } }
}

/** The call may be rejected, or accepted with a valid value, which must be the item's expected one if an item is given. */
export function conforming(call: Call, framing?: Framing, item?: ValidCase): InvariantSend {
  return { call, framing, allowed: { kind: 'conforming', item } }
}
