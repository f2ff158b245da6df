import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { firstSerial } from '../../shared/contract/scenario.ts'
import type { UserJson } from '../../shared/models/user.ts'
import { expectedProfile } from '../../shared/scenarios/json.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { expectedUser, updateUser } from '../../shared/scenarios/update-user.ts'
import { wires } from '../../shared/wires/wires.ts'
import { honest, parse } from '../test/faulty/user-server.ts'
import { RING } from './builtin/session.ts'
import { Judgement, RequestRing } from './request-ring.ts'
import {
  fittingRequests,
  INVALID_ONE_IN,
  LONGEST_LOAD,
  prepareRequests,
  prepareRings,
} from './requests.ts'

const plan = { scenario: 'update-user', wire: 'plain', connections: 20, seed: 5 } as const

test('prepared requests use the plan’s wire, and share no value with the contract’s calls of the same trial', () => {
  const bodies = prepareRequests(plan, 2_000).map(({ body }) => body)
  assert.equal(new Set(bodies).size, 2_000)
  const [mion] = prepareRequests({ ...plan, wire: 'mion' }, 1)
  assert.equal(mion?.body, `{"updateUser":[${bodies[0]}]}`)
  const random = createRandom(plan.seed)
  const contract = [1, 2, 3].flatMap(() => updateUser.contract(random).valid)
  const between = Array.from({ length: 50 }, () =>
    updateUser.validCase(random, firstSerial(random)),
  )
  for (const { json } of [...contract, ...between]) assert.ok(!bodies.includes(json))
})

function sent(ring: RequestRing, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    if (from + i >= ring.size) ring.renew(from + i)
    return ring.request(from + i).toString()
  })
}

const isInvalid = (ring: RequestRing, place: number) =>
  ring.expected(place, '').startsWith('a rejection')

/** Whether the i-th request of all rings is valid. */
const isValid = (rings: RequestRing[], i: number) => {
  const { size } = rings[0] as RequestRing
  return !isInvalid(rings[Math.floor(i / size)] as RequestRing, i % size)
}

const invalidPlaces = (ring: RequestRing) =>
  Array.from({ length: ring.size }, (_, i) => i).filter((i) => isInvalid(ring, i))

const bodyIn = (text: string) => text.split('\r\n\r\n')[1] ?? ''

function judge(ring: RequestRing, sequence: number, status: number, body: string): Judgement {
  // Surrounded by other bytes, as in a connection's buffer.
  const bytes = Buffer.from(`xx${body}xx`)
  return ring.judge(sequence, status, bytes, 2, bytes.length - 2)
}

