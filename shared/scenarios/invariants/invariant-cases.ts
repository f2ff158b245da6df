/** All cases of the four invariants: what docs/verification.md asks of every server, whatever is sent. */
import type { Random } from '../../basics/random.ts'
import type { InvariantCase, Scenario } from '../scenario.ts'
import { canCarry, type WireName } from '../wire.ts'
import { framingCases } from './framings.ts'
import { inputCases } from './inputs.ts'
import { requestCases } from './requests.ts'
import { sizeCases } from './sizes.ts'

/** The scenario's cases of the invariants, with values that no other call has. */
export function invariantCases(scenario: Scenario, random: Random): InvariantCase[] {
  return [framingCases, inputCases, requestCases, sizeCases].flatMap((cases) => cases(scenario, random))
}

/** Those that servers of the wire can be sent. */
export function invariantCasesOn(wire: WireName, scenario: Scenario, random: Random): InvariantCase[] {
  return invariantCases(scenario, random).filter(
    ({ wires, sends }) =>
      (wires?.includes(wire) ?? true) && sends.every(({ call }) => canCarry(wire, scenario.route, call)),
  )
}
