/** Invariant 2: bodies above common limits, empty bodies, and long heads. */
import type { Random } from '../basics/random.ts'
import type { InvariantCase, InvariantSend, Scenario } from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import { chunked, cutAt } from '../wires/framing.ts'
import { anyValid, conforming, refused, right, single } from './invariant-case.ts'

export function sizeCases(scenario: Scenario, random: Random): InvariantCase[] {
  const cases = besideLongTarget(scenario, random)
  return scenario.route.method === 'GET' ? cases : [...cases, ...bodySizes(scenario, random)]
}

/** A server may reject a long target, but must respond to the calls before and after it. */
function besideLongTarget(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => right(anyValid(scenario, random))
  const path = `/${'a'.repeat(8_000)}`
  const long = () => conforming({ id: 'long', json: '', method: 'GET', path, body: () => '' })
  const pipelined = (place: string, sends: InvariantSend[], isLast?: true): InvariantCase => {
    const id = `pipelined ${place} a target of 8,000 characters`
    return { id, invariant: 2, order: 'pipelined', sends, ...(isLast && { isLast }) }
  }
  return [pipelined('before', [valid(), long()], true), pipelined('behind', [long(), valid()])]
}

/** A body of 150 KB may be accepted with the right response, or rejected, whether or not its size is stated. */
function bodySizes(scenario: Scenario, random: Random): InvariantCase[] {
  const long = () => {
    const { json } = anyValid(scenario, random)
    return {
      id: 'long',
      json: jsonWith(JSON.parse(json), 'unknown', JSON.stringify('x'.repeat(150_000))),
    }
  }
  return [
    single('a body of 150 KB', 2, conforming(long())),
    single(
      'an empty body, its head in two pieces',
      2,
      refused({ id: 'empty', json: '', body: () => '' }, cutAt([0.5])),
    ),
    single('a chunked body of 150 KB', 2, conforming(long(), chunked({ size: 16_384 }))),
  ]
}
