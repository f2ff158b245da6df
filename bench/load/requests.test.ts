import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { firstSerial } from '../../shared/scenarios/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { rightAnswer } from '../test/fixtures.ts'
import { type LoadRequest, prepareLoad, prepareRequests } from './requests.ts'

const plan = { scenario: 'update-user', wire: 'plain', connections: 20, pipelining: 10, seed: 5 } as const
const bodiesOf = (seed: number) => prepareRequests({ ...plan, seed }, 2_000).map(({ body }) => body)
const textOf = (request: LoadRequest) => request.requestBuffer.toString()
const bodyOf = (request: LoadRequest) => textOf(request).split('\r\n\r\n')[1] ?? ''

describe('prepared requests', () => {
  test('are as many as are asked for, and none stands twice', () => {
    const bodies = bodiesOf(5)
    assert.equal(bodies.length, 2_000)
    assert.equal(new Set(bodies).size, bodies.length)
  })

  test('are the same for the same seed, and others for another', () => {
    assert.deepEqual(bodiesOf(5), bodiesOf(5))
    const other = new Set(bodiesOf(6))
    assert.deepEqual(
      bodiesOf(5).filter((body) => other.has(body)),
      [],
    )
  })

  test('share no value with the calls of the same trial’s contract', () => {
    const random = createRandom(plan.seed)
    const contract = Array.from({ length: 3 }, () => [
      ...updateUser.contract(random).valid,
      ...Array.from({ length: 50 }, () => updateUser.validCase(random, firstSerial(random))),
    ])
    const load = new Set(bodiesOf(plan.seed))
    assert.equal(contract.flat().filter(({ json }) => load.has(json)).length, 0)
  })

  test('are put on the plan’s wire', () => {
    const [plain] = prepareRequests(plan, 1)
    const [mion] = prepareRequests({ ...plan, wire: 'mion' }, 1)
    assert.equal(mion?.body, `{"updateUser":[${plain?.body}]}`)
  })

  test('of a scenario that there is not are an error', () => {
    assert.throws(() => prepareRequests({ ...plan, scenario: 'no' }, 1), /no scenario called no/)
  })
})

describe('a load’s requests', () => {
  const PER_CONNECTION = 50
  const prepare = (change: object = {}) => prepareLoad({ ...plan, ...change }, PER_CONNECTION)

  test('are as many for each connection, all different, and the same for the same seed', () => {
    const sets = prepare()
    assert.deepEqual(
      sets.map((set) => set.length),
      Array(plan.connections).fill(PER_CONNECTION),
    )
    const texts = sets.flat().map(textOf)
    assert.equal(new Set(texts).size, texts.length)
    assert.deepEqual(prepare().flat().map(textOf), texts)
  })

  test('are bytes of HTTP/1.1 for the port of the load, with a length in bytes', () => {
    const [[request] = []] = prepare()
    assert.ok(request)
    request.renew('08080', 1)
    const [head = '', body = ''] = textOf(request).split('\r\n\r\n')
    const [first, ...headers] = head.split('\r\n')
    assert.equal(first, 'POST /updateUser HTTP/1.1')
    assert.deepEqual(headers.sort(), [
      'connection: keep-alive',
      `content-length: ${Buffer.byteLength(body)}`,
      'content-type: application/json',
      'host: 127.0.0.1:08080',
    ])
  })

  test('are new ones for every load, of the same length, and none is another one’s', () => {
    const requests = prepare().flat()
    const seen = new Set(requests.map(bodyOf))
    for (let load = 1; load <= 20; load++) {
      const lengths = requests.map(({ requestBuffer }) => requestBuffer.length)
      for (const request of requests) request.renew('12345', requests.length)
      for (const request of requests) seen.add(bodyOf(request))
      assert.equal(seen.size, (load + 1) * requests.length, `after ${load} loads`)
      assert.deepEqual(
        requests.map(({ requestBuffer }) => requestBuffer.length),
        lengths,
      )
      for (const request of requests) assert.doesNotThrow(() => JSON.parse(bodyOf(request)))
    }
  })

  for (const wire of ['plain', 'mion'] as const) {
    test(`know the right answer of every load on the ${wire} wire`, () => {
      const requests = prepare({ wire }).flat()
      const { decode, answer } = wires[wire]
      for (let load = 0; load < 3; load++) {
        for (const request of requests) {
          if (load > 0) request.renew('12345', requests.length)
          const sent = JSON.parse(bodyOf(request))
          const { json } = rightAnswer(JSON.stringify(wire === 'plain' ? sent : sent.updateUser[0]))
          const right = answer(json, updateUser.route)
          assert.equal(request.answer(right), right)
          assert.ok(request.isAnsweredBy(200, right))
          const { id, ...rest } = decode(updateUser.route, JSON.parse(right)) as { id: number }
          const wrap = (value: unknown) => answer(JSON.stringify(value), updateUser.route)
          assert.ok(request.isAnsweredBy(200, wrap({ ...rest, id })), 'keys in another order')
          assert.ok(!request.isAnsweredBy(200, wrap({ ...rest, id: id - requests.length })), 'the last one')
          assert.ok(!request.isAnsweredBy(200, wrap({ ...rest, id, more: 1 })), 'one key more')
        }
      }
      const [first] = requests
      for (const nonsense of ['', 'fine', 'null', '{}']) assert.ok(!first?.isAnsweredBy(200, nonsense))
    })
  }

  test('of a constant answer expect that', () => {
    const answer = { id: 1 }
    const [[request] = []] = prepare({ answer })
    assert.equal(request?.answer(''), '{"id":1}')
    request?.renew('12345', 7)
    assert.equal(request?.answer(''), '{"id":1}')
  })
})
