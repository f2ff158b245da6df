import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { pairCases } from '../../shared/contract/pairs.ts'
import type { UserJson } from '../../shared/models/user.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { leavesOpen } from '../load/requests.ts'
import { wrongResponses } from '../test/faulty/responses.ts'
import {
  broken,
  type Call,
  edited,
  type Handler,
  honest,
  ok,
  parse,
  type Reply,
  readBody,
  rewritten,
  sendResponse,
  withConnection,
} from '../test/faulty/user-server.ts'
import { closedPort, portOf, serve, terms } from '../test/fixtures.ts'
import { checkContract, checkContractBriefly, observeBehaviours } from './contract.ts'
import { type ContractFailure, type ContractTerms, describeFailure } from './exchange.ts'

const cases = updateUser.contract(createRandom(1))
const validCases = [...cases.valid, ...pairCases(updateUser, createRandom(1))]
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)
const casesOf = (failures: readonly ContractFailure[]) => failures.map((failure) => failure.case)

/** Returns the contract's failures for a server; asserts that each is complete. */
async function failuresOf(
  t: TestContext,
  respond?: Handler,
  change?: Partial<ContractTerms>,
): Promise<ContractFailure[]> {
  const failures = await checkContract(await portOf(t, respond), terms(change))
  for (const failure of failures) {
    assert.ok(failure.case && failure.rule && failure.expected && failure.got)
    assert.deepEqual([failure.request.method, failure.request.path], ['POST', '/updateUser'])
    const line = describeFailure(failure)
    assert.equal(line, `${failure.case}: expected ${failure.expected}, got ${failure.got}`)
    assert.ok(!line.includes('\n') && line.length < 600, line)
  }
  return failures
}

test('a correct server passes the full and the brief contract, and observation', async (t) => {
  const port = await portOf(t)
  assert.deepEqual(await checkContract(port, terms()), [])
  assert.deepEqual(await checkContractBriefly(port, terms()), [])
  const { behaviours, failures } = await observeBehaviours(port, terms())
  assert.deepEqual(failures, [])
  assert.equal(behaviours.length, cases.observed.length)
})

const lawful: Record<string, Handler> = {
  'chunks and a charset'({ correct, response }) {
    response.writeHead(correct.status, { 'content-type': 'application/json; charset=utf-8' })
    response.write(correct.body.slice(0, 5))
    response.end(correct.body.slice(5))
    return undefined
  },
  'keys in another order': ({ correct: { status, body } }) => ({
    status,
    body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())),
  }),
  'another 4xx without a type': ({ correct }) =>
    correct.status === 200 ? correct : { ...correct, status: 422, headers: {} },
}
for (const [what, respond] of Object.entries(lawful))
  test(`a response may have ${what}`, async (t) =>
    assert.deepEqual(await failuresOf(t, respond), []))

test('a server gets calls in its own wire format', async (t) => {
  const port = await serve(t, async (request, response) => {
    const envelope = /^\{"updateUser":\[(.*)\]\}$/s.exec(await readBody(request))
    const correct = honest({ body: envelope?.[1] ?? '' })
    const body = correct.status === 200 ? `{"updateUser":${correct.body}}` : correct.body
    sendResponse(response, { ...correct, body })
  })
  assert.deepEqual(await checkContract(port, terms({ wire: 'mion' })), [])
  assert.notEqual((await checkContract(port, terms({ wire: 'plain' }))).length, 0)
})

test('a server gets a valid call right after each invalid one, with different values each time', async (t) => {
  let calls: Call[] = []
  const port = await portOf(t, (call) => {
    calls.push(call)
    return call.correct
  })
  const same = terms()
  await checkContract(port, same)
  const statuses = calls.map(({ correct }) => correct.status)
  assert.equal(statuses.length, validCases.length + 2 * cases.invalid.length)
  for (const [i, status] of statuses.entries())
    if (status !== 200) assert.equal(statuses[i + 1], 200, `after call ${i}`)
  await checkContract(port, same)
  const bodies = calls.flatMap(({ correct, body }) => (correct.status === 200 ? [body] : []))
  assert.equal(new Set(bodies).size, bodies.length)
  calls = []
  await checkContractBriefly(port, same)
  assert.equal(calls.length, 8 + 2 * 6)
  assert.equal(calls.filter(({ correct }) => correct.status !== 200).length, 6)
})

const exact = 'the response to valid data is exactly the expected value'
for (const [what, { respond, got, rule = exact }] of Object.entries(wrongResponses)) {
  test(`${what} in responses to valid data is reported in all cases`, async (t) => {
    const failures = await failuresOf(t, respond)
    const [first] = failures
    assert.deepEqual([first?.case, first?.rule], ['ordinary user', rule])
    assert.equal(new Set(failures.map(({ cause }) => cause)).size, 1)
    assert.match(
      first?.expected ?? '',
      /^200 \{"id":-?\d+,"name":"\w+","surname":"\w+","lastUpdate":".*Z"\}$/,
    )
    assert.ok(first?.got.includes(got), String(first?.got))
    assert.equal(failures.length, validCases.length + cases.invalid.length)
  })
}

