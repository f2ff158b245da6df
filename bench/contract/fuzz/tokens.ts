/** Arbitrary calls of `middleware-chain`. */
import * as fc from 'fast-check'
import { createRandom } from '../../../shared/basics/random.ts'
import { type LawSend, lawful, refused } from '../../../shared/scenarios/laws/law-case.ts'
import { Counted, type Scenario, type ValidCase } from '../../../shared/scenarios/scenario.ts'

const part = (text: string) => Buffer.from(text).toString('base64url')

/** A token of any payload. */
const payload = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        sub: fc.jsonValue({ maxDepth: 1 }),
        tier: fc.constantFrom('free ', 'PAID', 'toString', '__proto__', 0, null, ['paid']),
      })
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)

const idOf = (characters: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 40 })

/** What every server takes over. */
const requestId = idOf([...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-='])

/** What a server may take over, or replace by an id of its own. */
const strangeId = idOf(Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)))

export function tokens(scenario: Scenario): fc.Arbitrary<LawSend> {
  const random = fc.noShrink(fc.noBias(fc.integer({ min: 1e15, max: 8e15 })))
  const load = random.map((serial) => right(scenario.validCase(createRandom(serial), serial)))
  const anyone = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), requestId, random)
    .map(([name, id, serial]) => {
      const user = `${name}${serial}`
      return right({
        id: 'fuzz',
        json: '',
        headers: {
          authorization: `Bearer ${part('{}')}.${part(JSON.stringify({ sub: user, tier: 'paid' }))}.x`,
          'x-request-id': id,
        },
        expected: new Counted('entry', (entry) => ({ user, requestId: id, entry })),
        responseHeaders: { 'x-request-id': id, 'x-content-type-options': 'nosniff' },
      })
    })
  const strange = fc
    .tuple(load, strangeId)
    .map(([{ call }, id]) => lawful({ ...call, headers: { ...call.headers, 'x-request-id': id } }))
  const wrong = fc.tuple(payload, requestId).map(([text, id]) => {
    const authorization = `Bearer ${part('{}')}.${part(text)}.x`
    return refused({ id: 'fuzz', json: '', headers: { authorization, 'x-request-id': id } })
  })
  const garbage = fc
    .tuple(requestId, fc.constantFrom('Bearer ', 'Basic ', 'bearer', '', 'Bearer a.', 'Bearer .'))
    .map(([text, scheme]) => refused({ id: 'fuzz', json: '', headers: { authorization: `${scheme}${text}` } }))
  return fc.oneof(
    { weight: 2, arbitrary: load },
    { weight: 3, arbitrary: anyone },
    { weight: 3, arbitrary: wrong },
    strange,
    garbage,
  )
}

function right(item: ValidCase): LawSend {
  return { call: item, allowed: { kind: 'right', item } }
}
