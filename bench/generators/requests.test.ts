import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../shared/random.ts'
import { updateUser } from '../../shared/update-user.ts'
import { wires } from '../../shared/wire.ts'
import { prepareRequests, requestBytes } from './requests.ts'

const plan = { scenario: 'update-user', wire: 'plain', connections: 20, pipelining: 10, seed: 5 } as const

describe('prepared requests', () => {
  test('are as many sets as connections, and no request stands twice', () => {
    const sets = prepareRequests(plan)
    assert.equal(sets.length, plan.connections)
    const bodies = sets.flat().map(({ request }) => request.body)
    assert.ok(bodies.length >= 100 * plan.connections)
    assert.equal(new Set(bodies).size, bodies.length)
  })

  test('are the same for the same seed, and others for another', () => {
    assert.deepEqual(prepareRequests(plan), prepareRequests(plan))
    const bodies = (seed: number) => prepareRequests({ ...plan, seed }).flatMap((set) => set.map((r) => r.request.body))
    const other = new Set(bodies(6))
    assert.deepEqual(
      bodies(5).filter((body) => other.has(body)),
      [],
    )
  })

  test('share no value with the calls of the same trial’s contract', () => {
    const random = createRandom(plan.seed)
    const contract = Array.from({ length: 3 }, () => [
      ...updateUser.contract(random).valid,
      ...Array.from({ length: 50 }, () => updateUser.nextLoadCall(random)),
    ])
    const load = new Set(prepareRequests(plan).flatMap((set) => set.map(({ request }) => request.body)))
    assert.equal(contract.flat().filter(({ json }) => load.has(json)).length, 0)
  })

  test('are put on the plan’s wire', () => {
    const [[plain] = []] = prepareRequests(plan)
    const [[mion] = []] = prepareRequests({ ...plan, wire: 'mion' })
    assert.equal(mion?.request.body, `{"updateUser":[${plain?.request.body}]}`)
    assert.deepEqual(mion?.expected, plain?.expected)
  })

  test('of a scenario that there is not are an error', () => {
    assert.throws(() => prepareRequests({ ...plan, scenario: 'no' }), /no scenario called no/)
  })
})

test('a request’s bytes are those of HTTP/1.1, with a length in bytes', () => {
  const bytes = requestBytes(wires.plain.encode(updateUser.route, '"é"'), 8080)
  const [head = '', body] = bytes.toString().split('\r\n\r\n')
  const [first, ...headers] = head.split('\r\n')
  assert.equal(first, 'POST /updateUser HTTP/1.1')
  assert.deepEqual(headers.sort(), [
    'connection: keep-alive',
    'content-length: 4',
    'content-type: application/json',
    'host: 127.0.0.1:8080',
  ])
  assert.equal(body, '"é"')
})

test('a GET has no body and no length', () => {
  const text = requestBytes({ method: 'GET', path: '/', headers: {}, body: '' }, 80).toString()
  assert.match(text, /^GET \/ HTTP\/1\.1\r\n/)
  assert.doesNotMatch(text, /content-length/)
  assert.ok(text.endsWith('\r\n\r\n'))
})
