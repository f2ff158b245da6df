/** Arbitrary calls of `route-params`. */
import * as fc from 'fast-check'
import type { Allowed, LawSend } from '../../../shared/scenarios/laws/law-case.ts'

/** A path's parameter as it is meant, before it is encoded. */
const parameter = fc.oneof(
  { weight: 4, arbitrary: fc.maxSafeInteger().map(String) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1e3',
      '0x10',
      '007',
      '+5',
      ' 5',
      '5 ',
      '5.0',
      '-0',
      '-',
      '٣',
      '５',
      '5n',
      '1_000',
      'NaN',
      'Infinity',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }).filter((text) => text.isWellFormed()),
  },
)

const field = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789_'), minLength: 1, maxLength: 8 }),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
    .filter((text) => text.isWellFormed() && !/[,\s]/.test(text)),
)

/** A header's value that needs no quoting. */
const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABC0123456789-'),
  minLength: 1,
  maxLength: 10,
})

const headers = fc.option(fc.tuple(word, word), { nil: null })

/** Encodes every character, or only those that must be. */
function encode(text: string, everyCharacter: boolean): string {
  if (!everyCharacter) return encodeURIComponent(text)
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

export const parameters: fc.Arbitrary<LawSend> = fc
  .record({
    parameter,
    encoded: fc.boolean(),
    fields: fc.option(fc.array(field, { maxLength: 4 }), { nil: null }),
    fieldsEncoded: fc.boolean(),
    headers,
    more: fc.constantFrom('', '', '', '&unknown=1', '&x', '&__proto__=1', '&a[b]=c'),
  })
  .map(({ parameter, encoded, fields, fieldsEncoded, headers, more }): LawSend => {
    const list = fields?.join(',')
    const query = list === undefined ? more.replace('&', '?') : `?fields=${encode(list, fieldsEncoded)}${more}`
    const sent: Record<string, string> = headers ? { 'x-tenant': headers[0], 'accept-language': headers[1] } : {}
    const call = { id: 'fuzz', json: '', path: `/users/${encode(parameter, encoded)}${query}`, headers: sent }
    const [tenant, language] = headers ?? ['public', 'en']
    const expected = { id: Number(parameter), fields: list ? list.split(',') : [], tenant, language }
    return { call, allowed: allowed(parameter, { ...call, expected }) }
  })

function allowed(parameter: string, item: Extract<Allowed, { kind: 'right' }>['item']): Allowed {
  const isPlain = /^(0|-?[1-9]\d*)$/.test(parameter)
  const number = Number(parameter)
  if (isPlain) return Number.isSafeInteger(number) ? { kind: 'right', item } : { kind: 'refused' }
  // Other ways to write an integer may be read or refused.
  return parameter.trim() !== '' && Number.isSafeInteger(number) ? { kind: 'lawful' } : { kind: 'refused' }
}
