import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isObject } from '../../shared/models/fields.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import type { Steps } from '../../shared/models/steps.ts'
import { parseUser } from '../../shared/models/user.ts'
import { flawOfSteps } from './check-steps.ts'

const fieldsOf = (body: unknown) => {
  const user = parseUser(body)
  return user instanceof Invalid ? user.fields : []
}

const honest: Steps = {
  library: 'honest',
  package: null,
  validate: (body) => fieldsOf(body).length === 0,
  parse(body) {
    const user = parseUser(body)
    return user instanceof Invalid ? null : user
  },
  stringify: JSON.stringify,
  firstError: (body) => fieldsOf(body)[0],
  allErrors: fieldsOf,
}

describe('steps', () => {
  test('that do the work have no flaw, with either kind of error or both', () => {
    for (const change of [{}, { firstError: null }, { allErrors: null }]) {
      for (const seed of [1, 2, 3]) assert.equal(flawOfSteps({ ...honest, ...change }, seed), null)
    }
  })

  const liars: [what: string, change: Partial<Steps>, flaw: RegExp][] = [
    ['validate nothing', { validate: () => true }, /^missing id: validate accepts /],
    ['validate the object alone', { validate: isObject }, /^missing id: validate accepts /],
    [
      'validate all but the date',
      { validate: (body) => isObject(body) && fieldsOf(body).every((field) => field === 'lastUpdate') },
      /^missing lastUpdate: validate accepts /,
    ],
    ['validate a date by its being text', { validate: typesOnly }, /^lastUpdate: "not-a-date": validate accepts /],
    ['refuse everything', { validate: () => false }, /^ordinary user: validate refuses /],
    ['answer with more than a boolean', { validate: (body) => body as boolean }, /validate refuses/],
    ['parse without looking', { parse: unseen }, /^missing id: parse accepts |Invalid time value/],
    ['leave the date a text', { parse: (body) => body as never }, /parse makes no Date/],
    ['forget the time of day', { parse: dayOnly }, /stringify writes .* instead of /],
    ['write half an answer', { stringify: ({ id }) => JSON.stringify({ id }) }, /stringify writes \{"id":/],
    ['write no JSON', { stringify: () => 'user' }, /stringify writes user/],
    ['tell no error', { allErrors: () => [], firstError: null }, /^missing id: allErrors tells nothing/],
    ['tell no first error', { firstError: () => undefined }, /^missing id: firstError tells nothing/],
    ['name no field', { allErrors: () => ['invalid'], firstError: null }, /an error is told of|does not name/],
    [
      'name another field',
      { firstError: (body) => fieldsOf(body)[0] && 'name' },
      /firstError does not name (surname|lastUpdate|id) in /,
    ],
    [
      'tell errors of what is right',
      { allErrors: () => ['id', 'name', 'surname', 'lastUpdate'] },
      /an error is told of/,
    ],
    ['have no errors at all', { firstError: null, allErrors: null }, /neither firstError nor allErrors/],
  ]
  for (const [what, change, flaw] of liars) {
    test(`that ${what} are found out`, () => {
      let found: string | null
      try {
        found = flawOfSteps({ ...honest, ...change }, 1)
      } catch (error) {
        found = (error as Error).message
      }
      assert.match(found ?? 'nothing', flaw)
      assert.doesNotMatch(found ?? '', /\n/)
    })
  }
})

function typesOnly(body: unknown): boolean {
  if (!isObject(body)) return false
  return (
    Number.isFinite(body.id) && [body.name, body.surname, body.lastUpdate].every((text) => typeof text === 'string')
  )
}

function unseen(body: unknown): ReturnType<Steps['parse']> {
  const { id, name, surname, lastUpdate } = (body ?? {}) as never as Record<string, never>
  return { id, name, surname, lastUpdate: new Date(lastUpdate as never) } as never
}

function dayOnly(body: unknown): ReturnType<Steps['parse']> {
  const user = honest.parse(body)
  user?.lastUpdate.setUTCHours(0, 0, 0, 0)
  return user
}
