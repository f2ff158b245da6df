import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { isGrowing, type TurnedSlice, turnPlanOf, warmedUp } from './warm-up.ts'

const plan = { least: 2, longest: 5, counted: 6, countedRequests: 0, requests: 20 }

/** Returns one slice per rate. */
function slices(
  rates: readonly number[],
  noisy: readonly number[] = [],
  requests = plan.requests,
): TurnedSlice[] {
  return rates.map((rate, i) => ({
    slice: i + 1,
    requests,
    rate,
    noise: noisy.includes(i + 1) ? 'others' : null,
  }))
}

describe('a trend', () => {
  test('is detected in growing rates, and not in equal, falling or few ones', () => {
    assert.equal(isGrowing([1, 2, 3, 4, 5, 6]), true)
    assert.equal(isGrowing([6, 5, 4, 3, 2, 1]), false)
    assert.equal(isGrowing(Array(6).fill(5)), false)
    assert.equal(isGrowing([1, 2]), false)
    assert.equal(isGrowing([]), false)
  })

  test('is detected in 5% of random rates, and in nearly all that grow by 6% per step', () => {
    const random = createRandom(1)
    const noise = () => 1 + 0.12 * (random.integer(0, 1000) / 1000 - 0.5)
    const share = (growth: number) => {
      const tries = Array.from({ length: 2_000 }, () =>
        isGrowing(Array.from({ length: 12 }, (_, i) => noise() * (1 + growth) ** i)),
      )
      return tries.filter(Boolean).length / tries.length
    }
    const falsely = share(0)
    assert.ok(falsely > 0.02 && falsely < 0.06, `${falsely}`)
    assert.ok(share(0.06) > 0.98, `${share(0.06)}`)
  })
})

describe('the end of the warm-up', () => {
  test('comes when enough slices after the shortest warm-up do not grow', () => {
    assert.equal(warmedUp([], plan), null)
    assert.equal(warmedUp(slices([5, 9, 10, 10, 10, 10, 10]), plan), null, 'five of six')
    assert.deepEqual(warmedUp(slices([5, 9, 10, 10, 10, 10, 10, 10]), plan), {
      turns: 2,
      settled: true,
    })
  })

  test('is postponed while rates grow, and is unsettled at the limit', () => {
    const rates = [5, 6, 7, 8, 9, 10, 11, 12]
    assert.equal(warmedUp(slices(rates), plan), null)
    assert.equal(warmedUp(slices([...rates, 13, 14]), plan), null)
    assert.deepEqual(warmedUp(slices([...rates, 13, 14, 15]), plan), { turns: 5, settled: false })
    assert.deepEqual(warmedUp(slices([...rates, 12, 12, 12]), plan), { turns: 5, settled: true })
  })

  test('needs a number of requests, and is unsettled if the limit comes first', () => {
    const rates = Array<number>(12).fill(10)
    const of = (turns: number, requests: number) =>
      warmedUp(slices(rates.slice(0, turns), [], requests), plan)
    assert.equal(of(8, plan.requests / 4), null)
    assert.deepEqual(of(10, plan.requests / 4), { turns: 4, settled: true })
    assert.deepEqual(of(11, plan.requests / 20), { turns: 5, settled: false })
  })

  test('waits for the requests that are to count', () => {
    const rates = Array<number>(12).fill(10)
    const of = (turns: number, noisy: number[] = []) =>
      warmedUp(slices(rates.slice(0, turns), noisy), { ...plan, counted: 1, countedRequests: 80 })
    assert.equal(of(5), null, '60 requests after two turns')
    assert.deepEqual(of(6), { turns: 2, settled: true })
    assert.equal(of(6, [6]), null)
    assert.deepEqual(of(8, [5, 6, 7, 8]), { turns: 2, settled: true }, '120 with noise')
  })

  test('waits for quiet slices, up to a limit', () => {
    const rates = Array<number>(8).fill(10)
    assert.equal(warmedUp(slices(rates, [8]), plan), null)
    assert.deepEqual(warmedUp(slices([...rates, 10], [8]), plan), { turns: 2, settled: true })
    const all = Array.from({ length: 11 }, (_, i) => i + 1)
    const noisy = slices(Array(11).fill(10), all)
    assert.equal(warmedUp(noisy.slice(0, 10), plan), null)
    assert.deepEqual(warmedUp(noisy, plan), { turns: 2, settled: true })
  })

  test('is reached if growing slices are followed only by noisy ones', () => {
    const rates = [5, 6, 7, 8, 9, 10, 11, 12, ...Array(6).fill(12)]
    const late = rates.map((_, i) => i + 1).filter((turn) => turn > 8)
    assert.equal(warmedUp(slices(rates, late).slice(0, 13), plan), null)
    assert.deepEqual(warmedUp(slices(rates, late), plan), { turns: 2, settled: false })
  })
})

test('no warm-up is unsettled', () => {
  const none = turnPlanOf({ ...defaultProtocol, warmupSeconds: 0, durationSeconds: 0.25 })
  assert.deepEqual([none.least, none.longest, none.counted], [0, 0, 1])
  assert.deepEqual(warmedUp(slices([10]), none), { turns: 0, settled: false })
})
