import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../shared/basics/random.ts'
import { isJson } from '../../../shared/basics/text.ts'
import { figureIn } from '../../../shared/probe/column.ts'
import { columnOf } from '../../../shared/probe/probe.ts'
import { hostile } from '../../../shared/probes/hostile.ts'
import { sampleMeasurement, sampleSubject } from '../../../shared/test/measurements.ts'
import { familiesOf, inputOf, inputText } from './inputs.ts'
import { measureCases, type Send, searchCases } from './measure.ts'

const USERS = JSON.stringify({
  users: [{ id: 1, name: 'Ada', lastUpdate: '2026-02-28T12:00:00.000Z' }],
})
const SIZES = [200, 400, 800, 1_600]

type Respond = (
  body: { users?: { lastUpdate?: string }[] } | null,
  json: string,
) => { steps: number; text: string }

/** Counts the work of a server in steps instead of time. */
const serverOf =
  (respond: Respond): Send =>
  async (json) => {
    const { steps, text } = respond(isJson(json) ? JSON.parse(json) : null, json)
    return {
      bytes: json.length,
      received: text.length,
      status: json.trim() === USERS ? 200 : 400,
      work: steps,
    }
  }

const linear: Respond = (_, json) => ({ steps: json.length, text: 'invalid' })

/** Steps of a backtracking matcher for `/\d+$/`. */
function stepsOf(text: string): number {
  let steps = 0
  for (let start = 0; start < text.length; start++) {
    let end = start
    while (end < text.length && /\d/.test(text[end] as string)) end++
    steps += 1 + end - start
    if (end > start && end === text.length) break
  }
  return steps
}

const quadratic: Respond = (body, json) => {
  const date = body?.users?.[0]?.lastUpdate
  return { steps: json.length + (typeof date === 'string' ? stepsOf(date) : 0), text: 'invalid' }
}

const amplifying: Respond = (body, json) => {
  const users = Array.isArray(body?.users) ? body.users : []
  return {
    steps: json.length,
    text: JSON.stringify(users.map((_, i) => ({ path: ['users', i], message: 'no user' }))),
  }
}

/** Returns the family that causes more than ten bytes per byte, and whether work grows faster than the body. */
async function worstOf(respond: Respond) {
  const send = serverOf(respond)
  const found = await searchCases(send, USERS, 1, 300)
  const { values, evidence } = await measureCases(send, USERS, found, SIZES)
  const subject = sampleSubject('server', [], { samples: [{ round: 1, values, evidence }] })
  const file = sampleMeasurement(hostile, [subject], { counter: 'counter' })
  const [bytes, family, growth] = ['bytes', 'family', 'growth'].map((id) => {
    const metric = hostile.metrics.find((each) => each.id === id) ?? assert.fail()
    return figureIn(columnOf(metric).value(subject, file))
  })
  return [Number(bytes) > 10 && family, Number(growth) > 1.3]
}

test('the search finds a quadratic pattern and a list of errors; a linear server has neither flag', async () => {
  assert.deepEqual(await worstOf(linear), [false, false])
  assert.deepEqual(await worstOf(quadratic), [false, true])
  assert.deepEqual(await worstOf(amplifying), ['errors', false])
})

/** Returns the units of a family's worst input by the work that a function of the first user takes. */
async function worstUnit(family: string, stepsOf: (user: Record<string, unknown>) => number) {
  const send = serverOf((body) => {
    const user = Object(Array.isArray(body?.users) ? body.users[0] : null)
    return { steps: stepsOf(user), text: '' }
  })
  const found = await searchCases(send, USERS, 1, 1_000)
  const { input } = found.find((each) => each.family === family) ?? assert.fail()
  return input
}

const isFull = (user: Record<string, unknown>) => ['id', 'name'].every((key) => key in user)
const keysIn = (value: unknown) => Object.keys(Object(value)).length
/** Distinct names of nested keys. */
function namesIn(value: unknown): number {
  const names = new Set<string>()
  for (let at = value; typeof at === 'object' && at !== null; ) {
    const [key] = Object.keys(at)
    if (key === undefined) break
    names.add(key)
    at = at[key as never]
  }
  return names.size
}

test('the search varies the length of keys, their distinctness and their nesting', async () => {
  const beside = await worstUnit('keys', (user) => (isFull(user) ? keysIn(user) : 0))
  assert.match(beside.head, /"lastUpdate":"[^"]+",$/)
  assert.match(beside.unit, /^"#":./)
  const instead = await worstUnit('keys', ({ name }) => keysIn(name))
  assert.match(instead.head, /"name":\{$/)
  assert.match(instead.unit, /^"#":./)
  const deep = await worstUnit('nesting', ({ unknown }) => namesIn(unknown))
  assert.match(deep.head, /"unknown":$/)
  assert.equal(deep.unit, '{"#":')
})

test('inputs are JSON of the asked size', () => {
  const random = createRandom(1)
  for (const [name, parts] of familiesOf(USERS)) {
    for (let i = 0; i < 20; i++) {
      const text = inputText(inputOf(parts.map((options) => random.pick(options))), 1_000)
      const bytes = Buffer.byteLength(text)
      assert.ok(bytes > 800 && bytes <= 1_000, `${name}: ${bytes} bytes: ${text}`)
      assert.ok(isJson(text) || name === 'numbers', text)
    }
  }
})