describe('a load’s requests', () => {
  const SIZE = 50
  const prepare = (change: object = {}) => prepareRings({ ...plan, ...change }, SIZE)
  const all = (rings: RequestRing[], round = 0) =>
    rings.flatMap((ring) => sent(ring, round * SIZE, SIZE))

  test('are equally many per connection, all different, and depend only on the seed', () => {
    const rings = prepare()
    for (const { size } of rings) assert.equal(size, SIZE)
    assert.equal(rings.length, plan.connections)
    const texts = all(rings)
    const valid = texts.filter((_, i) => isValid(rings, i))
    assert.equal(new Set(valid).size, valid.length)
    assert.deepEqual(all(prepare()), texts)
    assert.equal(new Set([...texts, ...all(prepare({ seed: 6 }))]).size, 2 * texts.length)
  })

  test('are HTTP/1.1 with a length in bytes, and the load’s port only in their host header', () => {
    const ring = prepare()[0] as RequestRing
    ring.setPort(8080)
    const [head = '', body = ''] = ring.request(3).toString().split('\r\n\r\n')
    const [first, ...headers] = head.split('\r\n')
    assert.equal(first, 'POST /updateUser HTTP/1.1')
    assert.deepEqual(headers.sort(), [
      'connection: keep-alive',
      `content-length: ${Buffer.byteLength(body)}`,
      'content-type: application/json',
      'host: 127.0.0.1:08080',
    ])
    const item = { id: 'load', json: '', expected: {} }
    const request = { method: 'GET', path: '/users/1000000000000000', headers: {}, body: '' }
    const other = new RequestRing('plain', updateUser.route, [{ item, serial: 1e15, request }], 1)
    other.setPort(54321)
    const text = other.request(0).toString()
    assert.match(text, /^GET \/users\/1000000000000000 HTTP\/1\.1\r\nhost: 127\.0\.0\.1:54321\r\n/)
  })

  test('have pairs that differ in one field only, for every field', () => {
    const differing = new Set<string>()
    for (const ring of prepareRings({ ...plan, connections: 4 }, 200)) {
      const users = sent(ring, 0, 200).map((text) => parse(bodyIn(text)) as object)
      for (const [i, user] of users.entries()) {
        const before = Object.entries(users[i - 1] ?? {})
        const [field, ...others] = before.filter(
          ([key, value]) => (user as Record<string, unknown>)[key] !== value,
        )
        if (field && others.length === 0 && before.length === 4) differing.add(field[0])
      }
    }
    assert.deepEqual([...differing].sort(), ['id', 'lastUpdate', 'name', 'surname'])
  })

  test('are new in each round, all different, with unchanged lengths', () => {
    const rings = prepare({ except: [] }).slice(0, 3)
    const seen = new Set<string>()
    const lengths = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const bodies = all(rings, round).map(bodyIn)
      const valid = bodies.filter((_, i) => isValid(rings, i))
      lengths.add(String(valid.map(({ length }) => length)))
      for (const body of valid) {
        assert.doesNotThrow(() => JSON.parse(body))
        assert.ok(!seen.has(body), `${body} in round ${round}`)
        seen.add(body)
      }
    }
    assert.equal(lengths.size, 1)
  })

  test('are new in each round on a binary wire, with their expected responses', () => {
    const [ring] = prepare({ wire: 'connect', validOnly: true })
    assert.ok(ring)
    const { route } = updateUser
    const seen = new Set<unknown>()
    for (let sequence = 0; sequence < 20 * SIZE; sequence++) {
      if (sequence >= SIZE) ring.renew(sequence)
      const bytes = ring.request(sequence)
      const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
      // The response is of the same type as the argument.
      const user = wires.connect.decode(route, body) as UserJson
      seen.add(user.id)
      const correct = Buffer.from(
        wires.connect.response(JSON.stringify(expectedUser(user)), route) as Uint8Array,
      )
      assert.equal(ring.judge(sequence, 200, correct, 0, correct.length), Judgement.CORRECT)
      const other = Buffer.from(wires.connect.response(JSON.stringify(user), route) as Uint8Array)
      assert.equal(ring.judge(sequence, 200, other, 0, other.length), Judgement.WRONG)
    }
    assert.equal(seen.size, 20 * SIZE)
  })

  for (const wire of ['plain', 'mion', 'orpc', 'mcp'] as const) {
    test(`know the expected response in every round on the ${wire} wire`, () => {
      const ring = prepare({ wire })[0] as RequestRing
      const { decode, response } = wires[wire]
      // Path of the argument in the request body.
      const path = {
        plain: [],
        mion: ['updateUser', 0],
        orpc: ['json'],
        mcp: ['params', 'arguments'],
      }[wire]
      for (let sequence = 0; sequence < 3 * SIZE; sequence++) {
        const [text = ''] = sent(ring, sequence, 1)
        if (isInvalid(ring, sequence)) continue
        const call = JSON.parse(bodyIn(text))
        const argument = JSON.stringify(path.reduce((at, key) => at[key], call))
        const correct = String(response(honest({ body: argument }).body, updateUser.route))
        assert.equal(ring.expected(sequence, correct), correct)
        const { id, ...rest } = decode(updateUser.route, Buffer.from(correct)) as { id: number }
        const wrap = (value: unknown) => String(response(JSON.stringify(value), updateUser.route))
        const judged = (status: number, ...texts: string[]) =>
          new Set(texts.map((text) => judge(ring, sequence, status, text)))
        const reordered = wrap({ ...rest, id })
        assert.deepEqual(judged(200, correct, reordered), new Set([Judgement.CORRECT]))
        const changed = [
          { ...rest, id: id - 1 },
          { ...rest, id, more: 1 },
        ].map(wrap)
        const wrong = judged(200, ...changed, '', 'fine', 'null', '{}')
        assert.deepEqual(wrong, new Set([Judgement.WRONG]))
        assert.deepEqual(judged(201, correct), new Set([Judgement.WRONG]))
        for (const status of [302, 400, 500])
          assert.deepEqual(judged(status, correct), new Set([Judgement.WRONG_STATUS]))
      }
    })
  }

  test('include one invalid request per connection, at different places, which must be rejected by its name', () => {
    const rings = prepareRings(plan, INVALID_ONE_IN)
    const places = rings.map(invalidPlaces)
    assert.deepEqual(
      places.map(({ length }) => length),
      Array(plan.connections).fill(1),
    )
    assert.ok(new Set(places.flat()).size > plan.connections / 3)
    for (const [i, ring] of rings.entries()) {
      const place = places[i]?.[0] as number
      const { status, body } = honest({ body: bodyIn(ring.request(place).toString()) })
      assert.equal(judge(ring, place, status, body), Judgement.CORRECT)
      assert.equal(judge(ring, place, 200, '{}'), Judgement.WRONG)
      assert.equal(judge(ring, place, 500, '{}'), Judgement.WRONG_STATUS)
      const text = ring.expected(place, '')
      assert.match(text, /^a rejection/)
      if (text !== 'a rejection')
        assert.equal(judge(ring, place, 400, '{"error":"no"}'), Judgement.WRONG, text)
    }
  })

  test('include invalid ones whose rejection has status 200, where the wire’s have', () => {
    const [ring] = prepareRings({ ...plan, wire: 'mcp' }, INVALID_ONE_IN)
    assert.ok(ring)
    const [place = 0] = invalidPlaces(ring)
    const [, field = 'none'] = /names "(.*)"/.exec(ring.expected(place, '')) ?? []
    const judged = (message: object) => judge(ring, place, 200, `data: ${JSON.stringify(message)}`)
    const error = (code: number) => ({ error: { code, message: field } })
    assert.equal(judged({ result: { content: field, isError: true } }), Judgement.CORRECT)
    assert.equal(judged(error(-32_602)), Judgement.CORRECT)
    assert.equal(judged(error(-32_603)), Judgement.WRONG_STATUS)
    assert.equal(judged({ result: { content: field } }), Judgement.WRONG)
  })

  test('include the same share of invalid ones in short rings, which do not change between rounds', () => {
    const rings = prepareRings(plan, INVALID_ONE_IN / 10)
    assert.equal(rings.flatMap(invalidPlaces).length, 2)
    for (const ring of rings) {
      for (const place of invalidPlaces(ring)) {
        const before = ring.request(place).toString()
        ring.renew(place + ring.size)
        assert.equal(ring.request(place).toString(), before)
      }
    }
    const one = prepareRings({ ...plan, connections: 1 }, 20)
    assert.equal(one.flatMap(invalidPlaces).length, 1, 'at least one')
  })

  test('are fewer if they are long', () => {
    const bytes = prepareRequests({ ...plan, scenario: 'user-list' }, 50).map(
      ({ body }) => body.length,
    )
    const fitting = fittingRequests({ ...plan, scenario: 'user-list' })
    assert.ok(
      fitting * Math.max(...bytes) > LONGEST_LOAD * 2 ** 20 &&
        fitting * Math.min(...bytes) < LONGEST_LOAD * 2 ** 20,
    )
    assert.ok(fittingRequests({ ...plan, scenario: 'hello' }) === Number.POSITIVE_INFINITY)
  })

  test('with a server-side count need an increasing count, per connection and load', () => {
    const [ring] = prepare({ scenario: 'json', except: ['another path'] })
    assert.ok(ring)
    const body = (count: number) => JSON.stringify(expectedProfile(count))
    assert.equal(judge(ring, 0, 200, body(7)), Judgement.CORRECT)
    assert.equal(judge(ring, 1, 200, body(7)), Judgement.WRONG, 'the same once more')
    assert.equal(ring.expected(1, body(7)), 'a response with a new count above 7')
    assert.equal(judge(ring, 2, 200, body(6)), Judgement.WRONG)
    assert.equal(judge(ring, 3, 200, body(9)), Judgement.CORRECT)
    assert.equal(judge(ring, 4, 200, body(10).replace('User 10', 'User 11')), Judgement.WRONG)
    assert.equal(judge(ring, 5, 200, JSON.stringify(expectedProfile(Number.NaN))), Judgement.WRONG)
    ring.beginLoad()
    assert.equal(judge(ring, 6, 200, body(1)), Judgement.CORRECT, 'of another server')
  })

  test('with a server-side count may have it in any order while they are in flight together', () => {
    const [ring] = prepare({ scenario: 'json', except: ['another path'], pipelining: 3 })
    assert.ok(ring)
    const counts: [count: number, judgement: Judgement][] = [
      [9, Judgement.CORRECT],
      [7, Judgement.CORRECT],
      [7, Judgement.WRONG],
      [8, Judgement.CORRECT],
      // Sent after the response with 9.
      [6, Judgement.WRONG],
      [10, Judgement.CORRECT],
    ]
    for (const [sequence, [count, judgement]] of counts.entries())
      assert.equal(judge(ring, sequence, 200, JSON.stringify(expectedProfile(count))), judgement)
  })

  test('show the order of their responses: no two invalid ones are in flight together', () => {
    for (const size of [10, 100, RING]) {
      for (const ring of prepareRings({ ...plan, pipelining: 10 }, size)) {
        assert.ok(invalidPlaces(ring).length <= 1)
        assert.ok(!invalidPlaces(ring).some((place) => ring.hasOwnResponse(place)))
        assert.ok(ring.hasOwnResponse(0) || isInvalid(ring, 0))
      }
    }
  })

  test('of reject must be rejected by the name of the field, except for a few valid ones', () => {
    const rings = prepareRings({ ...plan, scenario: 'reject' }, 500)
    const number = { valid: 0, invalid: 0 }
    for (const ring of rings) {
      for (let sequence = 0; sequence < 500; sequence++) {
        const { status, body } = honest({ body: bodyIn(ring.request(sequence).toString()) })
        assert.equal(judge(ring, sequence, status, body), Judgement.CORRECT)
        assert.equal(
          judge(ring, sequence, 400, ''),
          isInvalid(ring, sequence) ? Judgement.WRONG : Judgement.WRONG_STATUS,
        )
        number[isInvalid(ring, sequence) ? 'invalid' : 'valid']++
      }
    }
    assert.ok(number.valid > 0 && number.valid < number.invalid / 100, JSON.stringify(number))
  })

  test('are all valid with validOnly, and where servers deviate in all invalid cases', () => {
    const except = updateUser.contract(createRandom(1)).invalid.map(({ id }) => id)
    for (const change of [{ validOnly: true }, { except }])
      assert.deepEqual(prepare(change).flatMap(invalidPlaces), [])
  })

  for (const scenario of scenarios.keys()) {
    test(`of ${scenario} are prepared, and reject a nonsense response`, () => {
      const rings = prepareRings({ ...plan, scenario, connections: 2 }, SIZE)
      for (let sequence = 0; sequence < 2 * SIZE; sequence++) {
        const [ring] = rings as [RequestRing]
        assert.match(sent(ring, sequence, 1)[0] ?? '', /^(GET|POST) \S+ HTTP\/1\.1\r\nhost: /)
        assert.notEqual(judge(ring, sequence, 200, '{"nonsense":true}'), Judgement.CORRECT)
      }
    })
  }
})
