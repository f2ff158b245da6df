import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../../shared/basics/testing.ts'
import type { Costs } from '../../shared/stats/cost.ts'
import {
  answerTo,
  errorOf,
  type Input,
  inputOf,
  matterRows,
  type NumberName,
  requestSentence,
  verdictText,
} from './matter-text.ts'

const estimate = (value: number, share = 0.02) => ({
  value,
  low: value * (1 - share),
  high: value * (1 + share),
})
/** Returns processes that vary by round; by a negative share, in the other rounds. */
const processesOf = (value: number, share: number) =>
  [-1, 0.5, 1, 0.5, -1].map((side, i): [number, number] => [i + 1, value * (1 + side * share)])
const serverOf = (low: number, high: number, share = 0.02) => ({
  curve: [
    { rate: 100, processes: processesOf(high, share) },
    { rate: 30_000, processes: processesOf(low, share) },
  ],
  machineEffect: estimate(1, 0),
})
const costs: Costs = {
  level: estimate(1, 0.1),
  isProvisional: false,
  quantiles: [null, null, null, null, null, 2.776],
  servers: {
    fast: serverOf(6, 12.5),
    express: serverOf(10, 20),
    tied: serverOf(10, 20.2, -0.02),
    vague: serverOf(10, 20, -0.5),
    few: { ...serverOf(10, 30), machineEffect: { value: 1, low: null, high: null } },
  },
}
const input: Input = { first: 'Fast', second: 'express', work: 2, kind: 'waits', rate: 100 }

function found(change: Partial<Input> = {}, first = 'fast', second = 'express') {
  const answer = answerTo(costs, [first, second], { ...input, ...change })
  return typeof answer === 'string' ? assert.fail(answer) : answer.matter
}

test('a sentence compares requests', () => {
  assert.match(
    requestSentence(found(), input),
    /^From CPU time, with 2 ms of waiting for, say, a database, requests finish 0\.37% sooner with Fast \(0\.3\d to 0\.4\d%\)\.$/,
  )
  assert.match(
    requestSentence(found({}, 'express', 'fast'), input),
    / 0\.37% later with Fast \(0\.3\d to 0\.4\d%\)/,
  )
  assert.match(
    requestSentence(found({ work: 0 }), { ...input, work: 0 }),
    /^From CPU time, without any work of your own, .* 38% sooner /,
  )
  assert.match(
    requestSentence(found({}, 'tied'), input),
    /, requests finish between 0\.05\d*% later and 0\.03\d*% sooner with Fast\.$/,
  )
  assert.match(
    requestSentence(found({}, 'few'), input),
    /, the difference is uncertain: too few processes/,
  )
})

test('the verdict holds for the whole interval', () => {
  for (const rate of [100, 5_000]) assert.equal(verdictText(found({ work: 5, rate })).word, 'No')
  assert.equal(verdictText(found({ work: 0, rate: 29_000 })).word, 'A little')
  assert.equal(verdictText(found({}, 'tied')).word, 'No')
  assert.deepEqual(verdictText(found({ rate: 29_000 }, 'vague')), {
    word: 'No significant difference',
    text: 'For latency: no. For the number of machines: no significant difference.',
  })
  assert.deepEqual(verdictText(found({}, 'few')), {
    word: 'No significant difference',
    text: 'Choose by other criteria.',
  })
})

test('the reason states the largest difference, or its share', () => {
  const reason = (change: Partial<Input>) => verdictText(found(change)).text.split('. ')[0]
  assert.equal(
    reason({ work: 5 }),
    'The difference is at most 0.0083 ms, under our 0.1 ms threshold, and at most 0.00083 cores, under our 0.1-core threshold',
  )
  assert.match(
    reason({ work: 20, kind: 'computes', rate: 29_000 }) ?? '',
    /, and at most 0\.02\d% of the CPU time, under our 1% threshold$/,
  )
})

test('the table agrees with the sentences', () => {
  const rows = matterRows(found(), input)
  assert.match(rows[0]?.[1] ?? '', /^12\.5 \(11\.\d to 13\.\d\)$/)
  assert.match(rows[0]?.[3] ?? '', /^7\.50 \(6\.\d\d to 8\.\d\d\)$/)
  assert.deepEqual(
    rows.slice(1).map(([, first, second]) => [first, second]),
    [
      ['2.0125', '2.0200'],
      ['0.00125', '0.00200'],
    ],
  )
  assert.match(
    matterRows(found({}, 'express', 'fast'), input)[0]?.[3] ?? '',
    /^−7\.50 \(−8\.\d+ to −6\.\d+\)$/,
  )
})

test('a rate between measured ones is said to be interpolated', () => {
  const includedAt = (rate: number) => {
    const answer = answerTo(costs, ['fast', 'express'], { ...input, rate })
    return typeof answer === 'string' ? assert.fail(answer) : answer.included
  }
  assert.match(
    includedAt(input.rate + 1),
    / include that\. Its cost is interpolated between measured/,
  )
})

test('each server has the cost of its own curve, and the sentence states both factors', () => {
  const answer = answerTo(costs, ['fast', 'express'], input)
  const { included } = typeof answer === 'string' ? assert.fail(answer) : answer
  assert.match(
    included,
    /^a request uses 2\.1× \(Fast\) and 2\.0× \(express\) the CPU time of one at full load on the machine that measured both; these figures include that\.$/,
  )
  const { first } = found({ rate: 30_000 })
  assertNear(first.cpu.value, 6, 0.01)
  assertNear(first.cores, 0.18, 0.001)
})

test('what was not measured is said', () => {
  const answer = (rate: number, first = 'fast') =>
    answerTo(costs, [first, 'express'], { ...input, rate })
  assert.equal(answer(50), 'Not measured: Fast below 100 requests/s; express below 100 requests/s.')
  assert.equal(
    answer(40_000, 'gone'),
    'Not measured: the CPU time of Fast below saturation; express serves at most 30,000 requests/s on one CPU.',
  )
})

test('the state is read from the address; invalid values become defaults', () => {
  const of = (state: Record<string, string>) => inputOf((name) => state[name], costs)
  assert.deepEqual(of({}), { work: 2, kind: 'waits', rate: 1_000 })
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
