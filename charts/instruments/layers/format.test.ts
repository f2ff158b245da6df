import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { SAMPLE_SERVERS, sampleLayers } from './fixtures.ts'
import { layersStore, layersToPublish, measuresOf, type UnsealedLayers } from './format.ts'

const hour = (hour: number) => ({ startedAt: `2026-01-02T0${hour}:00:00.000Z` })
const dirty = { source: { commit: 'abc', clean: false } }

/** Writes files into a temporary root. */
function rootWith(t: TestContext, all: readonly UnsealedLayers[]): string {
  const root = temporaryDirectory(t)
  for (const layers of all) {
    const name = layers.startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
    layersStore.write(join(root, 'results/layers', `${name}.json`), layers)
  }
  return root
}

describe('the layers that are published', () => {
  const fewer = { servers: SAMPLE_SERVERS.slice(1) }

  const paths = (t: TestContext, ...all: UnsealedLayers[]) =>
    layersToPublish(rootWith(t, all)).map(({ path, file }) => `${path.slice(-15, -12)} ${measuresOf(file).join()}`)

  test('are the newest of the clean files with most servers', (t) => {
    const both = [sampleLayers(hour(1)), sampleLayers(hour(2))]
    const newest = ['T02 instructions,microseconds']
    assert.deepEqual(paths(t, ...both), newest)
    assert.deepEqual(paths(t, ...both, sampleLayers({ ...hour(3), ...fewer })), newest)
    assert.deepEqual(paths(t, ...both, sampleLayers({ ...hour(3), ...dirty })), newest)
  })

  test('are one file per metric, if measured separately', (t) => {
    const both = sampleLayers(hour(1))
    const [counted, timed] = [{ timing: null }, { counting: null }].map((without) =>
      sampleLayers({ ...hour(3), ...without }),
    ) as [UnsealedLayers, UnsealedLayers]
    assert.deepEqual(paths(t, both, counted), ['T03 instructions', 'T01 microseconds'])
    assert.deepEqual(paths(t, both, timed), ['T01 instructions', 'T03 microseconds'])
    assert.deepEqual(paths(t, timed), ['T03 microseconds'])
  })

  test('are none without files', (t) => {
    assert.deepEqual(layersToPublish(temporaryDirectory(t)), [])
    assert.deepEqual(paths(t, sampleLayers(dirty)), [])
  })
})
