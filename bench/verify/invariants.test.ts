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
import { type Call, changed, portOf, terms } from '../test/contract-fixtures.ts'
import { correctResponse, correctResponseTo, readBody, sendJson, serve } from '../test/fixtures.ts'
import {
  checkInvariants,
  harmlessInvariantCases,
  type InvariantFailure,
  type InvariantOptions,
} from './invariants.ts'

/** Milliseconds; short, for servers that hang. */
const HANG = 1_000

async function breachesOf(
  t: TestContext,
  answer?: (call: Call) => boolean,
  options: InvariantOptions = {},
): Promise<Map<string, InvariantFailure>> {
  const failures = await checkInvariants(await portOf(t, answer), terms(), options)
  return new Map(failures.map((failure) => [failure.case, failure]))
}

describe('the invariants', () => {
  test('hold for a correct server', async (t) => {
    assert.deepEqual([...(await breachesOf(t)).values()], [])
  })

  for (const scenario of new Set(scenarios.values())) {
    test(`have unique case names in ${scenario.name}, different from the contract's`, () => {
      const ids = [
        ...invariantCases(scenario, createRandom(1)),
        ...scenario.contract(createRandom(1)).invalid,
      ].map(({ id }) => id)
      const twice = ids.filter(
        (id, i) =>
          ids.indexOf(id) !== i &&
          !scenario.contract(createRandom(1)).invalid.some((item) => item.id === id),
      )
      assert.deepEqual(twice, [])
    })
  }
})

