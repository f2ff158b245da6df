import type * as fc from 'fast-check'
import { z } from 'zod'
import type { Random } from '../basics/random.ts'
import {
  type Contract,
  Counted,
  type Drawn,
  type InvalidCase,
  type InvariantCase,
  type InvariantSend,
  type Scenario,
  type ValidCase,
} from '../contract/scenario.ts'
import { errorIn } from '../contract/schema.ts'
import { word } from '../contract/values.ts'
import { LATIN_1 } from '../invariants/inputs.ts'
import { anyValid, conforming, correct, rejected, single } from '../invariants/invariant-case.ts'
import type { Token } from '../models/chain.ts'

const Me = z.strictObject({ user: z.string(), requestId: z.string(), entry: z.int().min(1) })

/** `middleware-chain`: request id, log, token, rate counter and a response header before a small response. */
export const middlewareChain: Scenario = {
  name: 'middleware-chain',
  title: 'Middleware chain',
  position: 9,
  description:
    'runs five middlewares (request id, log, token, rate counter, response header) and responds with an object',
  validates: false,
  file: 'middleware-chain',
  route: { method: 'GET', path: '/me', procedure: 'me' },
  validCase: (random, serial) => validCase('load', String(serial), random.pick(paidTokens)),
  contract,
  errorOf: errorIn(Me),
  invariantCases,
  fuzz: { from: 'calls', calls: arbitraryCalls },
}

/** Requests per minute of a free token. */
const FREE = 5

const part = (text: string) => Buffer.from(text).toString('base64url')

const tokenOf = ({ sub, tier }: Token) =>
  `${part('{"alg":"HS256","typ":"JWT"}')}.${part(JSON.stringify({ sub, tier }))}.unchecked`

const paidTokens: Token[] = Array.from({ length: 100 }, (_, i) => ({
  sub: `user-${i}`,
  tier: 'paid',
}))
const encoded = new Map(paidTokens.map((token) => [token, tokenOf(token)]))

