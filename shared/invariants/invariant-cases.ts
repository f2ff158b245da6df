/** All cases of the four invariants (docs/verification.md). */
import type { Random } from '../basics/random.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import { canCarry, type WireName } from '../wires/wires.ts'
import { framingCases } from './framings.ts'
import { inputCases } from './inputs.ts'
import { requestCases } from './requests.ts'
import { responseCases } from './responses.ts'
import { valueCases } from './values.ts'

/** Returns the scenario's cases of the invariants, with unique values. */
export function invariantCases(scenario: Scenario, random: Random): InvariantCase[] {
  return [framingCases, inputCases, requestCases, responseCases, valueCases].flatMap((cases) =>
    cases(scenario, random),
  )
}

/** Returns the cases that a wire can carry. */
export function invariantCasesOn(
  wire: WireName,
  scenario: Scenario,
  random: Random,
): InvariantCase[] {
  return invariantCases(scenario, random).filter(
    ({ wires, sends }) =>
      (wires?.includes(wire) ?? true) &&
      sends.every(({ call }) => canCarry(wire, scenario.route, call)),
  )
}
