import type { Random } from '../basics/random.ts'
import { parametersFlaw } from './answers.ts'
import type { Contract, InvalidCase, ObservedCase, Scenario, ValidCase } from './scenario.ts'
import { shortJson, word } from './values.ts'

/** `route-params`: a path with a parameter and a query, behind two middlewares that change the request. */
export const routeParams: Scenario = {
  name: 'route-params',
  title: 'Route parameters',
  description: 'takes an integer from the path and a list from the query, behind two global middlewares',
  validates: true,
  file: 'route-params',
  route: { method: 'GET', path: '/users/1', procedure: 'users' },
  validCase: (_random, serial) => validCase('load', String(serial), 'name,email', sample),
  contract,
  flawOf: parametersFlaw,
}

/** What the two middlewares read from the headers and put on the request. */
interface Context {
  /** Header `x-tenant`, or `public`. */
  tenant: string
  /** Header `accept-language`, or `en`. */
  language: string
}

const sample: Context = { tenant: 'acme', language: 'de' }

function validCase(id: string, parameter: string, fields: string | undefined, context?: Context): ValidCase {
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
  const context = () => ({ tenant: word(random, 6), language: random.pick(['de', 'fr', 'es', 'pt']) })
  const encoded = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
  const refused = (what: string, parameter: string): InvalidCase => ({
    id: `id: ${what}`,
    json: '',
    path: `/users/${parameter}`,
  })
  const observed = (what: string, path: string): ObservedCase => ({
    id: what,
    json: '',
    title: what,
    path,
    describe: (answer) => `taken as ${shortJson((answer as { id?: unknown })?.id)}`,
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
    ],
    invalid: [
      refused('a word', 'abc'),
      refused('a fraction', '1.5'),
      refused('a number and a word', '12abc'),
      refused('an encoded blank', '%20'),
      refused('too large for an integer', '99999999999999999999'),
      refused('a list', '1,2'),
      { id: 'id: missing', json: '', path: '/users/' },
      { id: 'another path', json: '', path: '/people/1', statuses: [404, 405] },
    ],
    observed: [
      observed('`/users/1e3`', '/users/1e3'),
      observed('`/users/0x10`', '/users/0x10'),
      observed('`/users/007`', '/users/007'),
      observed('`/users/%zz`', '/users/%zz'),
    ],
  }
}
