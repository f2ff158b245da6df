/** Servers that pass the contract but violate an invariant: each is caught by the case made for it. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { invariantCases } from '../../shared/invariants/invariant-cases.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { expectedUserList, userList } from '../../shared/scenarios/user-list.ts'
import { type Framing, lastByteLate } from '../../shared/wires/framing.ts'
import {
  broken,
  type Call,
  edited,
  type Handler,
  honest,
  isPostTo,
  ok,
  parse,
  type Reply,
  readBody,
  sendJson,
  sendResponse,
} from '../test/faulty/user-server.ts'
import { wrongValues } from '../test/faulty/values.ts'
import { portOf, serve, terms } from '../test/fixtures.ts'
import type { Breach } from './invariant-exchange.ts'
import {
  checkInvariants,
  harmlessInvariantCases,
  type InvariantFailure,
  type InvariantOptions,
  isKnown,
} from './invariants.ts'

/** Milliseconds; short, for servers that hang. */
const HANG = 1_000

const casesNamed = (name: RegExp, scenario = terms().scenario) =>
  invariantCases(scenario, createRandom(1)).filter(({ id }) => name.test(id))

/** Returns the invariant and the response of each failed case. */
const breachesIn = (failures: readonly InvariantFailure[]) =>
  Object.fromEntries(failures.map(({ case: id, invariant, got }) => [id, `${invariant}: ${got}`]))

async function breachesOf(t: TestContext, respond?: Handler, options?: InvariantOptions) {
  return breachesIn(await checkInvariants(await portOf(t, respond), terms(), options))
}

test('the invariants hold for a correct server', async (t) =>
  assert.deepEqual(await breachesOf(t), {}))

test('their cases have unique names in each scenario', () => {
  for (const scenario of scenarios.values()) {
    const own = invariantCases(scenario, createRandom(1)).map(({ id }) => id)
    assert.equal(new Set(own).size, own.length, scenario.name)
  }
})

