import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  dateTime,
  listOf,
  numberOf,
  objectOf,
  oneOf,
  optional,
  text,
  type Verdict,
} from './oracle.ts'

const cases: [
  name: string,
  verdicts: [value: unknown, verdict: Verdict][],
  oracle: (value: unknown) => Verdict,
][] = [
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
    numberOf(),
  ],
  [
    'a number of a range',
    [
      [5, 'yes'],
      [11, 'no'],
      [1e21, 'no'],
      ['11', 'no'],
    ],
    numberOf((value) => (value <= 10 ? 'yes' : 'no')),
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
    text,
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
    dateTime,
  ],
  [
    'a list',
    [
      [['a'], 'yes'],
      [['a', {}], 'no'],
      [{ length: 0 }, 'no'],
      ['a', 'open'],
    ],
    listOf(text),
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
    objectOf({ a: text, b: optional(oneOf('c')) }),
  ],
]

describe('classifies values of the model:', () => {
  for (const [name, verdicts, oracle] of cases) {
    test(name, () => {
      for (const [value, verdict] of verdicts)
        assert.equal(oracle(value), verdict, JSON.stringify(value))
    })
  }
})
