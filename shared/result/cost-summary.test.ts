import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { COST_MEASURES, COST_STEPS } from './cost.ts'
import { rungsOf, SAMPLE_STEPS, sampleCost, sampleLibrary } from './cost-fixtures.ts'
import { differenceOf, idleValidators, isNothing, libraryCosts, meanOf } from './cost-summary.ts'

const near = (value: number | undefined, expected: number, share = 1e-6) =>
  assert.ok(Math.abs((value ?? Number.NaN) / expected - 1) <= share, `${value} instead of ${expected}`)

describe('the costs of a library', () => {
  test('are what each rung adds, add up to the last one, and meet a server that does the same', () => {
    for (const measure of COST_MEASURES) {
      const scale = measure === 'instructions' ? 1 : 1 / 4_000
      const quick = libraryCosts(sampleCost(), measure).find(({ library }) => library.library === 'quick')
      for (const [index, { step, value, low, high }] of (quick?.steps ?? []).entries()) {
        assert.equal(step, COST_STEPS[index])
        const cost = (SAMPLE_STEPS[index] as number) * scale
        near(value, cost)
        assert.ok((low as number) < cost && cost < (high as number))
      }
      near(
        quick?.sum,
        SAMPLE_STEPS.reduce((sum, cost) => sum + cost * scale, 0),
      )
      near(quick?.share?.value, 1)
      assert.ok((quick?.share?.low as number) <= 1 && (quick?.share?.high as number) >= 1)
      near(quick?.server?.value, quick?.sum as number)
    }
  })

  test('are in CPU time held against the rung that stood beside them, whatever the machine did to the common ones', () => {
    const library = sampleLibrary('a', SAMPLE_STEPS)
    const slower = (values: readonly number[]) => values.map((value) => value + 3)
    const later = {
      ...library,
      anchor: slower(library.anchor),
      rungs: library.rungs.map((rung) => ({ ...rung, microseconds: slower(rung.microseconds) })),
    }
    const [costs] = libraryCosts(sampleCost({ libraries: [later] }), 'microseconds')
    near(costs?.steps[3]?.value, 1)
    near(costs?.sum, 66_000 / 4_000)
    const [without] = libraryCosts(sampleCost({ libraries: [{ ...later, anchor: [] }] }), 'microseconds')
    near(without?.steps[3]?.value, 4)
  })

  test('leave what loading the library changes to HTTP, and do not take it off validation', () => {
    const library = sampleLibrary('a', SAMPLE_STEPS)
    const [below] = rungsOf(SAMPLE_STEPS).slice(2)
    assert.ok(below)
    const less = (values: readonly number[], share: number) => values.map((value) => value - 2_000 * share)
    const cheaper = (costs: typeof below) => ({
      ...costs,
      instructions: less(costs.instructions, 1),
      microseconds: less(costs.microseconds, 1 / 4_000),
    })
    const { rung: _, ...loaded } = cheaper(below)
    const held = { ...library, loaded, rungs: library.rungs.map(cheaper) }
    for (const measure of COST_MEASURES) {
      const scale = measure === 'instructions' ? 1 : 1 / 4_000
      const [costs] = libraryCosts(sampleCost({ libraries: [held] }), measure)
      const [http, , , validate] = costs?.steps ?? []
      near(http?.value, 38_000 * scale)
      assert.ok((http?.low as number) < 38_000 * scale && 38_000 * scale < (http?.high as number))
      near(validate?.value, 4_000 * scale)
      near(costs?.sum, 64_000 * scale)
    }
  })

  test('are none of a library that was refused, or that was not measured so', () => {
    const refused = sampleLibrary('refused', SAMPLE_STEPS, { rungs: [], anchor: [], server: null, refusal: 'a liar' })
    assert.deepEqual(libraryCosts(sampleCost({ libraries: [refused] }), 'instructions'), [])
    const untimed = (rungs: ReturnType<typeof rungsOf>) => rungs.map((rung) => ({ ...rung, microseconds: [] }))
    const counted = sampleLibrary('counted', SAMPLE_STEPS, {
      rungs: untimed(rungsOf(SAMPLE_STEPS)).slice(3),
      anchor: [],
    })
    const cost = sampleCost({ common: untimed(sampleCost().common), libraries: [counted] })
    assert.deepEqual(libraryCosts(cost, 'microseconds'), [])
    assert.equal(libraryCosts(cost, 'instructions').length, 1)
  })

  test('have no interval with one process', () => {
    assert.deepEqual(meanOf([5]), { value: 5 })
    assert.deepEqual(differenceOf([5], [3], true), { value: 2 })
    assert.ok(!isNothing({ value: -1 }))
    assert.ok(isNothing({ value: -1, low: -3, high: 1 }))
    assert.ok(!isNothing({ value: -2, low: -3, high: -1 }))
    assert.ok(!isNothing({ value: 2, low: 1, high: 3 }))
  })
})

