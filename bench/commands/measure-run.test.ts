import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { probeData, probeText } from '../../charts/table/probe-table.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import type { Result } from '../../shared/format/format.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { run } from '../../shared/probes/run.ts'
import { defaultsOf } from '../../shared/results/default-protocol.ts'
import { runFiles } from '../../shared/results/file.ts'
import { withPublished } from '../../shared/results/published.ts'
import { runNotes } from '../../shared/results/run-notes.ts'
import { type Rates, resultOf as runOf, steady } from '../../shared/test/compare-fixtures.ts'

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

const textOf = (file: Result, root: string) => runNotes(withPublished(file, root)).join()

test('a run is judged by the runs of other machines, even if it and others of its machine are stored', (t) => {
  const root = temporaryDirectory(t)
  const usual = { 'http-node': steady(40_000), express: steady(20_000), koa: steady(24_000) }
  const off = { ...usual, express: steady(20_000 * 0.8) }
  const own = storable(5, off)
  const others = [1, 2, 3].map((day) => storable(day, usual))
  for (const file of [...others, storable(4, off, 'boot-5'), own])
    writeMeasurement(
      runFiles,
      join(root, 'results/update-user', `${file.startedAt.slice(0, 10)}T00-00-00Z.json`),
      file,
    )
  const expected =
    /1 of 2 servers within the published prediction interval; outside: express \(0\.40, published 0\.4\d to/
  assert.match(textOf(own, root), expected)
  assert.match(
    textOf({ ...own, environment: { ...own.environment, boot: null } }, root),
    /2 of 2 servers within/,
  )
  assert.doesNotMatch(textOf(own, temporaryDirectory(t)), /within the published/)
})

test('a quick run predicts the published servers that it lacks, for its machine', (t) => {
  const root = temporaryDirectory(t)
  const rates = { 'http-node': 40_000, express: 20_000, koa: 24_000, hono: 30_000 }
  const of = (names: string[], factor = 1) =>
    Object.fromEntries(
      Object.entries(rates)
        .filter(([name]) => names.includes(name))
        .map(([name, rate], i) => [name, steady(rate * factor, 5, i)]),
    )
  for (const day of [1, 2])
    writeMeasurement(
      runFiles,
      join(root, 'results/update-user', `2026-01-0${day}T00-00-00Z.json`),
      storable(day, of(Object.keys(rates))),
    )
  const here = storable(3, of(['http-node', 'express'], 0.5))
  const quick = { ...here, details: { ...here.details, quick: true } }
  const [, expected = ''] = probeText(run, withPublished(quick, root)).split('Not measured here')
  assert.match(expected, /│ hono .*│ +0\.[67]\d–0\.[78]\d │ 1[34],000–1[5-7],000 │\n│ koa /)
  assert.doesNotMatch(expected, /│ express /)
  const data = probeData(run, withPublished(quick, root)).rows.map(({ server, figures }) => [
    server,
    figures.ratio_to_baseline?.value == null,
    figures.expected_ratio_to_baseline?.low != null,
  ])
  assert.deepEqual(data, [
    ['http-node', false, false],
    ['express', false, false],
    ['hono', true, true],
    ['koa', true, true],
  ])
  assert.doesNotMatch(probeText(run, withPublished(here, root)), /Not measured here/)
})

test('a machine on which many servers are outside is said to be unlike the others', (t) => {
  const root = temporaryDirectory(t)
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const of = (day: number, factor: number) =>
    storable(day, {
      'http-node': steady(40_000),
      ...Object.fromEntries(
        names.map((name, i) => [name, steady((30_000 - 1_000 * i) * factor, 5, i)]),
      ),
    })
  for (const day of [1, 2])
    writeMeasurement(
      runFiles,
      join(root, 'results/update-user', `2026-01-0${day}T00-00-00Z.json`),
      of(day, 1),
    )
  assert.match(textOf(of(3, 0.3), root), /this machine is unlike the published ones/)
  assert.doesNotMatch(textOf(of(3, 1), root), /unlike/)
})
