import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../basics/testing.ts'
import { layersStore, layersToPublish, NO_LAYERS, type UnsealedLayers } from './layers.ts'
import { SAMPLE_SERVERS, sampleLayers } from './layers-fixtures.ts'

const hour = (hour: number) => ({ startedAt: `2026-01-02T0${hour}:00:00.000Z` })
const dirty = { source: { commit: 'abc', clean: false } }

/** A root with those files. */
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

  const paths = (t: TestContext, ...all: UnsealedLayers[]) => {
    const { instructions, microseconds } = layersToPublish(rootWith(t, all))
    return [instructions, microseconds].map((stored) => stored?.path.slice(-15, -12) ?? null)
  }

  test('are the newest of those with most servers and clean sources', (t) => {
    const both = [sampleLayers(hour(1)), sampleLayers(hour(2))]
    assert.deepEqual(paths(t, ...both), ['T02', 'T02'])
    assert.deepEqual(paths(t, ...both, sampleLayers({ ...hour(3), ...fewer })), ['T02', 'T02'])
    assert.deepEqual(paths(t, ...both, sampleLayers({ ...hour(3), ...dirty })), ['T02', 'T02'])
  })

  test('are of a file of its own for each measure, where these were measured apart', (t) => {
    const both = sampleLayers(hour(1))
    assert.deepEqual(paths(t, both, sampleLayers({ ...hour(3), timing: null })), ['T03', 'T01'])
    assert.deepEqual(paths(t, both, sampleLayers({ ...hour(3), counting: null })), ['T01', 'T03'])
    assert.deepEqual(paths(t, sampleLayers({ ...hour(3), counting: null })), [null, 'T03'])
  })

  test('are none where there are none', (t) => {
    assert.deepEqual(layersToPublish(temporaryDirectory(t)), NO_LAYERS)
    assert.deepEqual(paths(t, sampleLayers(dirty)), [null, null])
  })
})
