/** Formats cases of the invariants so that they can be reproduced. */
import { createRandom } from '../basics/random.ts'
import type { Scenario } from '../contract/scenario.ts'
import { ordinary } from '../wires/framing.ts'
import { encodeCall, type Wire } from '../wires/wires.ts'
import { invariantCases } from './invariant-cases.ts'

/** Bytes shown at the beginning and the end of a long request. */
const SHOWN = { first: 500, last: 60 }

/**
 * Returns the requests of a case as text; `undefined` if the scenario has no such case. Bytes that are not printable ASCII are
 * escaped as `\xNN`, except line ends.
 */
export function requestsOf(scenario: Scenario, id: string, wire: Wire): string[] | undefined {
  const random = createRandom(1)
  const item = invariantCases(scenario, random).find((each) => each.id === id)
  const sends =
    item?.sends ??
    scenario
      .contract(random)
      .invalid.filter((each) => each.id === id)
      .map((call) => ({ call }))
  if (sends.length === 0) return undefined
  return sends.map((send) => {
    const framing = ('framing' in send ? send.framing : undefined) ?? ordinary
    return textOf(Buffer.concat(framing(encodeCall(wire, scenario.route, send.call)).pieces))
  })
}

function textOf(bytes: Buffer): string {
  const { first, last } = SHOWN
  if (bytes.length <= first + last) return printable(bytes)
  const omitted = bytes.length - first - last
  return `${printable(bytes.subarray(0, first))}\n… ${omitted} bytes more …\n${printable(bytes.subarray(-last))}`
}

function printable(bytes: Buffer): string {
  const escaped = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
  return bytes
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\n\x20-\x7e]/g, escaped)
}
