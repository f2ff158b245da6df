import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../shared/basics/random.ts'
import type { KnownDeviation } from '../../../shared/format/disclosure.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import { faultySteps, faultyStepsOf, honest } from '../../test/faulty/steps.ts'
import { checkLibrary } from './check.ts'
import { observe } from './operations.ts'

const check = (steps: Steps, known: KnownDeviation[] = []) =>
  checkLibrary(createRandom(1), known, (text) => observe(steps, text))

test('correct steps pass thousands of inputs, including cases of contract and invariants', async () => {
  let checked = 0
  const counting: Steps = {
    ...honest,
    validate(body) {
      checked++
      return honest.validate(body)
    },
  }
  const { deviations } = await check(counting)
  assert.ok(checked > 4_100, `${checked}`)
  assert.deepEqual(deviations, [])
})

for (const [name, { disqualified, late }] of Object.entries(faultySteps)) {
  if (late) continue
  test(`${name} ${disqualified ? 'is disqualified' : 'passes'}`, async () => {
    if (disqualified)
      await assert.rejects(check(faultyStepsOf(name)), ({ message }: Error) =>
        disqualified.test(message),
      )
    else await check(faultyStepsOf(name))
  })
}

test('an asynchronous library is awaited, and its rejection is reported', async () => {
  const steps: Steps = {
    ...honest,
    validate: async (body) => honest.validate(body),
    parse: async (body) => honest.parse(body),
    allErrors: async (body) => honest.allErrors(body),
  }
  assert.deepEqual((await check(steps)).deviations, [])
  const rejecting = { ...steps, parse: async (body: unknown) => honest.parse(body) ?? throwing() }
  await assert.rejects(
    check(rejecting),
    /^Error: missing id: parse throws Error: a string; also violated: id: "abc", .* and \d+ more$/,
  )
})

const known = (...cases: string[]): KnownDeviation[] =>
  cases.map((id) => ({ case: id, does: 'accepts', reason: 'documented' }))

test('a known acceptance is a caveat; without the entry it disqualifies', async () => {
  const dated = (body: unknown) => {
    const user = body as { lastUpdate?: unknown } | null
    return user?.lastUpdate === null || user?.lastUpdate === 0
      ? { ...user, lastUpdate: new Date(0) }
      : body
  }
  const parse: Steps['parse'] = (body) => honest.parse(JSON.parse(JSON.stringify(dated(body))))
  const steps = { ...honest, parse }
  await assert.rejects(check(steps), /^Error: lastUpdate: null: parse accepts/)
  const { accepts, deviations } = await check(
    steps,
    known('lastUpdate: null', 'lastUpdate: 0', 'lastUpdate: true'),
  )
  assert.equal(accepts, 'accepts null and numbers as a date')
  assert.deepEqual(deviations, [])
})

test('a known deviation is reported and does not disqualify', async () => {
  const steps = {
    ...honest,
    parse: (body: unknown) =>
      (body as { id?: unknown } | null)?.id === '1' ? throwing() : honest.parse(body),
  }
  await assert.rejects(check(steps), /^Error: id as a string: parse throws Error: a string$/)
  assert.deepEqual(
    (
      await check(
        steps,
        known('id as a string', 'name: 5').map(({ does, ...each }) => ({ ...each, status: 500 })),
      )
    ).deviations,
    ['known deviation: id as a string'],
  )
})

function throwing(): never {
  throw new Error('a string')
}

test('stack overflow, and sometimes omitting one of two errors, is reported and does not disqualify', async () => {
  const depth = (body: unknown): number => (Array.isArray(body) ? 1 + depth(body[0]) : 0)
  const steps: Steps = {
    ...honest,
    validate: (body) => depth(body) >= 0 && honest.validate(body),
    allErrors: (body) =>
      (honest.allErrors?.(body) ?? []).filter((field, i) => i === 0 || field !== 'lastUpdate'),
  }
  const { deviations } = await check(steps)
  assert.equal(deviations.length, 2)
  assert.match(deviations[0] ?? '', /^runs out of stack: .*JSON nested 200,000 deep/)
  assert.match(
    deviations[1] ?? '',
    /^"all errors" does not name both wrong fields for \d+ of 2000 values$/,
  )
})

test('each violated case is named', async () => {
  const parse: Steps['parse'] = (body) =>
    honest.parse(body) ?? honest.parse({ ...Object(body), surname: 'x' })
  await assert.rejects(
    check({ ...honest, parse }),
    /^Error: missing surname: parse accepts .*; also violated: surname: \{"a":"b"\}, surname: \["a","b"\], /,
  )
})
