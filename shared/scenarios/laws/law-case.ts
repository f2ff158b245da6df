/** What a case of the laws is made of: what is sent over one or several connections, and what may come back. */
import type { Random } from '../../basics/random.ts'
import { firstSerial, type InvalidCase, type Scenario, type ValidCase } from '../scenario.ts'
import { type Call, canCarry, type WireName, wires } from '../wire.ts'
import type { Framing } from './framing.ts'

export type Law = 1 | 2 | 3 | 4

/** What must hold of every server, every scenario and every input. */
export const laws: Record<Law, string> = {
  1: 'whatever is accepted is a value of the model, and is answered with one',
  2: 'nothing that a client sends gets a 5xx, a hang, a crash, or a closed connection with other requests lost',
  3: 'valid data in any lawful framing gets the same answer',
  4: "after anything, the next valid call is right, and nothing of one request is seen in another's answer",
}

/** What a send may be answered with. */
export type Allowed =
  /** With 200 and exactly the expected value. */
  | { kind: 'right'; item: ValidCase }
  /** With 4xx. */
  | { kind: 'refused' }
  /** With what the laws allow any call: a valid value of the model, and where an item is given its right answer; 3xx; 4xx. */
  | { kind: 'lawful'; item?: ValidCase }

/** One request of a case. */
export interface LawSend {
  call: Call
  /** How it is put on the connection; left out: as a client does that thinks nothing of it. */
  framing?: Framing
  allowed: Allowed
}

export interface LawCase {
  /** A name that no other case of the scenario has, invalid cases of its contract included. */
  id: string
  law: Law
  sends: LawSend[]
  /**
   * Each after the answer to the one before, all at once on one connection, or each on a connection of its own with their
   * pieces in turn.
   */
  order: 'one by one' | 'pipelined' | 'interleaved'
  /** Whether the connection may end with it: the client asks for that, or the head is longer than a server must read. */
  isLast?: boolean
  /** For servers of these wires only; all where it is left out. */
  wires?: readonly WireName[]
}

/** Whether servers of that wire can be sent the case. */
export function isForWire(item: LawCase, wire: WireName, { route }: Scenario): boolean {
  return (item.wires?.includes(wire) ?? true) && item.sends.every(({ call }) => canCarry(wires[wire], route, call))
}

/** A valid call that no other equals. */
export function anyValid(scenario: Scenario, random: Random): ValidCase {
  return scenario.validCase(random, firstSerial(random))
}

/** A case of one send. */
export function single(id: string, law: Law, send: LawSend, more: Partial<LawCase> = {}): LawCase {
  return { id, law, sends: [send], order: 'one by one', ...more }
}

/** The call must be answered rightly in that framing. */
export function right(item: ValidCase, framing?: Framing): LawSend {
  return { call: item, allowed: { kind: 'right', item }, ...(framing && { framing }) }
}

/** The call must be refused. */
export function refused(call: Call | InvalidCase, framing?: Framing): LawSend {
  return { call, allowed: { kind: 'refused' }, ...(framing && { framing }) }
}

/** The call may be refused, or accepted with a valid value; with the item's right answer, where one is given. */
export function lawful(call: Call, framing?: Framing, item?: ValidCase): LawSend {
  return { call, allowed: { kind: 'lawful', ...(item && { item }) }, ...(framing && { framing }) }
}
