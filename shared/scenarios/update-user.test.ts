import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom, type Random } from '../basics/random.ts'
import { firstSerial, type ObservedCase } from '../contract/scenario.ts'
import { jsonWires, wires } from '../wires/wires.ts'
import { expectedUser, updateUser } from './update-user.ts'

// A zone with summer time and an offset that moves dates across months, on which nothing may depend.
process.env.TZ = 'America/New_York'

const contractOf = (seed: number) => updateUser.contract(createRandom(seed))
const loadCase = (random: Random) => updateUser.validCase(random, firstSerial(random))
const loadCallsOf = (seed: number, count: number) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => loadCase(random))
}

test('this file runs in a time zone other than UTC', () => {
  assert.notEqual(new Date(2024, 0, 1).getTimezoneOffset(), 0)
})

describe('expected answers', () => {
  const months: [string, string][] = [
    ['2024-01-31T00:00:00.000Z', '2024-03-02T00:00:00.000Z'],
    ['2023-01-31T00:00:00.000Z', '2023-03-03T00:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', '2024-03-29T12:00:00.000Z'],
    ['2023-12-31T23:59:59.999Z', '2024-01-31T23:59:59.999Z'],
    ['1969-12-31T23:59:59.999Z', '1970-01-31T23:59:59.999Z'],
    ['2024-02-01T00:30:00.000+01:00', '2024-03-02T23:30:00.000Z'],
    ['2024-03-10T02:30:00Z', '2024-04-10T02:30:00.000Z'],
  ]
  test('are a month later in UTC', () => {
    for (const [lastUpdate, to] of months)
      assert.equal(expectedUser({ id: 1, name: '', surname: '', lastUpdate }).lastUpdate, to)
  })

  test('have only the four fields', () => {
    const user = { id: 1, name: 'a', surname: 'b', lastUpdate: '2024-01-01T00:00:00Z', extra: 1 }
    assert.deepEqual(Object.keys(expectedUser(user)), ['id', 'name', 'surname', 'lastUpdate'])
  })
})

describe('values', () => {
  test('do not repeat within a trial: contract, calls in between, contract again, load', () => {
    const random = createRandom(11)
    const contracts = Array.from({ length: 3 }, () => [
      ...updateUser.contract(random).valid,
      ...Array.from({ length: 100 }, () => loadCase(random)),
    ])
    const cases = [...contracts.flat(), ...Array.from({ length: 20_000 }, () => loadCase(random))]
    assert.equal(new Set(cases.map(({ json }) => json)).size, cases.length)
    assert.equal(new Set(cases.map(({ expected }) => JSON.stringify(expected))).size, cases.length)
  })

  test('do not repeat across the trials of a run, where a cache could keep them', () => {
    const seeds = [1006, 1007, 2006, 2007]
    const cases = seeds.flatMap((seed) => [...contractOf(seed).valid, ...loadCallsOf(seed, 2000)])
    assert.equal(new Set(cases.map(({ json }) => json)).size, cases.length)
  })

  test('have unique ids, except for the three fixed ones', () => {
    const ids = [...contractOf(12).valid, ...loadCallsOf(12, 5000)].map(
      ({ json }) => JSON.parse(json).id as number,
    )
    assert.equal(new Set(ids).size, ids.length)
    for (const id of [0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      assert.ok(ids.includes(id))
    assert.ok(ids.every(Number.isSafeInteger))
  })

  test('depend only on the seed', () => {
    const text = (seed: number) => {
      const { valid, invalid, observed } = contractOf(seed)
      return [...valid, ...invalid, ...observed].map(({ id, json }) => `${id} ${json}`)
    }
    assert.deepEqual(text(21), text(21))
    assert.deepEqual(loadCallsOf(21, 20), loadCallsOf(21, 20))
    const other = new Set(text(22))
    // The same cases with other values, except constant bodies.
    const same = text(21).filter((line) => other.has(line))
    const constants = /^(user is |malformed JSON \{"id":1,)/
    assert.deepEqual(
      same.filter((line) => !constants.test(line)),
      [],
    )
    assert.deepEqual(
      contractOf(21).valid.map(({ id }) => id),
      contractOf(22).valid.map(({ id }) => id),
    )
  })
})

test('the load is ASCII', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant as a whole
  for (const { json } of loadCallsOf(32, 500)) assert.match(json, /^[\x00-\x7f]+$/)
})

test('malformed, truncated and empty bodies are none of JSON on any JSON wire', () => {
  const { invalid } = contractOf(41)
  for (const wire of jsonWires.map((name) => wires[name])) {
    for (const id of ['malformed JSON', 'truncated JSON', 'empty body']) {
      const item = invalid.find((candidate) => candidate.id === id) ?? assert.fail(id)
      const { body } = wire.encode(updateUser.route, item.json)
      const sent = item.body ? item.body(body) : body
      assert.throws(() => JSON.parse(sent), SyntaxError, `${id} on ${wire.title}`)
      assert.equal(sent === '', id === 'empty body')
    }
  }
})

describe('observed cases', () => {
  const { observed } = contractOf(51)
  const named = (id: string) => observed.find((item) => item.id === id) as ObservedCase

  test('a __proto__ or constructor key is an own key once parsed, and the inherited one does not count', () => {
    for (const key of ['__proto__', 'constructor']) {
      const { json, describe } = named(`${key} key`)
      const user = JSON.parse(json)
      assert.ok(Object.hasOwn(user, key))
      assert.equal(Object.getPrototypeOf(user), Object.prototype)
      assert.equal(describe?.(user), 'echoed')
      assert.equal(describe?.({ id: 1 }), 'stripped')
    }
  })

  test('1e999 is kept as text', () => assert.match(named('id: 1e999').json, /"id":1e999,/))

  test('describe any response', () => {
    const long = 'x'.repeat(1000)
    for (const item of observed)
      for (const answer of [undefined, null, 5, 'text', [], {}, { id: long, name: long }])
        assert.ok((item.describe?.(answer) ?? '').length < 60, item.id)
  })
})
