/** Invariant 1: only a whole request gets a response with a value, which is dated. */
import type { Random } from '../basics/random.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import { lastByteLate } from '../wires/framing.ts'
import { anyValid, correct, single } from './invariant-case.ts'

export function responseCases(scenario: Scenario, random: Random): InvariantCase[] {
  const item = anyValid(scenario, random)
  return [
    single('the last byte after a pause', 1, correct(anyValid(scenario, random), lastByteLate)),
    // RFC 9110, section 6.6.1: a server that has a clock sends the time.
    single('a response with a Date', 1, {
      call: item,
      allowed: { kind: 'correct', item, header: 'date' },
    }),
  ]
}
