import type { Random } from '../basics/random.ts'
import type { Token } from '../models/chain.ts'
import { chainFlaw } from './answers.ts'
import { type Contract, Counted, type InvalidCase, type Scenario, type ValidCase } from './scenario.ts'
import { word } from './values.ts'

/** `middleware-chain`: request id, log, token, rate counter and a response header before a small answer. */
export const middlewareChain: Scenario = {
  name: 'middleware-chain',
  title: 'Middleware chain',
  description: 'passes five middlewares (request id, log, token, rate counter, response header) and answers an object',
  validates: false,
  file: 'middleware-chain',
  route: { method: 'GET', path: '/me', procedure: 'me' },
  validCase: (random, serial) => validCase('load', String(serial), random.pick(subjects)),
  contract,
  flawOf: chainFlaw,
}

/** Requests of a minute that a free token has. */
const FREE = 5

const tokenOf = ({ sub, tier }: Token) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, tier })}.unchecked`
}

const subjects: Token[] = Array.from({ length: 100 }, (_, i) => ({ sub: `user-${i}`, tier: 'paid' }))
const encoded = new Map(subjects.map((token) => [token, tokenOf(token)]))

function validCase(id: string, requestId: string, token: Token, more: Partial<ValidCase> = {}): ValidCase {
  return {
    id,
    json: '',
    headers: { authorization: `Bearer ${encoded.get(token) ?? tokenOf(token)}`, 'x-request-id': requestId },
    expected: new Counted('entry', (entry) => ({ user: token.sub, requestId, entry })),
    responseHeaders: { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' },
    ...more,
  }
}

function contract(random: Random): Contract {
  const requestId = () => word(random, 12)
  const subject = (tier: Token['tier']): Token => ({ sub: word(random, 10), tier })
  const ordinary = (id: string, more?: Partial<ValidCase>) => validCase(id, requestId(), subject('paid'), more)
  const free = subject('free')
  const freeCall = (id: string) => validCase(id, requestId(), free)
  const unauthorized = (id: string, headers: Record<string, string>): InvalidCase => ({
    id,
    json: '',
    headers,
    statuses: [401],
  })
  const header = `Bearer ${tokenOf(subject('paid'))}`
  return {
    valid: [
      ordinary('paid token'),
      ordinary('another token'),
      validCase('free token', requestId(), subject('free')),
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
        describe: (answer) => ((answer as { requestId?: string })?.requestId ? 'makes one' : 'has none'),
      },
      { id: 'no token', title: 'status without a token', json: '', headers: {}, describe: () => 'answered' },
    ],
  }
}
