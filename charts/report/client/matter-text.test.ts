import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matterOf } from '../../../shared/stats/matter.ts'
import {
  type Asked,
  askedOf,
  costAt,
  errorOf,
  matterRows,
  type NumberName,
  requestSentence,
  verdictText,
} from './matter-text.ts'

const cpu = { value: 20, low: 19, high: 21 }
const ratio = { value: 1.6, low: 1.55, high: 1.65 }
const asked: Asked = { first: 'fastify', second: 'express', work: 2, kind: 'waits', rate: 100 }
const found = (change: Partial<Asked> = {}, other = ratio) => matterOf({ cpu, ratio: other, ...asked, ...change })
const slower = { value: 1 / 1.6, low: 1 / 1.65, high: 1 / 1.55 }
const tied = { value: 1.01, low: 0.99, high: 1.03 }

test('a sentence compares requests', () => {
  assert.equal(
    requestSentence(found(), asked),
    'With 2 ms of your own work a request takes 0.37% less with fastify than with express (0.34 to 0.40%).',
  )
  assert.match(
    requestSentence(found({}, slower), asked),
    / 0\.59% more with fastify than with express \(0\.5\d to 0\.6\d%\)/,
  )
  assert.match(requestSentence(found({ work: 0 }), { ...asked, work: 0 }), /^Without any work of your own .* 38% less /)
  assert.match(
    requestSentence(found({}, tied), asked),
    /show no significant difference: a request takes between 0\.01\d*% more and 0\.029% less with the first\.$/,
  )
  const unsure = { value: 1.6, low: null, high: null } as unknown as typeof ratio
  assert.match(requestSentence(found({}, unsure), asked), /no significant difference; the uncertainty is unknown/)
})

test('with 5 ms of other work it does not matter at usual rates', () => {
  for (const rate of [1, 100, 5_000]) {
    assert.equal(verdictText(found({ work: 5, rate })).word, 'No')
  }
  assert.equal(verdictText(found({ work: 0, rate: 200_000 })).word, 'Yes')
  assert.equal(verdictText(found({ work: 5, rate: 30_000 })).word, 'A little')
  assert.deepEqual(verdictText(found({}, tied)), {
    word: 'no significant difference',
    text: 'Choose by other criteria.',
  })
})

test('the reason names the amounts that are too small, or their shares', () => {
  const reason = (change: Partial<Asked>) => verdictText(found(change)).text.split('. ')[0]
  assert.equal(
    reason({ work: 5 }),
    'The difference per request, 0.00750 ms, is less than 0.1 ms, and that in CPU time, 0.000750 CPUs, less than 0.1 CPUs',
  )
  assert.match(reason({ kind: 'computes', rate: 100_000 }) ?? '', /ms, and that in CPU time, 0\.37\d%, less than 1%$/)
})

test('the table agrees with the sentences', () => {
  const rows = matterRows(found(), asked)
  assert.deepEqual(
    rows.map(([, first, second]) => [first?.[0], second?.[0]]),
    [
      ['12.5', '20.0'],
      ['2.0125', '2.0200'],
      ['0.00125', '0.00200'],
    ],
  )
  assert.match(rows[0]?.[3]?.[0] ?? '', /^7\.50 \(6\.\d\d to 8\.\d\d\)$/)
  assert.match(matterRows(found({}, slower), asked)[0]?.[3]?.[0] ?? '', /^−12\.0 \(−1\d\.\d to −1\d\.\d\)$/)
})

test('a request costs what it cost at the highest measured rate that the reader reaches, or at the lowest', () => {
  const costs: [number, number][] = [
    [1_000, 2.5],
    [5_000, 2],
  ]
  assert.deepEqual(
    [1, 1_000, 4_999, 5_000, 1e9].map((rate) => costAt(costs, rate)),
    [2.5, 2.5, 2.5, 2, 2],
  )
  assert.equal(costAt([], 100), 1)
})

test('the state is read from the address; invalid values become defaults', () => {
  const of = (state: Record<string, string>) => askedOf((name) => state[name])
  assert.deepEqual(of({}), { work: 2, kind: 'waits', rate: 100 })
  assert.deepEqual(of({ 'matter.work': '0.5', 'matter.kind': 'computes', 'matter.rate': '5000' }), {
    work: 0.5,
    kind: 'computes',
    rate: 5_000,
  })
  assert.deepEqual(of({ 'matter.work': '-1', 'matter.kind': 'x', 'matter.rate': 'many' }), of({}))
})

test('a number that is too small, too large or missing is rejected; work may be zero', () => {
  const texts = ['0', '-5', '1e20', '', '0.5', '100']
  const rejected = (name: NumberName) => texts.filter((text) => errorOf(name, text) !== undefined)
  assert.deepEqual(rejected('rate'), ['0', '-5', '1e20', ''])
  assert.deepEqual(rejected('work'), ['-5', '1e20', ''])
})
