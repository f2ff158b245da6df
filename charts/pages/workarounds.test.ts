import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleLayers } from '../../shared/result/layers-fixtures.ts'
import { type Workarounds, workaroundsStore } from '../../shared/result/workarounds.ts'
import { inventedResult, tableCells, threeServers } from '../specs/fixture.ts'
import { WORKAROUNDS_PATH } from '../text/paths.ts'
import { notesList } from './facts.ts'
import { workaroundRemarks, workaroundsPages } from './workarounds.ts'

const { startedAt, finishedAt, environment, source, timing, notInstalled } = sampleLayers()

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
    ...{ startedAt, finishedAt, environment, source, notInstalled },
    ...{ scenario: 'update-user', processes: 2, seed: 1, timing: timing as NonNullable<typeof timing> },
    servers: [server('house', [], []), server('express', [21, 21], [20.5, 20.5]), server('tower', [22, 22], [20, 20])],
  }),
  checksum: '',
}

test('the page has a row for each work-around, the dearest first', () => {
  const page = workaroundsPages({ file, path: 'results/workarounds/a.json' }).get(WORKAROUNDS_PATH) ?? ''
  assert.deepEqual(tableCells(page).slice(-3), [
    ['tower 1.0.0', 'tower falls.', '10.0% ±0.0: 22.0 µs instead of 20.0'],
    ['express 1.0.0', 'express falls.', '2.4% ±0.0'],
    ['house 1.0.0', 'house falls.', 'not measured'],
  ])
  assert.doesNotMatch(page, /undefined|NaN/)
})

test('a scenario’s page says it in its notes', () => {
  const remarks = workaroundRemarks(file)
  const notes = notesList(inventedResult(threeServers), (name) => remarks[name] ?? [])
  assert.match(
    notes,
    /\*\*express\*\*: work-around: express falls\. Its cost in CPU time of update-user: 2\.4% ±0\.0\./,
  )
})
