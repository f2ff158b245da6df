import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { oracleOf, type Verdict } from './oracle.ts'
import { isoDate, tolerance } from './schema.ts'

const cases: [name: string, verdicts: [value: unknown, verdict: Verdict][], schema: z.ZodType][] = [
  [
    'a number',
    [
      [1.5, 'yes'],
      [Number.MAX_SAFE_INTEGER, 'yes'],
      // JSON parsers may disagree on these.
      [Number.MAX_SAFE_INTEGER + 1, 'open'],
      [-1e21, 'open'],
      [Number.POSITIVE_INFINITY, 'open'],
      [-0, 'open'],
      ['1', 'open'],
      ['a', 'no'],
      [{}, 'no'],
    ],
    z.number(),
  ],
  [
    'a number of a range',
    [
      [5, 'yes'],
      [11, 'no'],
      [1e21, 'no'],
      ['11', 'no'],
    ],
    z.number().max(10),
  ],
  [
    'a text',
    [
      ['', 'yes'],
      ['\ud800', 'open'],
      [5, 'open'],
      [{ toString: 1 }, 'no'],
      [['a', 'b'], 'no'],
    ],
    z.string(),
  ],
  [
    'a string of at most two characters',
    [
      ['ab', 'yes'],
      ['👍a', 'open'],
      ['abc', 'no'],
    ],
    z.string().max(2),
  ],
  [
    'a string that matches a pattern, some of which servers may reject',
    [
      ['a', 'yes'],
      ['aa', 'open'],
      ['b', 'no'],
    ],
    z
      .string()
      .regex(/a/)
      .register(tolerance, { isOpen: (value) => value !== 'a' }),
  ],
  [
    'a date and time',
    [
      ['2020-02-29T00:00:00Z', 'yes'],
      ['2021-02-29T00:00:00Z', 'open'],
      ['2020-01-05T00:00:00+24:00', 'no'],
      ['tomorrow', 'no'],
      [null, 'no'],
      [true, 'no'],
      [0, 'no'],
      [[0], 'no'],
      [['2020-02-29T00:00:00Z'], 'open'],
    ],
    isoDate,
  ],
  [
    'a list',
    [
      [['a'], 'yes'],
      [['a', {}], 'no'],
      [{ length: 0 }, 'no'],
      ['a', 'open'],
    ],
    z.array(z.string()),
  ],
  [
    'an object',
    [
      [{ a: 'x' }, 'yes'],
      [{ a: 'x', b: 'c', other: 1 }, 'open'],
      [{ b: 'c' }, 'no'],
      [JSON.parse('{"__proto__":{"a":"x"}}'), 'no'],
      [{ a: 'x', b: 'd' }, 'no'],
      [[{ a: 'x' }], 'no'],
    ],
    z.looseObject({ a: z.string(), b: z.enum(['c']).optional() }),
  ],
]

describe('classifies values of the model:', () => {
  for (const [name, verdicts, schema] of cases) {
    test(name, () => {
      const oracle = oracleOf(schema)
      for (const [value, verdict] of verdicts)
        assert.equal(oracle(value), verdict, JSON.stringify(value))
    })
  }
})
