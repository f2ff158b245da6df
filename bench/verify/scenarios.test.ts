/** Contracts of the scenarios against servers that violate one rule each. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { profileOf } from '../../shared/models/profile.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { readBody, sendJson, serve } from '../test/fixtures.ts'
import { checkContract } from './contract.ts'
import type { ContractFailure } from './exchange.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function held(t: TestContext, name: string, answer: Answer): Promise<ContractFailure[]> {
  const scenario = scenarios.get(name)
  assert.ok(scenario)
  const { port } = await serve(t, answer)
  return checkContract(port, {
    scenario,
    wire: 'plain',
    knownDeviations: [],
    random: createRandom(1),
  })
}

test('json: a repeated response is wrong', async (t) => {
  const [failure] = await held(t, 'json', (request, response) => {
    if (request.url !== '/json') return sendJson(response, 404, '{}')
    sendJson(response, 200, JSON.stringify(profileOf(7)))
  })
  assert.match(failure?.got ?? '', /^the same count as in the previous response: /)
})

test('json: an object that does not match its count is wrong', async (t) => {
  let count = 0
  const [failure] = await held(t, 'json', (request, response) => {
    if (request.url !== '/json') return sendJson(response, 404, '{}')
    sendJson(response, 200, JSON.stringify({ ...profileOf(7), id: ++count }))
  })
  assert.match(failure?.got ?? '', /^200 \{"profile"|^200 \{"id":1/)
})

test('validate-order: a rejection that names no field is wrong', async (t) => {
  const failures = await held(t, 'validate-order', async (request, response) => {
    let json: unknown
    try {
      json = JSON.parse(await readBody(request))
    } catch {
      return sendJson(response, 400, '{}')
    }
    const order = parseOrder(json)
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
) {
  const log = new RequestLog()
  const rates = new RateCounter()
  const answer: Answer = (request, response) => {
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
  return answer
}

describe('a server of middleware-chain', () => {
  const broken = async (t: TestContext, change: Parameters<typeof chain>[0]) =>
    (await held(t, 'middleware-chain', chain(change))).map(({ case: id }) => id)

  test('that does everything passes', async (t) => {
    assert.deepEqual(await broken(t, {}), [])
  })

  test('that logs twice per request is caught', async (t) => {
    const log = (add: () => number) => {
      add()
      return add()
    }
    assert.deepEqual(await broken(t, { log }), ['one log entry a request'])
  })

  test('without rate limit is caught', async (t) => {
    assert.deepEqual(await broken(t, { limited: false }), ['above the limit of a free token'])
  })

  test('without authentication is caught', async (t) => {
    const ids = await broken(t, { token: false })
    for (const id of ['no token', 'a token of one part', 'another scheme'])
      assert.ok(ids.includes(id), id)
  })

  test('without the header is caught', async (t) => {
    assert.ok((await broken(t, { header: 'none' })).includes('paid token'))
  })
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
    failures.map(({ case: id }) => id.replace(/^id: /, '')),
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

test('hello: a route that accepts any method is caught', async (t) => {
  const failures = await held(t, 'hello', (request, response) => {
    if (request.url === '/hello') sendJson(response, 200, '{"hello":"world"}')
    else sendJson(response, 404, '{}')
  })
  assert.deepEqual(
    failures.map(({ case: id }) => id),
    ['POST /hello', 'PUT /hello', 'DELETE /hello'],
  )
})
