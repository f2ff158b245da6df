import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { type Call, changed, failuresOf, portOf, terms } from '../test/contract-fixtures.ts'
import { correctResponse, readBody, sendJson, serve } from '../test/fixtures.ts'
import { checkContract, checkContractBriefly, observeBehaviours } from './contract.ts'

describe('a server that keeps the contract', () => {
  test('passes the full and the brief contract, and observation', async (t) => {
    const port = await portOf(t)
    assert.deepEqual(await checkContract(port, terms()), [])
    assert.deepEqual(await checkContractBriefly(port, terms()), [])
    const { behaviours, failures } = await observeBehaviours(port, terms())
    assert.deepEqual(failures, [])
    assert.equal(behaviours.length, updateUser.contract(createRandom(1)).observed.length)
  })

  test('may respond with chunks and a charset', async (t) => {
    const port = await portOf(t, ({ status, json, response }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.write(json.slice(0, 5))
      response.end(json.slice(5))
      return true
    })
    assert.deepEqual(await checkContract(port, terms()), [])
  })

  test('may order keys freely', async (t) => {
    const port = await portOf(t, ({ status, json, response }) => {
      const reversed = Object.fromEntries(Object.entries(JSON.parse(json)).reverse())
      sendJson(response, status, JSON.stringify(reversed))
      return true
    })
    assert.deepEqual(await checkContract(port, terms()), [])
  })

  test('may reject with any 4xx', async (t) => {
    const port = await portOf(t, ({ status, json, response }) => {
      if (status === 200) return false
      response.writeHead(422).end(json)
      return true
    })
    assert.deepEqual(await checkContract(port, terms()), [])
  })

  test('gets calls in its own wire format', async (t) => {
    const { port } = await serve(t, async (request, response) => {
      const envelope = /^\{"updateUser":\[(.*)\]\}$/s.exec(await readBody(request))
      const { status, json } = correctResponse(envelope?.[1] ?? '')
      sendJson(response, status, status === 200 ? `{"updateUser":${json}}` : json)
    })
    assert.deepEqual(await checkContract(port, terms({ wire: 'mion' })), [])
    assert.notEqual((await checkContract(port, terms({ wire: 'plain' }))).length, 0)
  })

  test('gets a valid call right after each invalid one', async (t) => {
    const statuses: number[] = []
    const port = await portOf(t, ({ status }) => statuses.push(status) === 0)
    await checkContract(port, terms())
    const { valid, invalid } = updateUser.contract(createRandom(1))
    assert.equal(statuses.length, valid.length + 2 * invalid.length)
    for (const [i, status] of statuses.entries()) {
      if (status !== 200) assert.equal(statuses[i + 1], 200, `after call ${i}`)
    }
  })

  test('gets different values each time', async (t) => {
    const bodies: string[] = []
    const port = await portOf(t, ({ body, status }) => status === 200 && bodies.push(body) === 0)
    const same = terms()
    await checkContract(port, same)
    await checkContractBriefly(port, same)
    await checkContract(port, same)
    assert.equal(new Set(bodies).size, bodies.length)
  })

  test('gets a few cases of each kind in the brief contract', async (t) => {
    const statuses: number[] = []
    const port = await portOf(t, ({ status }) => statuses.push(status) === 0)
    await checkContractBriefly(port, terms())
    assert.equal(statuses.length, 8 + 2 * 6)
    assert.equal(statuses.filter((status) => status !== 200).length, 6)
  })
})

describe('a wrong response to invalid data', () => {
  test('each accepted case is reported', async (t) => {
    const failures = await failuresOf(t, ({ status, response }) => {
      if (status === 200) return false
      sendJson(response, 200, '{"fine":true}')
      return true
    })
    assert.deepEqual(
      failures.map((failure) => failure.case),
      updateUser.contract(createRandom(1)).invalid.map(({ id }) => id),
    )
    for (const { expected, got, rule } of failures) {
      assert.match(expected, /^4xx( and "\w+" named)?$/)
      assert.deepEqual([got, rule], ['200 {"fine":true}', 'invalid data is rejected with 4xx'])
    }
  })

  test('a rejection that names another field, or only echoes the call, is reported', async (t) => {
    for (const json of ['{"error":"Invalid username"}', undefined]) {
      const failures = await failuresOf(t, ({ status, body, response }) => {
        if (status !== 200) sendJson(response, 400, json ?? `{"found":${body}}`)
        return status !== 200
      })
      const { invalid } = updateUser.contract(createRandom(1))
      assert.deepEqual(
        failures.map((failure) => failure.case),
        invalid.filter(({ mentions }) => mentions).map(({ id }) => id),
      )
      for (const { rule } of failures) assert.equal(rule, 'a rejection names the wrong field')
    }
  })

  for (const status of [204, 301, 500, 503]) {
    test(`status ${status} for malformed JSON`, async (t) => {
      const failures = await failuresOf(t, ({ json, response }) => {
        if (!json.includes('malformed')) return false
        response.writeHead(status).end()
        return true
      })
      assert.deepEqual(
        failures.map((failure) => failure.case),
        ['malformed JSON', 'truncated JSON', 'empty body'],
      )
      for (const { expected, got } of failures)
        assert.deepEqual([expected, got.trim()], ['4xx', String(status)])
    })
  }

  test('a connection closed without a response ends the contract at that case', async (t) => {
    const failures = await failuresOf(
      t,
      ({ status, request }) => status !== 200 && Boolean(request.socket.destroy()),
    )
    assert.equal(failures.length, 1)
    assert.equal(failures[0]?.case, 'missing id')
    assert.match(failures[0]?.got ?? '', /^no response/)
  })

  test('a case that breaks only the next call is reported, with both names', async (t) => {
    let broken = false
    const failures = await failuresOf(t, ({ body, status, response }) => {
      const spoils = body === 'null'
      const spoilt = broken && status === 200
      broken = spoils
      if (spoilt) sendJson(response, 200, '{}')
      return spoilt
    })
    assert.equal(failures.length, 1)
    assert.equal(failures[0]?.case, 'a valid call after user is null')
    assert.equal(failures[0]?.rule, 'a valid call works right after an invalid one')
    assert.equal(failures[0]?.got, '200 {} (wrong: id, name, surname, lastUpdate)')
  })
})