/** Wrong responses to some kinds of calls, and all cases that fail. */
const partly: Record<string, { respond: Handler; fails: string[]; got?: RegExp; rule?: string }> = {
  'one kind of value': {
    respond: ({ body, correct }) =>
      correct.status === 200 && body.includes('-02-29T')
        ? edited(correct, (user) => (user.lastUpdate = user.lastUpdate.replace('-29T', '-28T')))
        : correct,
    fails: ['date: leap day'],
  },
  'accepted invalid data': {
    respond: ({ correct }) => (correct.status === 200 ? correct : ok({ fine: true })),
    fails: idsOf(cases.invalid),
    got: /^200 \{"fine":true\}$/,
    rule: 'invalid data is rejected with 4xx',
  },
  'rejections that name another field': {
    respond: ({ correct }) =>
      correct.status === 200 ? correct : { status: 400, body: '{"error":"Invalid username"}' },
    fails: idsOf(cases.invalid.filter(({ mentions }) => mentions)),
    rule: 'a rejection names the wrong field',
  },
  'rejections that only echo the call': {
    respond: ({ correct, body }) =>
      correct.status === 200 ? correct : { status: 400, body: `{"found":${body}}` },
    fails: idsOf(cases.invalid.filter(({ mentions }) => mentions)),
    rule: 'a rejection names the wrong field',
  },
  'rejections that say that they close': {
    respond: (call) =>
      call.correct.status === 200
        ? call.correct
        : rewritten(call, withConnection('Connection: close')),
    fails: idsOf(cases.invalid.filter(leavesOpen)),
    got: /^400 with Connection: close, after which clients reconnect$/,
    rule: 'clients send the next request on the same connection',
  },
  'the call after one of null': {
    respond({ body, correct }) {
      const isSpoilt = isBroken && correct.status === 200
      isBroken = body === 'null'
      return isSpoilt ? ok({}) : correct
    },
    fails: ['a valid call after user is null'],
    got: /^200 \{\} \(wrong: id, name, surname, lastUpdate\)$/,
    rule: 'a valid call works right after an invalid one',
  },
  'a closed connection, which ends the contract': {
    respond: ({ correct, request }) =>
      correct.status === 200 ? correct : void request.socket.destroy(),
    fails: ['missing id'],
    got: /^no response/,
  },
  'a body shorter than its length, which ends the contract': {
    respond({ correct: { status, body } }) {
      const length = { 'content-length': Buffer.byteLength(body) + 1, connection: 'close' }
      return { status, body, headers: { 'content-type': 'application/json', ...length } }
    },
    fails: ['ordinary user'],
    got: /^no response: the connection was closed$/,
  },
}
let isBroken = false
for (const status of [204, 301, 500, 503]) {
  partly[`status ${status} for malformed JSON`] = {
    respond: ({ body, correct }) =>
      parse(body) === undefined ? { status, body: '', headers: {} } : correct,
    fails: ['malformed JSON', 'truncated JSON', 'empty body'],
    got: new RegExp(`^${status} $`),
  }
}
for (const [what, { respond, fails, got, rule }] of Object.entries(partly)) {
  test(`${what}: exactly these cases are reported`, async (t) => {
    const failures = await failuresOf(t, respond)
    assert.deepEqual(casesOf(failures), fails)
    for (const failure of failures) {
      assert.match(failure.got, got ?? /./)
      assert.equal(failure.rule, rule ?? failure.rule)
    }
  })
}

const FIELDS = ['id', 'name', 'surname', 'lastUpdate'] as const

for (const field of FIELDS) {
  test(`a cache by all fields but ${field} is reported, as is one by ${field}`, async (t) => {
    const keyWithout = (user: UserJson) => JSON.stringify({ ...user, [field]: undefined })
    for (const keyOf of [keyWithout, (user: UserJson) => user[field]]) {
      const cached = new Map<unknown, Reply>()
      const failures = await failuresOf(t, ({ body, correct }) => {
        if (correct.status !== 200) return correct
        const key = keyOf(JSON.parse(body))
        const reply = cached.get(key) ?? correct
        cached.set(key, reply)
        return reply
      })
      const other = FIELDS.find((each) => (each === field) === (keyOf === keyWithout))
      assert.ok(casesOf(failures).includes(`only ${other} differs from an earlier call`))
    }
  })
}

test('Unicode in a wrong encoding is reported', async (t) => {
  const failures = await failuresOf(t, ({ correct, response }) => {
    if (correct.status !== 200) return correct
    const bytes = Buffer.from(correct.body, 'latin1')
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length }
    response.writeHead(200, headers).end(bytes)
    return undefined
  })
  const found = casesOf(failures)
  assert.ok(found.includes('name: unicode') && found.includes('surname: unicode'), found.join())
  assert.ok(!found.includes('ordinary user'))
})

