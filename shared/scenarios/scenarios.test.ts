/** Properties of every scenario, and the hand-written validators on the contracts' cases. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { ROOT } from '../basics/root.ts'
import {
  Counted,
  firstSerial,
  isValid,
  type Scenario,
  type ValidCase,
} from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import { deserializeAccount, parseAccount, touchAccount } from '../models/account.ts'
import { Invalid } from '../models/invalid.ts'
import { type Order, parseOrder, receipt } from '../models/order.ts'
import { profileOf } from '../models/profile.ts'
import { deserializeUser, parseUser } from '../models/user.ts'
import { deserializeUserList, parseUserList, type UserListJson } from '../models/user-list.ts'
import { encodeCall, wires } from '../wires/wires.ts'
import { expectedProfile } from './json.ts'
import { reject } from './reject.ts'
import { inOrder, scenarios } from './scenarios.ts'
import { updateAccount } from './update-account.ts'
import { userList } from './user-list.ts'
import { expectedReceipt, isTie, validateOrder } from './validate-order.ts'

const SEEDS = [1, 2, 3, 4, 5]

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

test('every scenario has cases with unique names', () => {
  for (const { name, contract } of scenarios.values()) {
    const { valid, invalid, observed } = contract(createRandom(1))
    for (const cases of [valid, invalid, observed]) {
      const ids = cases.map(({ id }) => id).filter((id) => !/^(ordinary|greeting|profile)/.test(id))
      assert.equal(new Set(ids).size, ids.length, name)
    }
    assert.ok(valid.length >= 2 && invalid.length >= 1, name)
  }
})

test('a serial number occurs once in a call and in its response, or nowhere', () => {
  for (const scenario of scenarios.values()) {
    const random = createRandom(7)
    for (let i = 0; i < 200; i++) {
      const serial = firstSerial(random)
      const call = scenario.loadCase?.(random, serial) ?? scenario.validCase(random, serial)
      const request = JSON.stringify(encodeCall(wires.plain, scenario.route, call))
      const inRequest = count(request, String(serial))
      assert.ok(inRequest <= 1, request)
      if (!('expected' in call)) continue
      const value = call.expected instanceof Counted ? call.expected.valueWith(1) : call.expected
      assert.equal(count(JSON.stringify(value), String(serial)), inRequest, request)
    }
  }
})

test('loads of update-account have about a kilobyte, those of user-list a hundred users in 12', () => {
  const random = createRandom(3)
  const loads = (scenario: Scenario) =>
    Array.from({ length: 100 }, () => scenario.validCase(random, firstSerial(random)).json)
  const bytes = loads(updateAccount).join('').length
  assert.ok(bytes > 90_000 && bytes < 120_000, `${bytes}`)
  for (const json of loads(userList)) {
    const ids = (JSON.parse(json) as UserListJson).users.map(({ id }) => id)
    assert.equal(new Set(ids).size, 100)
    assert.ok(json.length > 11_000 && json.length < 13_000, `${json.length}`)
  }
})

/** The hand-written validators, and the responses that servers make of a parsed value. */
const models: Record<string, Model> = {
  'update-user': model(parseUser, deserializeUser, ({ lastUpdate, ...user }) => ({
    ...user,
    lastUpdate: monthLater(lastUpdate),
  })),
  'update-account': model(parseAccount, deserializeAccount, touchAccount),
  'user-list': model(parseUserList, deserializeUserList, ({ users }) => ({
    users: users.map((user) => ({ ...user, lastUpdate: monthLater(user.lastUpdate) })),
  })),
  'validate-order': model(parseOrder, (order: Order) => order, receipt),
}

interface Model {
  parse(json: unknown): unknown
  deserialize(json: unknown): unknown
  respond(parsed: unknown): unknown
}

function model<T, J>(
  parse: (json: unknown) => T | Invalid,
  deserialize: (json: J) => T,
  respond: (parsed: T) => unknown,
): Model {
  return { parse, deserialize, respond } as Model
}

/** As servers compute it, which run in UTC. */
function monthLater(date: Date): Date {
  const later = new Date(date)
  later.setMonth(later.getMonth() + 1)
  return later
}