describe('a known deviation', () => {
  const knownDeviations = [{ case: 'malformed JSON', status: 500, reason: 'documented' }]
  const malformed = ({ body }: Call) => body.includes('"id";')

  test('passes while the server deviates', async (t) => {
    const port = await portOf(t, (call) => {
      if (malformed(call)) sendJson(call.response, 500, '{}')
      return malformed(call)
    })
    assert.deepEqual(await checkContract(port, terms({ knownDeviations })), [])
    assert.deepEqual(
      (await checkContract(port, terms())).map((failure) => failure.case),
      ['malformed JSON'],
    )
  })

  test('fails once the server is fixed or deviates differently', async (t) => {
    for (const status of [400, 502, 200]) {
      const port = await portOf(t, (call) => {
        if (malformed(call)) sendJson(call.response, status, '{}')
        return malformed(call)
      })
      const failures = await checkContract(port, terms({ knownDeviations }))
      assert.deepEqual(
        failures.map((failure) => failure.case),
        ['malformed JSON'],
      )
      assert.equal(failures[0]?.expected, '500, the known deviation in the manifest')
      assert.equal(failures[0]?.got, `${status} {}`)
    }
  })
})

test('a known acceptance must return a value of the model, and fails once the case is rejected', async (t) => {
  const accepts = [{ case: 'lastUpdate: null', does: 'accepts' as const, reason: 'documented' }]
  const answering = (answer: object | null) =>
    portOf(t, ({ body, response }) => {
      const isHit = answer !== null && body.includes('"lastUpdate":null')
      if (isHit) sendJson(response, 200, JSON.stringify(answer))
      return isHit
    })
  const user = { id: 1, name: 'a', surname: 'b', lastUpdate: '1970-02-01T00:00:00.000Z' }
  const port = await answering(user)
  assert.deepEqual(await checkContract(port, terms({ knownDeviations: accepts })), [])
  assert.deepEqual(
    (await checkContract(port, terms())).map((failure) => failure.case),
    ['lastUpdate: null'],
  )
  for (const answer of [null, { ...user, lastUpdate: null }]) {
    const [failure] = await checkContract(
      await answering(answer),
      terms({ knownDeviations: accepts }),
    )
    assert.equal(failure?.expected, 'accepts, the known deviation in the manifest')
  }
})

test('a closed port is one failure', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  const failures = await checkContract(port, terms())
  assert.equal(failures.length, 1)
  assert.equal(failures[0]?.got, 'no response: connection refused')
})

describe('observed behaviours', () => {
  const outcome = (
    behaviours: { id: string; status: number | null; outcome: string }[],
    id: string,
  ) => behaviours.find((behaviour) => behaviour.id === id)

  test('are recorded without judgement', async (t) => {
    const port = await portOf(t, ({ body, response, request }) => {
      if (body.includes('"extra":"x"')) {
        sendJson(response, 200, '{"extra":"x"}')
        return true
      }
      if (body.includes('"id":"1"')) {
        sendJson(response, 418, '{}')
        return true
      }
      return body.includes('"name":true') && Boolean(request.socket.destroy())
    })
    const { behaviours, failures } = await observeBehaviours(port, terms())
    assert.deepEqual(failures, [])
    const of = (id: string) => {
      const { status, outcome: what } = outcome(behaviours, id) ?? {}
      return [status, what]
    }
    assert.deepEqual(of('unknown key'), [200, 'echoed'])
    assert.deepEqual(of('__proto__ key'), [200, 'stripped'])
    assert.deepEqual(of('id as a string'), [418, '418'])
    assert.deepEqual(of('name: true'), [null, 'no answer'])
    assert.deepEqual(of('1 MB body'), [200, 'accepted'])
    assert.deepEqual(of('invalid data'), [400, '400'])
  })

  test('a call that changes the next response is a failure', async (t) => {
    let polluted = false
    const port = await portOf(t, ({ body, status, json, response }) => {
      if (body.includes('"polluted":true') && body.includes('__proto__')) polluted = true
      else if (polluted && status === 200) {
        sendJson(
          response,
          200,
          changed(json, (user) => (user.polluted = true)),
        )
        return true
      }
      return false
    })
    const { failures } = await observeBehaviours(port, terms())
    assert.deepEqual(
      failures.map((failure) => failure.case),
      ['a valid call after __proto__ key'],
    )
    assert.equal(failures[0]?.rule, "no call changes another call's response")
    assert.match(failures[0]?.got ?? '', /"polluted":true/)
  })

  test('lasting damage to a single case is caught by the final contract', async (t) => {
    let polluted = false
    const port = await portOf(t, ({ body, status, response }) => {
      if (body.includes('__proto__')) polluted = true
      else if (polluted && status === 400) {
        sendJson(response, 200, '{}')
        return true
      }
      return false
    })
    const { failures } = await observeBehaviours(port, terms())
    assert.ok(failures.length > 10)
  })
})