describe('a server is caught that', () => {
  test('responds with null for infinity', async (t) => {
    const breaches = await breachesOf(t, ({ body, correct }) =>
      /"id":-?1e999/.test(body)
        ? edited(honest({ body: body.replace('1e999', '1') }), (user) => {
            user.id = null as never
          })
        : correct,
    )
    assert.deepEqual(Object.keys(breaches), ['id is 1e999', 'id is -1e999'])
    assert.match(
      breaches['id is 1e999'] ?? '',
      /^1: 200 {"id":null.*not a value of the model \(id: /,
    )
  })

  for (const [what, { respond, breaks }] of Object.entries(wrongValues)) {
    test(what, async (t) => {
      const cases = casesNamed(/^(id|name|surname|lastUpdate) (is|has) /)
      assert.deepEqual(Object.keys(await breachesOf(t, respond, { cases })), breaks)
    })
  }

  test('decodes each part of a body separately', async (t) => {
    const port = await serve(t, async (request, response) =>
      sendResponse(response, answerTo(request, await readCarelessly(request))),
    )
    const cases = casesNamed(/split|chunks/)
    const failures = await checkInvariants(port, terms(), { cases })
    const found = failures.map((failure) => failure.case)
    for (const id of ['split within a character', 'chunks cut within a character'])
      assert.ok(found.includes(id), id)
    assert.ok(failures.every(({ invariant }) => invariant === 3))
  })

  test('leaks a field of the previous request', async (t) => {
    let last = ''
    const breaches = await breachesOf(t, ({ body, correct }) => {
      if (correct.status === 200) last = JSON.parse(correct.body).id
      return /"lastUpdate":"2020-01-05T00:00:00\+99:99"/.test(body)
        ? { status: 400, body: JSON.stringify({ error: 'invalid', last }) }
        : correct
    })
    const id = 'lastUpdate is "2020-01-05T00:00:00+99:99"'
    assert.deepEqual(Object.keys(breaches), [id])
    assert.match(breaches[id] ?? '', /^4: .*is of another request$/)
  })

  test('responds before the last byte of a request', async (t) => {
    const port = await serve(t, async (request, response) => {
      const chunks: Buffer[] = []
      let isDone = false
      const respond = (body: string) => {
        if (isDone) return
        isDone = true
        sendResponse(response, answerTo(request, body))
      }
      request.on('data', (chunk) => {
        chunks.push(chunk)
        const body = `${Buffer.concat(chunks)}}`
        if (parse(body)) respond(body)
      })
      request.on('end', () => respond(Buffer.concat(chunks).toString()))
    })
    // The response ends the pause.
    const framing: Framing = (request) => ({ ...lastByteLate()(request), pause: 60_000 })
    const cases = casesNamed(/^the last byte after a pause$/).map((item) => ({
      ...item,
      sends: item.sends.map((send) => ({ ...send, framing })),
    }))
    const breaches = breachesIn(await checkInvariants(port, terms(), { cases }))
    assert.match(
      breaches['the last byte after a pause'] ?? '',
      /^1: 200 {"id":.*: before the request's last byte$/,
    )
  })

  test('closes the connection with requests pending', async (t) => {
    const port = await serve(t, async (request, response) => {
      const respond = answerTo(request, await readBody(request))
      if (respond.status !== 200) response.setHeader('connection', 'close')
      sendResponse(response, respond)
    })
    const breaches = breachesIn(await checkInvariants(port, terms()))
    assert.deepEqual(Object.keys(breaches), [
      'pipelined with an unknown path',
      'pipelined with an invalid value',
      'pipelined with half a JSON',
      'pipelined behind a long body to an unknown path',
      'pipelined behind a target that cannot be read',
      'pipelined behind a body that is no UTF-8',
      'pipelined, with Expect: 100-continue',
      'pipelined behind a target of 8,000 characters',
    ])
    const closed = /^\d: no response: the connection was closed$/
    assert.match(breaches['pipelined with half a JSON'] ?? '', closed)
  })

  test('swaps the responses to two requests in flight', async (t) => {
    let waiting: Call | undefined
    const swap: Handler = (call) => {
      const before = waiting
      waiting = before ? undefined : call
      if (!before) return undefined
      sendResponse(before.response, call.correct)
      return before.correct
    }
    const breaches = await breachesOf(t, swap, { cases: casesNamed(/^pipelined$/), timeout: HANG })
    assert.match(breaches.pipelined ?? '', /^\d: 200 \{"id":/)
  })

  test('responds with 500, or not at all', async (t) => {
    const cases = casesNamed(
      /^(lastUpdate is 8640000000000000|name is {"length":3}|JSON nested 3,000 deep)$/,
    )
    const respond: Handler = ({ body, correct, request }) => {
      if (/"lastUpdate":8640000000000000/.test(body)) return broken
      if (body.startsWith('[[[')) request.socket.destroy()
      else if (!body.includes('"name":{"length":3}')) return correct
      return undefined
    }
    assert.deepEqual(await breachesOf(t, respond, { cases, timeout: HANG }), {
      'lastUpdate is 8640000000000000': `2: 500 ${broken.body}`,
      'name is {"length":3}': '2: no response within 1 s',
      'JSON nested 3,000 deep': '2: no response: the connection was closed',
    })
  })

  test('encodes Latin-1 strings in Latin-1', async (t) => {
    const breaches = await breachesOf(t, ({ correct, response }) => {
      const { body } = correct
      if (/[^\0-\xff]/.test(body) || !/[^\0-\x7f]/.test(body)) return correct
      response.setHeader('content-type', 'application/json').end(Buffer.from(body, 'latin1'))
      return undefined
    })
    assert.deepEqual(Object.keys(breaches), ['a text of Latin-1'])
  })

  test('hangs on an empty body whose head comes in pieces', async (t) => {
    const port = await serve(t, async (request, response) => {
      const body = await readCarelessly(request)
      if (body !== '' || request.method !== 'POST') sendResponse(response, answerTo(request, body))
    })
    const cases = casesNamed(/^an empty body/)
    const failures = await checkInvariants(port, terms(), { cases, timeout: HANG })
    assert.deepEqual(
      failures.map(({ got }) => got),
      ['no response within 1 s'],
    )
  })

  test('repeats the input beside each error of a list', async (t) => {
    const cases = casesNamed(/^a list of 1,000 invalid items$/, userList)
    /** Beside some of the errors, since longer responses take long on a busy machine. */
    const gotWith = async (repeats: boolean) => {
      const port = await serve(t, async (request, response) => {
        const input = JSON.parse(await readBody(request))
        const users = parseUserList(input)
        if (!(users instanceof Invalid)) return sendResponse(response, ok(expectedUserList(input)))
        const issues = users.fields.map((field, i) =>
          repeats && i % 4 === 0 ? { field, input } : { field },
        )
        sendJson(response, 400, JSON.stringify(issues))
      })
      const [failure] = await checkInvariants(port, terms({ scenario: userList }), { cases })
      return failure?.got
    }
    assert.equal(await gotWith(false), undefined)
    assert.match((await gotWith(true)) ?? '', /: \d{4} times as long as the request$/)
  })

  test('accepts inherited fields', async (t) => {
    const breaches = await breachesOf(t, ({ body, correct }) => {
      const own = /^{"__proto__":(.*)}$/.exec(body)?.[1]
      return own ? honest({ body: own }) : correct
    })
    assert.deepEqual(Object.keys(breaches), ['all fields come from the prototype'])
  })
})

/** Reads a body wrongly: decodes each chunk separately. */
async function readCarelessly(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk.toString()
  return text
}

const answerTo = (request: IncomingMessage, body: string): Reply =>
  isPostTo('/updateUser', request) ? honest({ body }) : { status: 404, body: '{}' }

describe('a known deviation', () => {
  const id = 'id is 1e999'
  const cases = casesNamed(/^id is 1e999$/)
  const knows = (known: object) => terms({ knownDeviations: [{ case: id, reason: 'x', ...known }] })
  const failing: Handler = ({ body, correct }) => (body.includes('"id":1e999') ? broken : correct)

  test('passes while the server deviates, and fails if it deviates differently', async (t) => {
    const port = await portOf(t, failing)
    assert.deepEqual(await checkInvariants(port, knows({ status: 500 }), { cases }), [])
    for (const known of [{ status: 503 }, { does: 'closes' }]) {
      const [failure] = await checkInvariants(port, knows(known), { cases })
      const [what] = Object.values(known)
      assert.equal(failure?.case, id)
      assert.equal(failure?.expected, `${what}, the known deviation in the manifest`)
      assert.equal(failure?.got, `500 ${broken.body}`)
    }
  })

  test('fails once the server is fixed', async (t) => {
    const port = await portOf(t)
    const [failure] = await checkInvariants(port, knows({ status: 500 }), { cases })
    assert.equal(failure?.got, 'no breach: remove the deviation from the manifest')
  })

  test('that accepts invalid data must return a value of the model', async (t) => {
    const length = 'name is {"length":3}'
    const accepting = terms({ knownDeviations: [{ case: length, does: 'accepts', reason: 'x' }] })
    const failuresOf = async (respond: object) => {
      const port = await portOf(t, ({ body, correct }) =>
        body.includes('"name":{"length":3}') ? ok(respond) : correct,
      )
      return checkInvariants(port, accepting, { cases: casesNamed(/^name is {"length":3}$/) })
    }
    const user = { id: 1, name: 'a', surname: 'b', lastUpdate: '2020-01-05T00:00:00.000Z' }
    assert.deepEqual(await failuresOf(user), [])
    assert.equal((await failuresOf({ id: null }))[0]?.case, length)
  })

  test('may be absent on another runtime, but must be the same if present', async (t) => {
    const deviating = knows({ status: 503, mayBeAbsent: true })
    assert.deepEqual(await checkInvariants(await portOf(t), deviating, { cases }), [])
    const failures = await checkInvariants(await portOf(t, failing), deviating, { cases })
    assert.equal(failures.length, 1)
  })

  test('that ends or blocks a server is omitted in a trial', () => {
    const isIn = (does: string) =>
      harmlessInvariantCases(knows({ does })).some((item) => item.id === id)
    assert.deepEqual(['crashes', 'hangs', 'closes'].map(isIn), [false, false, true])
  })
})

test('after a request that a parser is known to reject, the connection may end', () => {
  const rejected = { case: 'white space in chunk extensions', status: 400, reason: 'strict' }
  const closed = { does: 'closes', status: null } as Breach
  const explaining = (...traits: string[]) =>
    isKnown({ knownDeviations: [rejected] }, traits, closed)
  assert.equal(explaining(rejected.case), rejected)
  assert.equal(explaining('chunk extensions'), undefined)
})