function validCase(
  id: string,
  requestId: string,
  token: Token,
  more: Partial<ValidCase> = {},
): ValidCase {
  return {
    id,
    json: '',
    headers: {
      authorization: `Bearer ${encoded.get(token) ?? tokenOf(token)}`,
      'x-request-id': requestId,
    },
    expected: new Counted('entry', (entry) => ({ user: token.sub, requestId, entry })),
    responseHeaders: { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' },
    ...more,
  }
}

function contract(random: Random): Contract {
  const requestId = () => word(random, 12)
  const newToken = (tier: Token['tier']): Token => ({ sub: word(random, 10), tier })
  const ordinary = (id: string, more?: Partial<ValidCase>) =>
    validCase(id, requestId(), newToken('paid'), more)
  const freeToken = newToken('free')
  const freeCall = (id: string) => validCase(id, requestId(), freeToken)
  const unauthorized = (id: string, headers: Record<string, string>): InvalidCase => ({
    id,
    json: '',
    headers,
    statuses: [401],
  })
  const header = `Bearer ${tokenOf(newToken('paid'))}`
  return {
    valid: [
      ordinary('paid token'),
      ordinary('another token'),
      validCase('free token', requestId(), newToken('free')),
      ...pairs(requestId(), newToken('paid'), newToken('paid')),
      ordinary('one log entry a request', { before: [ordinary('the entry before')], step: 1 }),
    ],
    invalid: [
      unauthorized('no token', {}),
      unauthorized('an empty token', { authorization: 'Bearer ' }),
      unauthorized('a token of one part', { authorization: 'Bearer abc' }),
      unauthorized('a payload that is no JSON', { authorization: 'Bearer e30.abc.x' }),
      unauthorized('another scheme', { authorization: header.replace('Bearer', 'Basic') }),
      {
        ...freeCall('above the limit of a free token'),
        statuses: [429],
        before: Array.from({ length: FREE }, (_, i) => freeCall(`free call ${i + 1}`)),
      },
    ],
    observed: [
      {
        id: 'no request id',
        title: 'no `x-request-id`',
        json: '',
        headers: { authorization: header },
        describe: (value) =>
          (value as { requestId?: string })?.requestId ? 'generates one' : 'has none',
      },
      {
        id: 'no token',
        title: 'status without a token',
        json: '',
        headers: {},
      },
    ],
  }
}

/** A call, and one for each of its parts that differs from it in that part only. */
function pairs(requestId: string, token: Token, other: Token): ValidCase[] {
  return [
    validCase('a call that others repeat but for one part', requestId, token),
    validCase('only the request id differs from an earlier call', `${requestId}s`, token),
    validCase('only the token differs from an earlier call', requestId, other),
  ]
}

function invariantCases(random: Random): InvariantCase[] {
  const token = (payload: string) => `Bearer ${part('{"alg":"HS256"}')}.${part(payload)}.unchecked`
  const withId = (requestId: string): ValidCase => {
    const item = anyValid(middlewareChain, random)
    return { ...item, headers: { ...item.headers, 'x-request-id': requestId } }
  }
  const requestId = word(random, 12)
  const latin1: ValidCase = {
    id: 'Latin-1',
    json: '',
    headers: {
      authorization: token(JSON.stringify({ sub: LATIN_1, tier: 'paid' })),
      'x-request-id': requestId,
    },
    expected: new Counted('entry', (entry) => ({ user: LATIN_1, requestId, entry })),
  }
  return [
    ...['/me/', '/me?x', '/%6de', '/ME'].map((path) => {
      const id = `\`${path}\` without a token`
      const wires = ['plain', 'trpc'] as const
      return single(id, 2, rejected({ id, json: '', path, headers: {} }), { wires })
    }),
    ...INVALID_PAYLOADS.map((payload) => {
      const headers = { authorization: token(payload), 'x-request-id': word(random, 12) }
      return single(`a token of ${payload}`, 2, rejected({ id: payload, json: '', headers }))
    }),
    single('a text of Latin-1', 3, correct(latin1)),
    single('a request id of 2,000 characters', 2, conforming(withId('a'.repeat(2_000)))),
    single('a request id of Latin-1', 2, conforming(withId('Zo\u00eb "\\ %0d%0a'))),
  ]
}

const INVALID_PAYLOADS = [
  'null',
  '[]',
  '5',
  '{"sub":5,"tier":"paid"}',
  '{"sub":"a","tier":"toString"}',
  '{"__proto__":{"sub":"a","tier":"paid"}}',
]

function arbitraryCalls(check: typeof fc, { serial, load }: Drawn): fc.Arbitrary<InvariantSend> {
  /** A token with any payload. */
  const payload = check.oneof(
    {
      weight: 3,
      arbitrary: check.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    },
    {
      weight: 3,
      arbitrary: check
        .record({
          sub: check.jsonValue({ maxDepth: 1 }),
          tier: check.constantFrom('free ', 'PAID', 'toString', '__proto__', 0, null, ['paid']),
        })
        .map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: check.string({ unit: 'binary', maxLength: 30 }) },
  )

  const idOf = (characters: readonly string[]) =>
    check.string({ unit: check.constantFrom(...characters), minLength: 1, maxLength: 40 })

  /** Ids that every server must keep. */
  const requestId = idOf([...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-='])

  /** Ids that a server may keep or replace. */
  const strangeId = idOf(Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)))

  const anyone = check
    .tuple(check.string({ unit: 'grapheme', maxLength: 20 }), requestId, serial)
    .map(([name, id, serial]) => {
      const user = `${name}${serial}`
      return correct({
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
  const strange = check
    .tuple(load, strangeId)
    .map(([{ call }, id]) =>
      conforming({ ...call, headers: { ...call.headers, 'x-request-id': id } }),
    )
  const wrong = check.tuple(payload, requestId).map(([text, id]) => {
    const authorization = `Bearer ${part('{}')}.${part(text)}.x`
    return rejected({ id: 'fuzz', json: '', headers: { authorization, 'x-request-id': id } })
  })
  const garbage = check
    .tuple(
      requestId,
      check.constantFrom('Bearer ', 'Basic ', 'bearer', '', 'Bearer a.', 'Bearer .'),
    )
    .map(([text, scheme]) =>
      rejected({ id: 'fuzz', json: '', headers: { authorization: `${scheme}${text}` } }),
    )
  return check.oneof(
    { weight: 2, arbitrary: load },
    { weight: 3, arbitrary: anyone },
    { weight: 3, arbitrary: wrong },
    strange,
    garbage,
  )
}
