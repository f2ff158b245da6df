import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../shared/basics/random.ts'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser } from '../../../shared/models/user.ts'
import { honest } from '../../test/faulty/steps.ts'
import { Calls } from './calls.ts'
import { makePool, TEXTS, twiceWrong } from './inputs.ts'
import { emptyOperation, type Operation, operationsOf } from './operations.ts'

const pool = makePool(1)

/** Calls an operation; returns its inputs as JSON. */
function inputsOf(operation: Operation, number: number): string[] {
  let serial = pool.firstSerial
  const calls = new Calls(operation, () => serial++)
  return Array.from({ length: number }, () => {
    const input = calls.input()
    calls.bench(input)
    const text = JSON.stringify(input)
    calls.verify()
    return text
  })
}

test('no operation gets an input twice, even after all templates have been used', () => {
  for (const [operation, subject] of operationsOf(honest, pool)) {
    const texts = inputsOf(subject, 3 * TEXTS)
    assert.equal(new Set(texts).size, texts.length, operation)
  }
})

test('inputs depend only on the seed', () => {
  const textsOf = (seed: number) => JSON.stringify(makePool(seed))
  const texts = textsOf(1)
  assert.ok(texts === textsOf(1))
  assert.ok(texts !== textsOf(2))
})

test('doubly wrong inputs are wrong in exactly two fields', () => {
  const random = createRandom(3)
  const seen = new Set<string>()
  for (let serial = 1e15; serial < 1e15 + 500; serial++) {
    const { json, fields } = twiceWrong(random, serial)
    const user = parseUser(JSON.parse(json))
    assert.ok(user instanceof Invalid)
    assert.deepEqual([...user.fields].sort(), [...fields].sort(), json)
    seen.add([...fields].sort().join())
  }
  assert.equal(seen.size, 6)
})

test('a wrong result of any operation is caught, and so is a missing call', () => {
  const wrong = {
    validate: () => false,
    firstError: () => undefined,
    allErrors: () => [],
    parse: () => null,
  }
  for (const [step, call] of Object.entries(wrong)) {
    const subject = operationsOf(honest, pool).get(step as keyof typeof wrong) ?? assert.fail(step)
    assert.throws(() => inputsOf({ ...subject, call }, 10), new RegExp(step))
  }
  const parse = operationsOf(honest, pool).get('parse') ?? assert.fail()
  const undated = (body: unknown) => body
  assert.throws(() => inputsOf({ ...parse, call: undated }, 10), /parse returns \{"id":\d+,/)
  const stringify = operationsOf(honest, pool).get('stringify') ?? assert.fail()
  const late = (user: unknown) => JSON.stringify({ ...(user as object), lastUpdate: new Date(0) })
  assert.throws(() => inputsOf({ ...stringify, call: late }, 10), /stringify returns/)
  const calls = new Calls(
    emptyOperation(() => null),
    () => 1,
  )
  calls.input()
  assert.throws(() => calls.verify(), /1 inputs, and 0 calls/)
})

test('accepting the rare invalid value is caught', () => {
  const validate = operationsOf(honest, pool).get('validate') ?? assert.fail()
  assert.throws(
    () => inputsOf({ ...validate, call: () => true }, 1_100),
    /validate accepts an invalid value/,
  )
})

test('results of an asynchronous library are verified, not its promises', async () => {
  const validate = operationsOf(honest, pool).get('validate') ?? assert.fail()
  const callsWith = (call: Operation['call']) => {
    let serial = pool.firstSerial
    return new Calls({ ...validate, call }, () => serial++, 'all')
  }
  const right = callsWith(async (body) => validate.call(body))
  await right.callAll(await right.inputs(100))
  right.verify()
  const wrong = callsWith(async () => false)
  await wrong.callAll(await wrong.inputs(100))
  assert.throws(() => wrong.verify(), /validate rejects a valid value/)
})