for (const [name, { parse, deserialize, respond }] of Object.entries(models)) {
  describe(`the hand-written validator of ${name}`, () => {
    const scenario = scenarios.get(name) ?? assert.fail(name)
    const contracts = SEEDS.map((seed) => scenario.contract(createRandom(seed)))
    const random = createRandom(1)
    const load = Array.from({ length: 300 }, () => scenario.validCase(random, firstSerial(random)))

    test('accepts the valid cases, of which the model makes the expected response', (t) => {
      const zone = process.env.TZ
      t.after(() => {
        process.env.TZ = zone
      })
      process.env.TZ = 'UTC'
      for (const { id, json, expected } of [...contracts.flatMap(({ valid }) => valid), ...load]) {
        const parsed = parse(JSON.parse(json))
        assert.ok(!(parsed instanceof Invalid), `${id}: ${parsed}`)
        assert.deepEqual(deserialize(JSON.parse(json)), parsed, id)
        assert.deepEqual(JSON.parse(JSON.stringify(respond(parsed))), expected, id)
      }
    })

    test('rejects the invalid cases, because of the one field that a response must name', () => {
      for (const { id, json, body, mentions } of contracts.flatMap(({ invalid }) => invalid)) {
        if (body || id === 'malformed JSON') continue
        const parsed = parse(JSON.parse(json))
        assert.ok(parsed instanceof Invalid, id)
        if (!mentions) continue
        // Of another branch of the union, several fields are missing.
        if (!id.startsWith('payment: the kind')) assert.equal(parsed.fields.length, 1, id)
        assert.ok(parsed.fields[0]?.split('.').includes(mentions), `${id}: ${parsed.fields}`)
      }
    })

    test('reports both errors of the case with two', () => {
      for (const { observed } of contracts) {
        const item = observed.find(({ id }) => id === 'two fields wrong') ?? assert.fail(name)
        const parsed = parse(JSON.parse(item.json))
        assert.equal(parsed instanceof Invalid && parsed.fields.length, 2)
      }
    })
  })
}

