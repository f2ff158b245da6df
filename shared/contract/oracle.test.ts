import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { oracleOf, type Verdict } from './oracle.ts'
import { isoDate, tolerance } from './schema.ts'

const cases: Record<string, Record<Verdict, unknown[]> & { schema: z.ZodType }> = {
  'a number': {
    schema: z.number(),
    yes: [1.5, Number.MAX_SAFE_INTEGER],
    // JSON parsers may disagree on these.
    open: [Number.MAX_SAFE_INTEGER + 1, -1e21, Number.POSITIVE_INFINITY, -0, '1'],
    no: ['a', {}],
  },
  'a number of a range': {
    schema: z.number().max(10),
    yes: [5],
    open: [],
    no: [11, 1e21, '11'],
  },
  'a text': {
    schema: z.string(),
    yes: [''],
    open: ['\ud800', 5],
    no: [{ toString: 1 }, ['a', 'b']],
  },
  'a string of at most two characters': {
    schema: z.string().max(2),
    yes: ['ab'],
    open: ['👍a'],
    no: ['abc'],
  },
  'a string that matches a pattern, some of which servers may reject': {
    schema: z
      .string()
      .regex(/a/)
      .register(tolerance, { isOpen: (value) => value !== 'a' }),
    yes: ['a'],
    open: ['aa'],
    no: ['b'],
  },
  'a date and time': {
    schema: isoDate,
    yes: ['2020-02-29T00:00:00Z'],
    open: ['2021-02-29T00:00:00Z', ['2020-02-29T00:00:00Z']],
    no: ['2020-01-05T00:00:00+24:00', 'tomorrow', null, true, 0, [0]],
  },
  'a list': {
    schema: z.array(z.string()),
    yes: [['a']],
    open: ['a'],
    no: [['a', {}], { length: 0 }],
  },
  'an object': {
    schema: z.looseObject({ a: z.string(), b: z.enum(['c']).optional() }),
    yes: [{ a: 'x' }],
    open: [{ a: 'x', b: 'c', other: 1 }],
    no: [{ b: 'c' }, JSON.parse('{"__proto__":{"a":"x"}}'), { a: 'x', b: 'd' }, [{ a: 'x' }]],
  },
}

for (const [name, { schema, ...values }] of Object.entries(cases)) {
  test(`values of the model are classified: ${name}`, () => {
    const oracle = oracleOf(schema)
    for (const [verdict, given] of Object.entries(values))
      for (const value of given) assert.equal(oracle(value), verdict, JSON.stringify(value))
  })
}