describe('a server is caught that', () => {
  test('responds with null for infinity', async (t) => {
    const breaches = await breachesOf(t, ({ body, response }) => {
      if (!/"id":-?1e999/.test(body)) return false
      const { json } = correctResponse(body.replace('1e999', '1'))
      sendJson(
        response,
        200,
        changed(json, (user) => Object.assign(user, { id: null })),
      )
      return true
    })
    assert.deepEqual([...breaches.keys()], ['id is 1e999', 'id is -1e999'])
    const failure = breaches.get('id is 1e999')
    assert.equal(failure?.invariant, 1)
    assert.match(failure?.got ?? '', /^200 {"id":null.*not a value of the model \(id: /)
  })

  test('decodes each part of a body separately', async (t) => {
    const { port } = await serve(t, async (request, response) => {
      const { status, json } = correctResponseTo(request, await readCarelessly(request))
      sendJson(response, status, json)
    })
    const failures = await checkInvariants(port, terms())
    const found = failures.map((failure) => failure.case)
    for (const id of ['split within a character', 'chunks cut within a character'])
      assert.ok(found.includes(id), id)
    assert.ok(failures.every(({ invariant }) => invariant === 3))
  })

  test('leaks a field of the previous request', async (t) => {
    let last = ''
    const breaches = await breachesOf(t, ({ body, status, json, response }) => {
      if (status === 200) last = JSON.parse(json).id
      if (status === 200 || !/"lastUpdate":"2020-01-05T00:00:00\+99:99"/.test(body)) return false
      sendJson(response, 400, JSON.stringify({ error: 'invalid', last }))
      return true
    })
    const [[name, failure] = []] = breaches
    assert.equal(breaches.size, 1)
    assert.equal(name, 'lastUpdate is "2020-01-05T00:00:00+99:99"')
    assert.equal(failure?.invariant, 4)
    assert.match(failure?.got ?? '', /is of another request$/)
  })

  test('closes the connection with requests pending', async (t) => {
    const breaches = await breachesOf(t, ({ status, json, response }) => {
      if (status === 200) return false
      response.setHeader('connection', 'close')
      sendJson(response, status, json)
      return true
    })
    const found = [...breaches.keys()]
    assert.deepEqual(found, [
      'pipelined with an unknown path',
      'pipelined with an invalid value',
      'pipelined with half a JSON',
      'pipelined behind a long body to an unknown path',
      'pipelined behind a target that cannot be read',
      'pipelined behind a broken body, with Expect: 100-continue',
      'pipelined behind a target of 8,000 characters',
    ])
    assert.equal(
      breaches.get('pipelined with half a JSON')?.got,
      'no response: the connection was closed',
    )
  })

  test('swaps the responses to two requests in flight', async (t) => {
    let waiting: Call | undefined
    const cases = invariantCases(terms().scenario, createRandom(1)).filter(
      ({ id }) => id === 'pipelined',
    )
    const swap = (call: Call) => {
      const before = waiting
      waiting = before ? undefined : call
      if (!before) return true
      sendJson(before.response, call.status, call.json)
      sendJson(call.response, before.status, before.json)
      return true
    }
    const breaches = await breachesOf(t, swap, { cases, timeout: HANG })
    assert.match(breaches.get('pipelined')?.got ?? '', /^200 \{"id":/)
  })

  test('responds with 500, or not at all', async (t) => {
    const ids = ['lastUpdate is 8640000000000000', 'name is {"length":3}', 'JSON nested 3,000 deep']
    const cases = invariantCases(terms().scenario, createRandom(1)).filter(({ id }) =>
      ids.includes(id),
    )
    const answer = ({ body, status, response, request }: Call) => {
      if (/"lastUpdate":8640000000000000/.test(body)) sendJson(response, 500, '{}')
      else if (body.startsWith('[[[') && body.length < 10_000) request.socket.destroy()
      else return status === 400 && body.includes('"name":{"length":3}')
      return true
    }
    const breaches = await breachesOf(t, answer, { cases, timeout: HANG })
    const got = Object.fromEntries(
      [...breaches].map(([id, { invariant, got }]) => [id, `${invariant}: ${got}`]),
    )
    assert.deepEqual(got, {
      'lastUpdate is 8640000000000000': '2: 500 {}',
      'name is {"length":3}': '2: no response within 1 s',
      'JSON nested 3,000 deep': '2: no response: the connection was closed',
    })
  })

  test('encodes Latin-1 strings in Latin-1', async (t) => {
    const breaches = await breachesOf(t, ({ json, response }) => {
      if (/[^\0-\xff]/.test(json) || !/[^\0-\x7f]/.test(json)) return false
      response.setHeader('content-type', 'application/json').end(Buffer.from(json, 'latin1'))
      return true
    })
    assert.deepEqual([...breaches.keys()], ['a text of Latin-1'])
  })

  test('hangs on an empty body whose head comes in pieces', async (t) => {
    const { port } = await serve(t, async (request, response) => {
      const body = await readCarelessly(request)
      const { status, json } = correctResponseTo(request, body)
      if (body !== '' || request.method !== 'POST') sendJson(response, status, json)
    })
    const cases = invariantCases(terms().scenario, createRandom(1)).filter(({ id }) =>
      id.startsWith('an empty body'),
    )
    const failures = await checkInvariants(port, terms(), { cases, timeout: HANG })
    assert.deepEqual(
      failures.map(({ got }) => got),
      ['no response within 1 s'],
    )
  })

  describe('in a list of users,', () => {
    const list = { ...terms(), scenario: userList }
    const breachesWith = async (
      t: TestContext,
      id: string,
      answer: (issues: object[], value: object) => object | null,
    ) => {
      const cases = invariantCases(userList, createRandom(1)).filter((item) => item.id === id)
      const { port } = await serve(t, async (request, response) => {
        const value = JSON.parse(await readBody(request))
        const users = parseUserList(value)
        const issues =
          users instanceof Invalid
            ? answer(
                users.fields.map((field) => ({ field })),
                value,
              )
            : null
        if (users instanceof Invalid && issues) sendJson(response, 400, JSON.stringify(issues))
        if (!(users instanceof Invalid))
          sendJson(response, 200, JSON.stringify(expectedUserList(value)))
      })
      return (await checkInvariants(port, list, { cases })).map(({ got }) => got)
    }

    test('repeats the input beside errors', async (t) => {
      const id = 'a list of 1,000 invalid items'
      assert.deepEqual(await breachesWith(t, id, (issues) => issues), [])
      // Beside one error of each item; beside each, the response takes long on a busy machine.
      const repeating = (issue: object, i: number, input: object) =>
        i % 4 === 0 ? { ...issue, input } : issue
      const [got] = await breachesWith(t, id, (issues, input) =>
        issues.map((issue, i) => repeating(issue, i, input)),
      )
      assert.match(got ?? '', /: \d{4} times as long as the request$/)
    })
  })

  test('accepts inherited fields', async (t) => {
    const breaches = await breachesOf(t, ({ body, response }) => {
      const own = /^{"__proto__":(.*)}$/.exec(body)?.[1]
      if (own) sendJson(response, 200, correctResponse(own).json)
      return own !== undefined
    })
    assert.deepEqual([...breaches.keys()], ['all fields come from the prototype'])
  })
})

/** Reads a body wrongly: decodes each chunk separately. */
async function readCarelessly(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk.toString()
  return text
}

describe('a known deviation', () => {
  const id = 'id is 1e999'
  const failing = (t: TestContext) =>
    portOf(t, (call) => {
      const isCase = call.body.includes('"id":1e999')
      if (isCase) sendJson(call.response, 500, '{}')
      return isCase
    })

  test('passes while the server deviates, and fails if it deviates differently', async (t) => {
    const port = await failing(t)
    const reason = 'documented'
    assert.deepEqual(
      await checkInvariants(port, terms({ knownDeviations: [{ case: id, status: 500, reason }] })),
      [],
    )
    for (const known of [{ status: 503 }, { does: 'closes' as const }]) {
      const [failure] = await checkInvariants(
        port,
        terms({ knownDeviations: [{ case: id, reason, ...known }] }),
      )
      assert.equal(failure?.case, id)
      assert.equal(
        failure?.expected,
        `${known.status ?? known.does}, the known deviation in the manifest`,
      )
      assert.equal(failure?.got, '500 {}')
    }
  })

  test('fails once the server is fixed', async (t) => {
    const port = await portOf(t)
    const [failure] = await checkInvariants(
      port,
      terms({ knownDeviations: [{ case: id, status: 500, reason: 'x' }] }),
    )
    assert.equal(failure?.got, 'no breach: remove the deviation from the manifest')
  })

  test('that accepts invalid data must return a value of the model', async (t) => {
    const length = 'name is {"length":3}'
    const accepting = terms({ knownDeviations: [{ case: length, does: 'accepts', reason: 'x' }] })
    const answering = (json: string) =>
      portOf(t, (call) => {
        const isCase = call.body.includes('"name":{"length":3}')
        if (isCase) sendJson(call.response, 200, json)
        return isCase
      })
    const user = '{"id":1,"name":"a","surname":"b","lastUpdate":"2020-01-05T00:00:00.000Z"}'
    assert.deepEqual(await checkInvariants(await answering(user), accepting), [])
    const [failure] = await checkInvariants(await answering('{"id":null}'), accepting)
    assert.equal(failure?.case, length)
  })

  test('may be absent on another runtime, but must be the same if present', async (t) => {
    const deviating = terms({
      knownDeviations: [{ case: id, status: 503, reason: 'x' }],
      deviationsMayBeAbsent: true,
    })
    assert.deepEqual(await checkInvariants(await portOf(t), deviating), [])
    assert.equal((await checkInvariants(await failing(t), deviating)).length, 1)
  })

  test('that ends or blocks a server is omitted in a trial', () => {
    const deviation = (does: 'crashes' | 'hangs' | 'closes') => ({ case: id, does, reason: 'x' })
    const ids = (does: 'crashes' | 'hangs' | 'closes') =>
      harmlessInvariantCases(terms({ knownDeviations: [deviation(does)] })).map((item) => item.id)
    assert.equal(ids('crashes').includes(id), false)
    assert.equal(ids('hangs').includes(id), false)
    assert.equal(ids('closes').includes(id), true)
  })
})
