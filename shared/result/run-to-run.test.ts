import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { across, compare, NOT_REPEATED, type Rates, resultOf, rowOf, same, steady } from './compare-fixtures.ts'
import { writeResult } from './file.ts'
import type { UnsealedResult } from './format.ts'
import { PUBLISHED_FILE } from './published.ts'
import { publishedRunToRun, runToRun, trialsByRepeat } from './run-to-run.ts'

/** Six rounds, of which each three are a repeat. */
function repeated(rates: Rates): UnsealedResult {
  const repeat = (first: number, hour: number) => ({
    startedAt: `2026-01-02T0${hour}:00:00.000Z`,
    finishedAt: `2026-01-02T0${hour}:10:00.000Z`,
    rounds: { first, last: first + 2 },
  })
  const { startedAt } = repeat(1, 3)
  const { finishedAt } = repeat(4, 4)
  return resultOf(rates, { startedAt, finishedAt, repeats: [repeat(1, 3), repeat(4, 4)] })
}

/** Express is 10% faster in the second hour, and hono as fast as before. */
const twice = repeated({
  'http-node': steady(40_000, 6),
  express: [...steady(20_000, 3), ...steady(22_000, 3)],
  hono: steady(30_000, 6),
})
const once = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })

test('what unchanged servers differ by is that of the ratios of one repeat to those of another', () => {
  const found = runToRun(twice)
  assert.deepEqual([found?.scenario, found?.baseline, found?.repeats], ['update-user', 'http-node', 2])
  assert.ok(Math.abs((found?.median ?? 0) - 0.05) < 1e-9 && Math.abs((found?.greatest ?? 0) - 0.1) < 1e-9)
  assert.deepEqual(
    trialsByRepeat(twice).map((trials) => trials.get('express')?.map(({ round }) => round)),
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  )
  assert.equal(runToRun(once), null)
})

test('a comparison says where a run was not repeated, and how far runs differ', () => {
  const known = runToRun(twice)
  const notes = (old: UnsealedResult, recent: UnsealedResult) =>
    compare(old, recent, { ...same, runToRun: known }).notes
  const figure =
    'between the 2 repeats of the published update-user, ratios of unchanged servers to http-node differed by 5.0% in the median and 10.0% at most'
  const within = 'not repeated, so that intervals hold what differs within a run and not from run to run'
  assert.deepEqual(notes(once, once), [`old.json and new.json were ${within}: ${figure}`])
  assert.deepEqual(notes(twice, once).at(-1), `new.json was ${within}: ${figure}`)
  assert.deepEqual(notes(once, twice).at(-1), `old.json was ${within}: ${figure}`)
  assert.ok(!notes(twice, twice).some((note) => note.includes('repeated')))
  assert.deepEqual(compare(once, once).notes, [NOT_REPEATED])
  assert.equal(compare(once, once, across).notes.at(-1), NOT_REPEATED)
})

test('what differs between repeats is in the interval of runs that were repeated', () => {
  const alike = repeated({ 'http-node': steady(40_000, 6), express: steady(20_000, 6, 1), hono: steady(30_000, 6, 2) })
  const width = (result: UnsealedResult) => {
    const { low, high } = rowOf(compare(result, result), 'express')
    return (high as number) - (low as number)
  }
  assert.ok(width(twice) > 5 * width(alike), `${width(twice)} and ${width(alike)}`)
})

test('of published results the scenario’s own counts, or another one that was repeated', (t) => {
  const published = (results: Record<string, UnsealedResult>) => {
    const root = temporaryDirectory(t)
    const paths = Object.keys(results).map((scenario) => [scenario, [`results/${scenario}/a.json`]])
    for (const [scenario, result] of Object.entries(results)) {
      writeResult(join(root, `results/${scenario}/a.json`), { ...result, scenario })
    }
    writeTree(root, { [PUBLISHED_FILE]: JSON.stringify({ results: Object.fromEntries(paths), withdrawn: {} }) })
    return root
  }
  const all = published({ 'update-user': twice, json: twice, hello: once })
  assert.equal(publishedRunToRun('json', all)?.scenario, 'json')
  assert.equal(publishedRunToRun('hello', all)?.scenario, 'update-user')
  assert.equal(publishedRunToRun('hello', published({ hello: once })), null)
})
