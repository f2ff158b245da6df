import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleResult } from '../../../shared/results/samples.ts'
import { inventedResult, tableCells, threeServers } from '../../draw/fixture.ts'
import { notesList } from '../../pages/facts.ts'
import { instrumentFiles, terminalText } from '../instrument.ts'
import { type Workarounds, workaroundCosts, workaroundsStore, workaroundText } from './format.ts'
import workarounds from './instrument.ts'

const timing = {
  ...{ connections: 100, sliceSeconds: 0.25, warmUpSlices: 4, longestWarmUp: 24, slices: 4, noisySlices: 0 },
  ...{ unsettled: [], by: 'schedstat' as const },
}

const server = (name: string, own: number[], standard: number[]): Workarounds['servers'][number] => ({
  name,
  displayName: name,
  version: '1.0.0',
  runtime: 'node',
  runtimeVersion: '26.0.0',
  refusal: null,
  code: '',
  microseconds: own,
  workarounds: [{ id: 'guards', why: `${name} falls.`, microseconds: standard }],
})

const file = {
  ...workaroundsStore.complete({
    ...{ startedAt: '2026-01-02T03:04:05.678Z', finishedAt: '2026-01-02T03:14:05.678Z', notInstalled: [] },
    ...{ environment: sampleResult().environment, source: { commit: 'abc', clean: true } },
    ...{ scenario: 'update-user', processes: 2, seed: 1, timing },
    servers: [
      server('house', [], []),
      server('express', [21, 20.9], [20.5, 20.5]),
      server('tower', [22, 22.1], [20, 20]),
      { ...server('ruin', [], []), refusal: 'fell down' },
    ],
  }),
  checksum: '',
}

const stored = { file, path: 'results/workarounds/a.json' }

test('a row for each work-around, the most costly first', async () => {
  const page = (await instrumentFiles(workarounds, [stored])).get('charts/published/workarounds/README.md') ?? ''
  assert.deepEqual(tableCells(page).slice(-3), [
    ['tower', 'tower falls.', '+10.3 ± 3.2', '22.1', '20.0'],
    ['express', 'express falls.', '~ +2.2 ± 3.1', '20.9', '20.5'],
    ['house', 'house falls.', 'not measured', '', ''],
  ])
  assert.doesNotMatch(page, /undefined|NaN|ruin falls/)
  assert.match(terminalText(workarounds, file), /│ tower +│ 1\.0\.0 +│ guards +│/)
  assert.match(terminalText(workarounds, file), /\nruin: disqualified: fell down$/)
})

test('a scenario’s page says it in its notes', () => {
  const remarks = workarounds.remarks?.([stored]) ?? {}
  const notes = notesList(inventedResult(threeServers), (name) => remarks[name] ?? [])
  assert.match(
    notes,
    /\*\*express\*\*: work-around: express falls\. Its cost in CPU time of update-user: ~ 2\.2% ±3\.1\./,
  )
})

const textsOf = (own: number[], ...standards: number[][]) =>
  workaroundCosts({
    ...server('tower', own, []),
    workarounds: standards.map((microseconds, i) => ({ id: `guard-${i}`, why: 'It falls.', microseconds })),
  }).map(workaroundText)

test('a cost is the mean of ratios of processes that stood side by side', () => {
  const [cost] = workaroundCosts(server('tower', [22, 33], [20, 30]))
  assert.ok(Math.abs((cost?.measured?.share.value ?? 0) - 0.1) < 1e-12)
  assert.equal(cost?.measured?.own, 27.5)
  assert.equal(cost?.measured?.standard, 25)
})

test('above 5% the figures of both are shown, whichever is larger', () => {
  assert.deepEqual(textsOf([21, 21], [20.5, 20.5], [19, 19], [24, 24]), [
    '2.4% ±0.0',
    '10.5% ±0.0: 21.0 µs instead of 19.0',
    '-12.5% ±0.0: 21.0 µs instead of 24.0',
  ])
})

test('what is not significant is marked; one process has no interval, and none was not measured', () => {
  assert.match(textsOf([21, 20, 20.5], [20, 21, 20.4])[0] ?? '', /^~ 0\.2% ±\d/)
  assert.deepEqual(textsOf([21], [20.5]), ['2.4%'])
  assert.deepEqual(textsOf([], []), ['not measured'])
})