describe('expected responses and those that servers compute', () => {
  test('share no code: scenarios import only types and limits of the models', () => {
    const directory = join(ROOT, 'shared/scenarios')
    const files = readdirSync(directory).filter((file) => /(?<!\.test)\.ts$/.test(file))
    assert.ok(files.includes('validate-order.ts'))
    for (const file of files) {
      const source = readFileSync(join(directory, file), 'utf8')
      for (const [statement] of source.matchAll(/^import [^']*from '\.\.\/models\//gm)) {
        assert.match(statement, /^import (type |\{ ((type \w+|[A-Z_]+)(, )?)+ \})/, file)
      }
    }
  })

  const random = createRandom(11)
  const orders = Array.from({ length: 50_000 }, () => {
    const items = Array.from({ length: random.integer(1, 20) }, () => ({
      sku: 'ABC-1234',
      quantity: random.integer(1, 100),
      price: random.integer(1, 1_000_000) / 100,
    }))
    return { id: 'x', discount: random.integer(0, 500) / 10, items } as Order
  })

  test('validate-order: they are equal, except for ties between two cents', () => {
    const ties = orders.filter(isTie)
    for (const order of orders)
      if (!isTie(order)) assert.deepEqual(receipt(order), expectedReceipt(order))
    // Binary fractions round some of these up and some down.
    const differ = ties.filter((order) => receipt(order).total !== expectedReceipt(order).total)
    assert.ok(
      differ.length > 0 && differ.length < ties.length,
      `${differ.length} of ${ties.length}`,
    )
  })

  test('validate-order: no order with a tie is sent', () => {
    const loaded = Array.from({ length: 20_000 }, () =>
      validateOrder.validCase(random, firstSerial(random)),
    )
    const contracts = SEEDS.flatMap((seed) => validateOrder.contract(createRandom(seed)).valid)
    for (const { json } of [...loaded, ...contracts]) assert.ok(!isTie(JSON.parse(json)), json)
  })

  test('validate-order: known totals', () => {
    const total = (discount: number, ...items: [quantity: number, price: number][]) =>
      expectedReceipt({
        id: 'x',
        discount,
        items: items.map(([quantity, price]) => ({ quantity, price })),
      } as Order).total
    assert.equal(total(0, [3, 0.1], [1, 0.2]), 0.5)
    assert.equal(total(10, [1, 19.99]), 17.99)
    assert.equal(total(12.5, [1, 0.99]), 0.87)
    assert.equal(total(50, [1, 1.15]), 0.58, 'half a cent')
    assert.equal(total(50, [100, 10_000], [100, 10_000]), 1_000_000)
  })

  test('json: they are equal, with dates a day apart', () => {
    for (let count = 1; count <= 100_000; count += count < 2000 ? 1 : 997) {
      assert.deepEqual(expectedProfile(count), profileOf(count))
    }
    const { createdAt, updatedAt } = expectedProfile(20) as { createdAt: Date; updatedAt: Date }
    assert.equal(createdAt.toISOString(), '2020-09-13T12:27:00.000Z')
    assert.equal(updatedAt.toISOString(), '2020-09-14T12:27:00.000Z')
  })
})

test('an invalid scenario is an error that names the property', () => {
  const wrong: [change: Partial<Scenario>, message: RegExp][] = [
    [{ name: 'other' }, /^shared\/scenarios\/new\.ts: name: "other"/],
    [{ title: 'Reject' }, /title: "Reject" is also that of (new|reject)$/],
    [{ description: '' }, /new\.ts: description: is empty$/],
    [{ position: 3 }, /position: 3 is also that of (new|user-list); \d+ is free$/],
    [{ file: 'another' }, /new\.ts: file: no scenario is called "another"/],
    [{ fuzz: { from: 'load' } }, /new\.ts: fuzz: /],
  ]
  const files = [...scenarios].map(([name, scenario]) => [`${name}.ts`, scenario] as const)
  for (const [change, message] of wrong) {
    const added: Scenario = {
      ...updateAccount,
      name: 'new',
      title: 'New',
      position: 99,
      file: 'new',
      ...change,
    }
    assert.throws(() => inOrder([...files, ['new.ts', added]]), { message })
  }
  assert.deepEqual([...inOrder(files.toReversed())], [...scenarios])
})

test('reject sends invalid users, and occasionally a valid one', () => {
  const random = createRandom(5)
  const calls = Array.from({ length: 5000 }, () => reject.loadCase?.(random, firstSerial(random)))
  const invalid = calls.flatMap((call) => (call && !isValid(call) ? [JSON.parse(call.json)] : []))
  assert.ok(invalid.length < 5000 && invalid.length > 4900, `${invalid.length}`)
  for (const user of invalid)
    assert.equal(typeof user.id, 'number', 'so that calls can be made unique')
})

test('reject sends only cases of the contract that all servers of the run reject', () => {
  const random = createRandom(5)
  const except = ['surname: {"a":"b"}', 'name: ["a","b"]']
  for (let call = 0; call < 500; call++) {
    const user = JSON.parse(reject.loadCase?.(random, firstSerial(random), except).json as string)
    assert.ok([user.name, user.surname].every((name) => typeof name !== 'object'))
  }
  const ids = reject.contract(random).invalid.map(({ id }) => id)
  for (const id of except) assert.ok(ids.includes(id), id)
})

test('the JSON at a path is replaced, removed, or added', () => {
  const value = { a: [1, { b: 'x' }], c: null }
  const cases: [string, string | undefined, string][] = [
    ['c', '1e999', '{"a":[1,{"b":"x"}],"c":1e999}'],
    ['c', undefined, '{"a":[1,{"b":"x"}]}'],
    ['a.1.b', '[]', '{"a":[1,{"b":[]}],"c":null}'],
    ['a.0', undefined, '{"a":[{"b":"x"}],"c":null}'],
    ['a.1.d', '2', '{"a":[1,{"b":"x","d":2}],"c":null}'],
  ]
  for (const [path, json, expected] of cases) assert.equal(jsonWith(value, path, json), expected)
})

test('a counted response contains its count', () => {
  const counted = new Counted('entry', (entry) => ({ user: 'x', entry }))
  assert.equal(counted.countIn('{"user":"x","entry":17}'), 17)
  assert.equal(counted.countIn('{\n  "entry": 17\n}'), 17)
  assert.ok(Number.isNaN(counted.countIn('{"user":"x"}')))
  assert.equal(
    counted.countIn('[{"entry":1},17]', () => ({ entry: 17 })),
    17,
  )
  const dated = new Counted('n', (n) => ({ n, at: new Date(n) }))
  assert.equal(dated.jsonWith(1), '{"n":1,"at":"1970-01-01T00:00:00.001Z"}')
  assert.deepEqual(dated.valueWith(1), { n: 1, at: '1970-01-01T00:00:00.001Z' })
  const call: ValidCase = { id: 'x', json: '', expected: counted }
  assert.ok(call.expected instanceof Counted)
})
