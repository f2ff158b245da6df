/** All cases of the four laws: what docs/verification.md asks of every server, whatever is sent. */
import type { Random } from '../../basics/random.ts'
import type { LawCase, Scenario } from '../scenario.ts'
import { canCarry, type WireName } from '../wire.ts'
import { framingCases } from './framings.ts'
import { inputCases } from './inputs.ts'
import { requestCases } from './requests.ts'
import { sizeCases } from './sizes.ts'

/** The scenario's cases of the laws, with values that no other call has. */
export function lawCases(scenario: Scenario, random: Random): LawCase[] {
  return [framingCases, inputCases, requestCases, sizeCases].flatMap((cases) => cases(scenario, random))
}

/** Those that servers of the wire can be sent. */
export function lawCasesOn(wire: WireName, scenario: Scenario, random: Random): LawCase[] {
  return lawCases(scenario, random).filter(
    ({ wires, sends }) =>
      (wires?.includes(wire) ?? true) && sends.every(({ call }) => canCarry(wire, scenario.route, call)),
  )
}
