/** Invariant 1: only a whole request gets a response with a value, which is dated. */
import type { Random } from '../basics/random.ts'
import type { InvariantCase, InvariantSend, Scenario } from '../contract/scenario.ts'
import { chunked, lastByteLate } from '../wires/framing.ts'
import { anyValid, conforming, correct, rejected, several, single } from './invariant-case.ts'

export function responseCases(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => anyValid(scenario, random)
  const late = correct(valid(), lastByteLate())
  const chunkedLate = correct(valid(), lastByteLate(chunked()))
  return [
    single('the last byte after a pause', 1, late),
    ...(scenario.route.method === 'GET'
      ? []
      : [single('the last byte of the last chunk after a pause', 1, chunkedLate)]),
    ...datedCases({
      'a response with a Date': correct(valid()),
      'a response to HEAD with a Date': conforming({ ...valid(), method: 'HEAD', body: () => '' }),
      'a rejection with a Date': rejected({ ...valid(), path: '/nowhere/at/all' }),
    }),
  ]
}

/**
 * RFC 9110, section 6.6.1: a server that has a clock sends the time in 2xx to 4xx responses. Servers cache it: after a stall, the
 * first response may have an old one.
 */
function datedCases(sends: Record<string, InvariantSend>): InvariantCase[] {
  return Object.entries(sends).map(([id, send]) =>
    several(id, 1, 'one by one', [send, { ...send, isDated: true }]),
  )
}
