/** Contracts of the scenarios against servers that violate one rule each. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { profileOf } from '../../shared/models/profile.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { parse, readBody, sendJson } from '../test/faulty/user-server.ts'
import { serve, terms } from '../test/fixtures.ts'
import { checkContract } from './contract.ts'
import { type ContractFailure, Exchanger } from './exchange.ts'
import { HttpClient } from './http.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

async function held(t: TestContext, name: string, respond: Respond): Promise<ContractFailure[]> {
  const scenario = scenarios.get(name) ?? assert.fail(name)
  return checkContract(await serve(t, respond), terms({ scenario }))
}

const idsOf = (failures: readonly ContractFailure[]) => failures.map(({ case: id }) => id)

/** Responds on one path. */
const onlyAt =
  (path: string, respond: () => object): Respond =>
  ({ url }, response) =>
    url === path
      ? sendJson(response, 200, JSON.stringify(respond()))
      : sendJson(response, 404, '{}')

test('json: a repeated response, or an object that does not match its count, is wrong', async (t) => {
  const same = onlyAt('/json', () => profileOf(7))
  const [repeated] = await held(t, 'json', same)
  assert.match(repeated?.got ?? '', /^the same count as in the previous response: /)
  let id = 0
  const counting = onlyAt('/json', () => ({ ...profileOf(7), id: ++id }))
  const [other] = await held(t, 'json', counting)
  assert.match(other?.got ?? '', /^200 \{"profile"|^200 \{"id":1/)
})

test('validate-order: a rejection that names no field is wrong', async (t) => {
  const failures = await held(t, 'validate-order', async (request, response) => {
    const order = parseOrder(parse(await readBody(request)))
    if (order instanceof Invalid) return sendJson(response, 400, '{"error":"invalid"}')
    sendJson(response, 200, JSON.stringify(receipt(order)))
  })
  assert.ok(failures.length > 20)
  assert.ok(failures.every(({ expected }) => /^4xx and "\w+" named$/.test(expected)))
})

/** A correct server of middleware-chain with one change. */
function chain(
  change: {
    log?: (add: () => number) => number
    limited?: boolean
    header?: string
    token?: boolean
  } = {},
): Respond {
  const log = new RequestLog()
  const rates = new RateCounter()
  return (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']?.toString())
    response.setHeader('x-request-id', requestId)
    const add = () => log.add(requestId, request.method ?? '', request.url ?? '')
    const entry = change.log?.(add) ?? add()
    const token =
      readToken(request.headers.authorization) ??
      (change.token === false ? ({ sub: 'x', tier: 'paid' } as const) : undefined)
    if (!token) return sendJson(response, 401, '{}')
    if (!rates.allows(token) && change.limited !== false) return sendJson(response, 429, '{}')
    response.setHeader('x-content-type-options', change.header ?? 'nosniff')
    sendJson(response, 200, JSON.stringify({ user: token.sub, requestId, entry }))
  }
}

test('middleware-chain: each part that a server leaves out is caught', async (t) => {
  const failing = async (change: Parameters<typeof chain>[0]) =>
    idsOf(await held(t, 'middleware-chain', chain(change)))
  assert.deepEqual(await failing({}), [])
  const logTwice = (add: () => number) => add() && add()
  assert.deepEqual(await failing({ log: logTwice }), ['one log entry a request'])
  assert.deepEqual(await failing({ limited: false }), ['above the limit of a free token'])
  assert.ok((await failing({ header: 'none' })).includes('paid token'))
  const unauthenticated = await failing({ token: false })
  for (const id of ['no token', 'a token of one part', 'another scheme'])
    assert.ok(unauthenticated.includes(id), id)
})

test('route-params: an id that is not an integer is rejected', async (t) => {
  const failures = await held(t, 'route-params', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const id = /^\/users\/([^/]+)$/.exec(pathname)?.[1]
    if (!id) return sendJson(response, 404, '{}')
    const fields = searchParams.get('fields')?.split(',') ?? []
    const { 'x-tenant': tenant = 'public', 'accept-language': language = 'en' } = request.headers
    sendJson(
      response,
      200,
      JSON.stringify({ id: Number(decodeURIComponent(id)), fields, tenant, language }),
    )
  })
  assert.deepEqual(
    idsOf(failures).map((id) => id.replace(/^id: /, '')),
    [
      'a word',
      'a fraction',
      'a number and a word',
      'an encoded blank',
      'too large for an integer',
      'a list',
    ],
  )
})

test('route-params: a parameter that cannot be decoded causes no 5xx', async (t) => {
  const port = await serve(t, ({ url = '' }, response) => {
    try {
      decodeURIComponent(url)
      sendJson(response, 404, '{}')
    } catch {
      sendJson(response, 500, '{}')
    }
  })
  const scenario = scenarios.get('route-params') ?? assert.fail()
  const call = scenario.contract(createRandom(1)).observed.find(({ path }) => path === '/users/%zz')
  using client = new HttpClient(port)
  const { failure } = await new Exchanger(client, terms({ scenario })).observe(
    call ?? assert.fail(),
  )
  assert.equal(failure?.rule, 'no request causes a 5xx')
})

test('hello: a route that accepts any method is caught', async (t) => {
  const failures = await held(
    t,
    'hello',
    onlyAt('/hello', () => ({ hello: 'world' })),
  )
  assert.deepEqual(idsOf(failures), ['POST /hello', 'PUT /hello', 'DELETE /hello'])
})
