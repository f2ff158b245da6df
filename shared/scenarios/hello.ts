import { z } from 'zod'
import type { Contract, InvalidCase, ObservedCase, Scenario } from '../contract/scenario.ts'
import { errorIn } from '../contract/schema.ts'

/** `hello`: a route and a constant response, which shows a framework's fixed cost. */
export const hello: Scenario = {
  name: 'hello',
  title: 'Hello',
  position: 5,
  description: 'responds with a constant object; nothing is parsed or validated',
  validates: false,
  file: 'hello',
  route: { method: 'GET', path: '/hello', procedure: 'hello', document: '{ hello { hello } }' },
  validCase: () => greeting,
  contract,
  errorOf: errorIn(z.strictObject({ hello: z.literal('world') })),
  invariantCases: () => [],
  fuzz: { from: 'load' },
}

const greeting = { id: 'greeting', json: '', expected: { hello: 'world' } }

function contract(): Contract {
  const statuses = [404, 405]
  const onPath = (id: string, path: string): InvalidCase => ({ id, json: '', path, statuses })
  // RPC wires have one verb and their own paths.
  const otherVerb = (method: string): InvalidCase => ({
    id: `${method} /hello`,
    json: '',
    method,
    statuses,
    wires: ['plain'],
  })
  return {
    valid: [greeting, { ...greeting, id: 'greeting again' }],
    invalid: [
      onPath('another path', '/goodbye'),
      onPath('a longer path', '/hello/world'),
      onPath('a shorter path', '/hell'),
      ...['POST', 'PUT', 'DELETE'].map(otherVerb),
    ],
    observed: [
      observed('trailing slash', '`/hello/`', { path: '/hello/' }),
      observed('query', '`/hello?a=b`', { path: '/hello?a=b' }),
      observed('another path', 'status for another path', { path: '/goodbye' }),
      observed('another verb', 'status for another verb', { method: 'DELETE' }),
    ],
  }
}

function observed(
  id: string,
  title: string,
  change: Pick<ObservedCase, 'path' | 'method'>,
): ObservedCase {
  return { id, title, json: '', describe: () => 'served', ...change }
}
