import type * as fc from 'fast-check'
import { z } from 'zod'
import type { Random } from '../basics/random.ts'
import type {
  Allowed,
  Contract,
  InvalidCase,
  InvariantCase,
  InvariantSend,
  ObservedCase,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { errorIn } from '../contract/schema.ts'
import { shortJson, word } from '../contract/values.ts'
import { LATIN_1 } from '../invariants/inputs.ts'
import { conforming, correct, rejected, single } from '../invariants/invariant-case.ts'

const Parameters = z.strictObject({
  id: z.int(),
  fields: z.array(z.string()),
  tenant: z.string(),
  language: z.string(),
})

/** `route-params`: a path with a parameter and a query, behind two middlewares that change the request. */
export const routeParams: Scenario = {
  name: 'route-params',
  title: 'Route parameters',
  position: 8,
  description:
    'parses an integer from the path and a list from the query, behind two global middlewares',
  validates: true,
  file: 'route-params',
  route: { method: 'GET', path: '/users/1', procedure: 'users' },
  validCase: (_random, serial) => validCase('load', String(serial), 'name,email', sample),
  contract,
  errorOf: errorIn(Parameters),
  invariantCases,
  fuzz: { from: 'calls', calls: arbitraryCalls },
}

interface Context {
  /** Header `x-tenant`, or `public`. */
  tenant: string
  /** Header `accept-language`, or `en`. */
  language: string
}

const sample: Context = { tenant: 'acme', language: 'de' }

function validCase(
  id: string,
  parameter: string,
  fields: string | undefined,
  context?: Context,
): ValidCase {
  const { tenant, language } = context ?? { tenant: 'public', language: 'en' }
  return {
    id,
    json: '',
    path: `/users/${parameter}${fields === undefined ? '' : `?fields=${fields}`}`,
    headers: context ? { 'x-tenant': tenant, 'accept-language': language } : {},
    expected: {
      id: Number(decodeURIComponent(parameter)),
      fields: fields === undefined ? [] : decodeURIComponent(fields).split(','),
      tenant,
      language,
    },
  }
}

function contract(random: Random): Contract {
  const id = () => String(random.integer(1, 1e9))
  const context = () => ({
    tenant: word(random, 6),
    language: random.pick(['de', 'fr', 'es', 'pt']),
  })
  const encoded = (text: string) =>
    [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
  const invalidId = (what: string, parameter: string): InvalidCase => ({
    id: `id: ${what}`,
    json: '',
    path: `/users/${parameter}`,
  })
  const observed = (path: string): ObservedCase => ({
    id: `\`${path}\``,
    json: '',
    title: `\`${path}\``,
    path,
    describe: (value) => `taken as ${shortJson((value as { id?: unknown })?.id)}`,
  })
  return {
    valid: [
      validCase('ordinary id', id(), 'name,email', context()),
      validCase('one field', id(), 'name', context()),
      validCase('no fields', id(), undefined, context()),
      validCase('no headers', id(), 'name,email'),
      validCase('encoded digits', encoded(id()), 'name', context()),
      validCase('an encoded comma', id(), 'name%2Cemail', context()),
      validCase('id zero', '0', 'name', context()),
      validCase('negative id', `-${id()}`, 'name', context()),
      validCase('largest safe id', String(Number.MAX_SAFE_INTEGER), 'name', context()),
      ...pairs(id(), context()),
    ],
    invalid: [
      invalidId('a word', 'abc'),
      invalidId('a fraction', '1.5'),
      invalidId('a number and a word', '12abc'),
      invalidId('an encoded blank', '%20'),
      invalidId('too large for an integer', '99999999999999999999'),
      invalidId('a list', '1,2'),
      { id: 'id: missing', json: '', path: '/users/' },
      { id: 'another path', json: '', path: '/people/1', statuses: [404, 405] },
    ],
    observed: ['/users/1e3', '/users/0x10', '/users/007', '/users/%zz'].map(observed),
  }
}

/** A call, and one for each of its parts that differs from it in that part only. */
function pairs(id: string, context: Context): ValidCase[] {
  const differing = (part: string, ...call: [id: string, fields: string, context: Context]) =>
    validCase(`only ${part} differs from an earlier call`, ...call)
  return [
    validCase('a call that others repeat but for one part', id, 'name', context),
    differing('the id', `${id}0`, 'name', context),
    differing('fields', id, 'email', context),
    differing('x-tenant', id, 'name', { ...context, tenant: `${context.tenant}s` }),
    differing('accept-language', id, 'name', { ...context, language: 'it' }),
  ]
}

function invariantCases(random: Random): InvariantCase[] {
  const id = () => String(random.integer(1e15, 8e15))
  const headers = { 'x-tenant': word(random, 8), 'accept-language': 'fr' }
  const context = { tenant: headers['x-tenant'], language: headers['accept-language'] }
  const accepted = (name: string, query: string, fields: string[]) => {
    const parameter = id()
    const expected = { id: Number(parameter), fields, ...context }
    const path = `/users/${parameter}${query}`
    return single(name, 3, correct({ id: name, json: '', path, headers, expected }))
  }
  return [
    accepted('an empty list of fields', '?fields=', []),
    accepted('a text of Latin-1', `?fields=${encodeURIComponent(LATIN_1)}`, [LATIN_1]),
    accepted('an unknown query key', '?fields=name,email&unknown=1', ['name', 'email']),
    accepted('an unknown query key alone', '?unknown=1', []),
    accepted('an empty query', '?', []),
    ...UNUSUAL_QUERIES.map((query) => {
      const path = `/users/${id()}?${query}`
      return single(`query ${query}`, 2, conforming({ id: query, json: '', path, headers }))
    }),
    ...INVALID_IDS.map((parameter) => {
      const path = `/users/${parameter}`
      return single(`id ${parameter}`, 1, rejected({ id: parameter, json: '', path, headers }))
    }),
  ]
}

const UNUSUAL_QUERIES = [
  'fields=a&fields=b',
  'fields[]=a',
  'fields[0]=a&fields[1]=b',
  'fields[a]=b',
  'fields',
  'fields=%',
  'fields=%ff',
  '__proto__[fields]=a',
  'fields[__proto__]=a',
  'fields[length]=1e9',
  'fields[1000000]=a',
  'constructor=a',
]

const INVALID_IDS = [
  'Infinity',
  '1e999',
  'NaN',
  '9007199254740993',
  '-9007199254740993',
  '5%0a',
  '%005',
  '5%00',
]

function arbitraryCalls(check: typeof fc): fc.Arbitrary<InvariantSend> {
  /** A path's parameter, before it is encoded. */
  const parameter = check.oneof(
    { weight: 4, arbitrary: check.maxSafeInteger().map(String) },
    { weight: 1, arbitrary: check.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String) },
    {
      weight: 1,
      arbitrary: check.constantFrom(
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
      arbitrary: check
        .string({ unit: 'binary', minLength: 1, maxLength: 10 })
        .filter((text) => text.isWellFormed()),
    },
  )

  const field = check.oneof(
    check.string({
      unit: check.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789_'),
      minLength: 1,
      maxLength: 8,
    }),
    check
      .string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
      .filter((text) => text.isWellFormed() && !/[,\s]/.test(text)),
  )

  /** A header's value without quoting. */
  const word = check.string({
    unit: check.constantFrom(...'abcdefghijklmnopqrstuvwxyzABC0123456789-'),
    minLength: 1,
    maxLength: 10,
  })

  const headers = check.option(check.tuple(word, word), { nil: null })

  return check
    .record({
      parameter,
      encoded: check.boolean(),
      fields: check.option(check.array(field, { maxLength: 4 }), { nil: null }),
      fieldsEncoded: check.boolean(),
      headers,
      more: check.constantFrom('', '', '', '&unknown=1', '&x', '&__proto__=1', '&a[b]=c'),
    })
    .map(({ parameter, encoded, fields, fieldsEncoded, headers, more }): InvariantSend => {
      const list = fields?.join(',')
      const query =
        list === undefined
          ? more.replace('&', '?')
          : `?fields=${encode(list, fieldsEncoded)}${more}`
      const sent: Record<string, string> = headers
        ? { 'x-tenant': headers[0], 'accept-language': headers[1] }
        : {}
      const call = {
        id: 'fuzz',
        json: '',
        path: `/users/${encode(parameter, encoded)}${query}`,
        headers: sent,
      }
      const [tenant, language] = headers ?? ['public', 'en']
      const expected = {
        id: Number(parameter),
        fields: list ? list.split(',') : [],
        tenant,
        language,
      }
      return { call, allowed: allowed(parameter, { ...call, expected }) }
    })
}

/** Percent-encodes every character, or only where necessary. */
function encode(text: string, everyCharacter: boolean): string {
  if (!everyCharacter) return encodeURIComponent(text)
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function allowed(parameter: string, item: ValidCase): Allowed {
  const isPlain = /^(0|-?[1-9]\d*)$/.test(parameter)
  const number = Number(parameter)
  if (isPlain)
    return Number.isSafeInteger(number) ? { kind: 'correct', item } : { kind: 'rejected' }
  // Other notations of an integer may be accepted or rejected.
  return parameter.trim() !== '' && Number.isSafeInteger(number)
    ? { kind: 'conforming' }
    : { kind: 'rejected' }
}
