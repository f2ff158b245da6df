import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { costsToPublish, readCost, type UnsealedCost, writeCost } from './cost.ts'
import { SAMPLE_STEPS, sampleCost, sampleLibrary } from './cost-fixtures.ts'

const hour = (hour: number) => ({ startedAt: `2026-01-02T0${hour}:00:00.000Z` })
const dirty = { source: { commit: 'abc', clean: false } }

/** A root with those files; writes in a folder that there is. */
function rootWith(t: TestContext, costs: readonly UnsealedCost[]): string {
  const root = temporaryDirectory(t)
  for (const cost of costs) {
    const name = cost.startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
    writeCost(join(root, 'results/cost', `${name}.json`), cost)
  }
  return root
}

describe('a file of the cost ladder', () => {
  test('comes back as it was written', (t) => {
    const path = join(temporaryDirectory(t), 'a.json')
    writeCost(path, sampleCost())
    const { checksum, ...rest } = readCost(path)
    assert.match(checksum, /^[0-9a-f]{64}$/)
    assert.ok(isDeepStrictEqual(rest, sampleCost()))
  })

  test('is not taken where a number was edited, and is not written over', (t) => {
    const path = join(temporaryDirectory(t), 'a.json')
    writeCost(path, sampleCost())
    assert.throws(() => writeCost(path, sampleCost()))
    writeFileSync(path, readFileSync(path, 'utf8').replace('"processes": 5', '"processes": 9'))
    assert.throws(
      () => readCost(path),
      (error: Error) => error instanceof UsageError && /has been edited/.test(error.message),
    )
  })
})

describe('the ladder that is published', () => {
  const fewer = { libraries: [sampleLibrary('a', SAMPLE_STEPS)] }

  const paths = (t: TestContext, ...costs: UnsealedCost[]) => {
    const { instructions, microseconds } = costsToPublish(rootWith(t, costs))
    return [instructions, microseconds].map((stored) => stored?.path.slice(-15, -12) ?? null)
  }

  test('is the newest of those with most libraries and clean sources', (t) => {
    const both = [sampleCost(hour(1)), sampleCost(hour(2))]
    assert.deepEqual(paths(t, ...both), ['T02', 'T02'])
    assert.deepEqual(paths(t, ...both, sampleCost({ ...hour(3), ...fewer })), ['T02', 'T02'])
    assert.deepEqual(paths(t, ...both, sampleCost({ ...hour(3), ...dirty })), ['T02', 'T02'])
  })

  test('is one of its own for each measure, where these were measured apart', (t) => {
    const both = sampleCost(hour(1))
    assert.deepEqual(paths(t, both, sampleCost({ ...hour(3), timing: null })), ['T03', 'T01'])
    assert.deepEqual(paths(t, both, sampleCost({ ...hour(3), counting: null })), ['T01', 'T03'])
    assert.deepEqual(paths(t, sampleCost({ ...hour(3), counting: null })), [null, 'T03'])
  })

  test('is none where there is none', (t) => {
    assert.deepEqual(costsToPublish(temporaryDirectory(t)), { instructions: null, microseconds: null })
    assert.deepEqual(paths(t, sampleCost(dirty)), [null, null])
  })
})