describe('a known deviation', () => {
  const knownDeviations = [{ case: 'malformed JSON', status: 500, reason: 'documented' }]
  const toMalformed =
    (respond: Reply): Handler =>
    ({ body, correct }) =>
      body.includes('"id";') ? respond : correct

  test('passes while the server deviates', async (t) => {
    const deviating = toMalformed(broken)
    assert.deepEqual(await failuresOf(t, deviating, { knownDeviations }), [])
    assert.deepEqual(casesOf(await failuresOf(t, deviating)), ['malformed JSON'])
  })

  for (const status of [400, 502, 200]) {
    test(`of status 500 fails once it is ${status}`, async (t) => {
      const changed = toMalformed({ status, body: '{}' })
      const [failure, ...others] = await failuresOf(t, changed, { knownDeviations })
      assert.deepEqual([failure?.case, others], ['malformed JSON', []])
      assert.equal(failure?.expected, '500, the known deviation in the manifest')
      assert.equal(failure?.got, `${status} {}`)
    })
  }

  test('that accepts must return a value of the model, and fails once the case is rejected', async (t) => {
    const accepts = [{ case: 'lastUpdate: null', does: 'accepts' as const, reason: 'documented' }]
    const accepting =
      (respond: object): Handler =>
      ({ body, correct }) =>
        body.includes('"lastUpdate":null') ? ok(respond) : correct
    const user = { id: 1, name: 'a', surname: 'b', lastUpdate: '1970-02-01T00:00:00.000Z' }
    const known = { knownDeviations: accepts }
    assert.deepEqual(await failuresOf(t, accepting(user), known), [])
    assert.deepEqual(casesOf(await failuresOf(t, accepting(user))), ['lastUpdate: null'])
    for (const respond of [honest, accepting({ ...user, lastUpdate: null })]) {
      const [failure] = await failuresOf(t, respond, known)
      assert.equal(failure?.expected, 'accepts, the known deviation in the manifest')
    }
  })
})

test('a closed port is one failure', async (t) => {
  const failures = await checkContract(await closedPort(t), terms())
  assert.deepEqual(
    failures.map(({ got }) => got),
    ['no response: connection refused'],
  )
})

describe('observed behaviours', () => {
  test('are recorded without judgement', async (t) => {
    const port = await portOf(t, ({ body, correct, request }) => {
      if (body.includes('"extra":"x"')) return ok({ extra: 'x' })
      if (body.includes('"id":"1"')) return { status: 418, body: '{}' }
      return body.includes('"name":true') ? void request.socket.destroy() : correct
    })
    const { behaviours, failures } = await observeBehaviours(port, terms())
    assert.deepEqual(failures, [])
    const expected = {
      'unknown key': [200, 'echoed'],
      '__proto__ key': [200, 'stripped'],
      'id as a string': [418, '418'],
      'name: true': [null, 'no answer'],
      '1 MB body': [200, 'accepted'],
      'invalid data': [400, '400'],
    }
    for (const [id, [status, outcome]] of Object.entries(expected)) {
      const found = behaviours.find((behaviour) => behaviour.id === id)
      assert.deepEqual([found?.status, found?.outcome], [status, outcome], id)
    }
  })

  test('with a 5xx are failures, unless the manifest declares them', async (t) => {
    const port = await portOf(t, ({ body, correct }) =>
      body.includes('"id":"1"') ? broken : correct,
    )
    const { behaviours, failures } = await observeBehaviours(port, terms())
    assert.equal(behaviours.find(({ id }) => id === 'id as a string')?.status, 500)
    assert.deepEqual(
      failures.map(({ case: id, rule }) => [id, rule]),
      [['id as a string', 'no request causes a 5xx']],
    )
    const knownDeviations = [{ case: 'id as a string', status: 500, reason: 'documented' }]
    assert.deepEqual((await observeBehaviours(port, terms({ knownDeviations }))).failures, [])
  })

  test('a call that changes the next response is a failure', async (t) => {
    let isPolluted = false
    const port = await portOf(t, ({ body, correct }) => {
      const pollutes = body.includes('"polluted":true') && body.includes('__proto__')
      isPolluted ||= pollutes
      return isPolluted && !pollutes && correct.status === 200
        ? edited(correct, (user) => (user.polluted = true))
        : correct
    })
    const { failures } = await observeBehaviours(port, terms())
    assert.deepEqual(casesOf(failures), ['a valid call after __proto__ key'])
    assert.equal(failures[0]?.rule, "no call changes another call's response")
    assert.match(failures[0]?.got ?? '', /"polluted":true/)
  })

  test('lasting damage to a single case is caught by the final contract', async (t) => {
    let isPolluted = false
    const port = await portOf(t, ({ body, correct }) => {
      isPolluted ||= body.includes('__proto__')
      return isPolluted && correct.status === 400 ? ok({}) : correct
    })
    const { failures } = await observeBehaviours(port, terms())
    assert.ok(failures.length > 10)
  })
})
