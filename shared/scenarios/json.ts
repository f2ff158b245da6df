import { z } from 'zod'
import { type Contract, Counted, type Scenario, type ValidCase } from '../contract/scenario.ts'
import { errorIn, isoDate } from '../contract/schema.ts'

const Profile = z.strictObject({
  id: z.int().min(1),
  profile: z.strictObject({ name: z.string(), email: z.string(), age: z.int() }),
  roles: z.array(z.string()),
  metadata: z.strictObject({
    version: z.int(),
    active: z.boolean(),
    tags: z.array(z.string()),
    score: z.number(),
  }),
  createdAt: isoDate,
  updatedAt: isoDate,
})

/** `json`: a nested object with two dates, built for each request and serialized. */
export const json: Scenario = {
  name: 'json',
  title: 'JSON',
  position: 6,
  description: 'builds a nested object with two dates from a counter and serializes it',
  validates: false,
  file: 'json',
  route: {
    method: 'GET',
    path: '/json',
    procedure: 'json',
    dates: ['createdAt', 'updatedAt'],
    document:
      '{ json { id profile { name email age } roles metadata { version active tags score } createdAt updatedAt } }',
  },
  validCase: () => next('profile'),
  contract,
  errorOf: errorIn(Profile),
  invariantCases: () => [],
  fuzz: { from: 'load' },
}

/** Returns the expected response to the request of a number. */
export function expectedProfile(count: number): unknown {
  const [tens = '', ones = ''] = String(count).padStart(2, '0').slice(-2)
  const at = (day: number) => new Date(Date.UTC(2020, 8, day, 12, 26, 40 + count))
  return {
    id: count,
    profile: { name: `User ${count}`, email: `user${count}@example.com`, age: 18 + (count % 60) },
    roles: ['reader', '02468'.includes(ones) ? 'editor' : 'author'],
    metadata: {
      version: 3,
      active: Number.isInteger(count / 3),
      tags: ['json', `tag-${ones}`],
      score: Number(`${tens}.${ones}`),
    },
    createdAt: at(13),
    updatedAt: at(14),
  }
}

/** The server counts its responses, so the number is unique. */
const expected = new Counted('id', expectedProfile)

const next = (id: string): ValidCase => ({ id, json: '', expected })

function contract(): Contract {
  return {
    valid: [next('profile'), next('another profile'), next('and another')],
    invalid: [{ id: 'another path', json: '', path: '/nothing', statuses: [404, 405] }],
    observed: [],
  }
}