describe('a validator that does nothing', () => {
  const idle = SAMPLE_STEPS.map((cost, step) => (COST_STEPS[step] === 'validate' ? 0 : cost))

  test('is called out by name, and one that does its work is not', () => {
    const cost = sampleCost({ libraries: [sampleLibrary('idle', idle), sampleLibrary('busy', SAMPLE_STEPS)] })
    assert.deepEqual(idleValidators([cost]), ['idle'])
    assert.deepEqual(idleValidators([{ ...cost, processes: 4 }]), [])
  })

  test('is not called out where one measure tells it from nothing', () => {
    const library = sampleLibrary('a', idle)
    const rungs = library.rungs.map((rung) => ({
      ...rung,
      instructions: rung.instructions.map((count) => count + 4_000),
    }))
    const told = sampleCost({ libraries: [{ ...library, rungs }] })
    assert.deepEqual(idleValidators([told]), [])
    assert.deepEqual(idleValidators([sampleCost({ libraries: [library] }), told]), [])
  })

  test('is not called out for what nobody measured', () => {
    assert.deepEqual(
      idleValidators([{ processes: 5, common: [], libraries: [sampleLibrary('a', SAMPLE_STEPS, { rungs: [] })] }]),
      [],
    )
  })
})

describe('the interval of a difference', () => {
  /** Share of tries whose interval holds the difference, of five and five values. */
  const coverage = (paired: boolean, common: number) => {
    const normal = normalNumbers(7)
    const tries = 2_000
    let held = 0
    for (let i = 0; i < tries; i++) {
      const rounds = Array.from({ length: 5 }, () => common * normal())
      const [values, others] = [10, 7].map((mean) => rounds.map((shift) => mean + shift + normal()))
      const { low, high } = differenceOf(values as number[], others as number[], paired)
      if ((low as number) <= 3 && 3 <= (high as number)) held++
    }
    return held / tries
  }

  test('holds the truth in 95 of 100 tries, paired or not', () => {
    for (const share of [coverage(true, 0), coverage(true, 20)]) assert.ok(share > 0.93 && share < 0.97, `${share}`)
    // By ranks of five and five values there are intervals of 96.8% and of 94.4%, and none between.
    const byRanks = coverage(false, 0)
    assert.ok(byRanks > 0.95 && byRanks < 0.985, `${byRanks}`)
  })

  test('holds the truth, and the difference stays near it, where one process of five is far off', () => {
    const { value, low, high } = differenceOf([11, 12, 13, 12, 500], [1, 2, 3, 2, 2], false)
    assert.ok(Math.abs(value - 10) <= 1, `${value}`)
    assert.ok((low as number) <= 10 && (low as number) > 8 && (high as number) >= 10)
  })

  test('is narrow where what values share is paired out, and wide where it is not', () => {
    const rounds = [0, 10, -10, 5, -5]
    const [values, others] = [rounds.map((shift) => 10 + shift), rounds.map((shift, i) => 7 + shift + i / 100)]
    const width = (paired: boolean) => {
      const { low, high } = differenceOf(values, others, paired)
      return (high as number) - (low as number)
    }
    assert.ok(width(true) < 0.1)
    assert.ok(width(false) > 10)
  })
})
