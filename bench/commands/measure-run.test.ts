import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import type { Result } from '../../shared/format/format.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { defaultsOf } from '../../shared/results/default-protocol.ts'
import { runFiles } from '../../shared/results/file.ts'
import { runNotes } from '../../shared/results/run-notes.ts'
import { type Rates, resultOf as runOf, steady } from '../../shared/test/compare-fixtures.ts'
import { besidePublished } from './measure-run.ts'

/** A run by the default protocol on a machine of its own, unless `boot` names one. */
function storable(day: number, rates: Rates, boot: string | null = `boot-${day}`) {
  const result = runOf(rates, { startedAt: `2026-01-0${day}T00:00:00.000Z` })
  const protocol = {
    ...defaultsOf(result.scenario),
    seed: day,
    rounds: result.details.rounds.length,
  }
  return { ...result, protocol, environment: { ...result.environment, boot } }
}

const textOf = (run: Result, root: string) => runNotes(besidePublished(run, root)).join()

test('a run is judged by the runs of other machines, even if it and others of its machine are stored', (t) => {
  const root = temporaryDirectory(t)
  const usual = { 'http-node': steady(40_000), express: steady(20_000), koa: steady(24_000) }
  const off = { ...usual, express: steady(20_000 * 0.85) }
  const own = storable(5, off)
  const others = [1, 2, 3].map((day) => storable(day, usual))
  for (const run of [...others, storable(4, off, 'boot-5'), own])
    writeMeasurement(
      runFiles,
      join(root, 'results/update-user', `${run.startedAt.slice(0, 10)}T00-00-00Z.json`),
      run,
    )
  const expected =
    /1 of 2 servers within the published prediction interval; outside: express \(0\.43, published 0\.4\d to/
  assert.match(textOf(own, root), expected)
  assert.match(
    textOf({ ...own, environment: { ...own.environment, boot: null } }, root),
    /2 of 2 servers within/,
  )
  assert.doesNotMatch(textOf(own, temporaryDirectory(t)), /within the published/)
})
