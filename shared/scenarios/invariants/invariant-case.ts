/** The four invariants, and how cases of them are made. */
import type { Random } from '../../basics/random.ts'
import {
  firstSerial,
  type InvalidCase,
  type Invariant,
  type InvariantCase,
  type InvariantSend,
  type Scenario,
  type ValidCase,
} from '../scenario.ts'
import type { Call } from '../wire.ts'
import type { Framing } from './framing.ts'

/** Properties that must hold for every server, scenario and input. */
export const invariants: Record<Invariant, string> = {
  1: 'whatever is accepted is a value of the model, and is answered with one',
  2: 'nothing that a client sends gets a 5xx, a hang, a crash, or a closed connection with other requests lost',
  3: 'valid data in any lawful framing gets the same answer',
  4: "after anything, the next valid call is right, and nothing of one request is seen in another's answer",
}

/** A valid call that no other equals. */
export function anyValid(scenario: Scenario, random: Random): ValidCase {
  return scenario.validCase(random, firstSerial(random))
}

/** A case of one send. */
export function single(
  id: string,
  law: Invariant,
  send: InvariantSend,
  more: Partial<InvariantCase> = {},
): InvariantCase {
  return { id, law, sends: [send], order: 'one by one', ...more }
}

/** The call must be answered rightly in that framing. */
export function right(item: ValidCase, framing?: Framing): InvariantSend {
  return { call: item, allowed: { kind: 'right', item }, ...(framing && { framing }) }
}

/** The call must be refused. */
export function refused(call: Call | InvalidCase, framing?: Framing): InvariantSend {
  return { call, allowed: { kind: 'refused' }, ...(framing && { framing }) }
}

/** The call may be rejected, or accepted with a valid value; with the item's correct response, where one is given. */
export function lawful(call: Call, framing?: Framing, item?: ValidCase): InvariantSend {
  return { call, allowed: { kind: 'lawful', ...(item && { item }) }, ...(framing && { framing }) }
}
