import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { modesOf } from './modes.ts'

const next = normalNumbers(29)
const normal = () => next()
/** Student's t with three degrees of freedom. */
const t3 = () => next() / Math.sqrt((next() ** 2 + next() ** 2 + next() ** 2) / 3)

/** Returns processes around a centre with random log deviations. */
const about = (center: number, processes: number, deviation: number, deviate = normal) =>
  Array.from({ length: processes }, () => center * Math.exp(deviation * deviate()))

test('two modes are detected, with centres and numbers of processes', () => {
  const [slower, faster] =
    modesOf([...about(0.2, 13, 0.04), ...about(0.09, 2, 0.04)]) ?? assert.fail()
  assert.deepEqual([slower.processes, faster.processes], [2, 13])
  assert.ok(Math.abs(slower.center / 0.09 - 1) < 0.1 && Math.abs(faster.center / 0.2 - 1) < 0.1)
})

test('less than 1% of unimodal samples are detected, normal or with heavy tails', () => {
  const samples = 2_000
  for (const deviate of [normal, t3]) {
    for (const processes of [5, 8, 15]) {
      const found = Array.from({ length: samples }, () =>
        modesOf(about(1, processes, 0.3, deviate)),
      ).filter(Boolean)
      assert.ok(
        found.length < 0.01 * samples,
        `${found.length} of ${samples} samples of ${processes}`,
      )
    }
  }
})

test('one outlier is not a mode, nor are speeds less than 10% apart, nor those of few processes', () => {
  assert.equal(modesOf([...about(0.2, 14, 0.01), 0.09]), null)
  assert.equal(modesOf([...about(1, 8, 0.001), ...about(1.08, 7, 0.001)]), null)
  assert.equal(modesOf([1, 1, 2, 2]), null)
  assert.equal(modesOf([1, 1, 1, 1, 1]), null)
  assert.equal(modesOf([1, 1, 1, Infinity, Infinity]), null)
  assert.notEqual(modesOf([...about(1, 8, 0.001), ...about(1.12, 7, 0.001)]), null)
})
