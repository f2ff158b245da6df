import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Search, SearchStep } from '../../shared/result/latency.ts'
import { histogramText, sampleSliceOf } from '../../shared/result/latency-fixtures.ts'
import { confirmed, stepOf } from './search-objective.ts'

const step = (rate: number, passed: boolean): SearchStep => {
  return { rate, value: 5, least: 5, held: true, passed, told: true, noise: null }
}

const steps = (rate: number, passed: number) => [0, 1, 2, 3, 4].map((time) => step(rate, time < passed))

test('the best rate is lowered until four of five fresh processes pass', async () => {
  const found: Search = {
    steps: [],
    best: 10_000,
    next: 10_400,
    bestAgain: steps(10_000, 1),
    nextAgain: steps(10_400, 0),
  }
  // Four of five hold up to 9,100/s.
  const search = await confirmed(found, 12_000, async (rate) => steps(rate, rate <= 9_100 ? 4 : 3))
  assert.deepEqual([search.best, search.next], [9_070, 9_524])
  assert.equal(search.bestAgain.filter(({ passed }) => passed).length, 4)
  assert.deepEqual(search.nextAgain, steps(9_524, 3))
  const sure = { ...found, bestAgain: steps(10_000, 4) }
  assert.deepEqual(await confirmed(sure, 12_000, () => assert.fail('it is confirmed')), sure)
})

test('where the next rate passes after all, both are raised until it does not', async () => {
  const found: Search = {
    steps: [],
    best: 10_000,
    next: 10_400,
    bestAgain: steps(10_000, 2),
    nextAgain: steps(10_400, 5),
  }
  const upTo = (limit: number) => async (rate: number) => steps(rate, rate <= limit ? 5 : 0)
  const { best, next, bestAgain } = await confirmed(found, 20_000, upTo(11_000))
  assert.deepEqual([best, next, bestAgain], [10_920, 11_466, steps(10_920, 5)])
  const all = await confirmed(found, 10_800, upTo(20_000))
  assert.deepEqual([all.best, all.next, all.nextAgain], [10_800, null, []])
})

test('a rate that no processes pass again is none', async () => {
  const found: Search = { steps: [], best: 10_000, next: null, bestAgain: steps(10_000, 0), nextAgain: [] }
  const { best, bestAgain, next } = await confirmed(found, 12_000, async (rate) => steps(rate, 0))
  assert.deepEqual([best, bestAgain], [null, []])
  assert.ok(next !== null && next < 6_500)
})

const objective = { quantile: 'p99', milliseconds: 20 } as const
const of = (milliseconds: number) => Array.from({ length: 1_000 }, () => milliseconds)

test('what passes with the generator’s own part has passed, also where it stood still', () => {
  const slice = sampleSliceOf(of(15), { least: histogramText(of(1)), longestTurn: 14 })
  const { passed, told } = stepOf([{ slice, late: 'it stood still' }], 1_000, objective)
  assert.deepEqual([passed, told], [true, true])
})

test('what would pass without the generator’s own part has not passed, and is not told', () => {
  const slice = sampleSliceOf(of(25), { least: histogramText(of(15)) })
  const { passed, told } = stepOf([{ slice, late: null }], 1_000, objective)
  assert.deepEqual([passed, told], [false, false])
})

test('what does not pass even without the generator’s own part is told, but where it stood still', () => {
  const slice = sampleSliceOf(of(25))
  assert.equal(stepOf([{ slice, late: null }], 1_000, objective).told, true)
  assert.equal(stepOf([{ slice, late: 'it stood still' }], 1_000, objective).told, false)
  const growing = sampleSliceOf(of(5), { backlog: { begin: 0, end: 500 } })
  const { held, passed, told } = stepOf([{ slice: growing, late: null }], 1_000, objective)
  assert.deepEqual([held, passed, told], [false, false, true])
})

test('the quantile is that of all slices of a look', () => {
  // One slow request in a hundred of one slice is one in two hundred of both.
  const slow = sampleSliceOf([...of(5), ...Array.from({ length: 15 }, () => 100)])
  const fast = sampleSliceOf(of(5))
  assert.equal(stepOf([{ slice: slow, late: null }], 1_000, objective).passed, false)
  const both = [slow, fast].map((slice) => ({ slice, late: null }))
  assert.equal(stepOf(both, 1_000, objective).passed, true)
})
