import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { sampleProfiles } from './fixtures.ts'
import { profilesStore, profilesToCompare } from './format.ts'

test('servers are compared by the file that has most of them, then by the one with most processes', (t) => {
  const root = temporaryDirectory(t)
  const store = (time: string, names: string[], processes: number, refused: string[] = []) => {
    const profiles = sampleProfiles({
      ...Object.fromEntries(names.map((name) => [name, { parts: { router: 4 } }])),
      ...Object.fromEntries(refused.map((name) => [name, { parts: {}, refusal: 'exited' }])),
    })
    const path = `results/profile/update-user/2026-11-22T${time}-00Z.json`
    const protocol = { ...profiles.protocol, processes }
    profilesStore.write(join(root, path), { ...profiles, protocol, source: { commit: 'c', clean: true } })
    return path
  }
  const chosen = () => profilesToCompare(['express', 'http-node'], root).map(({ path }) => path)
  store('01-00', ['express', 'http-node', 'hono', 'koa'], 3)
  const best = store('02-00', ['express', 'http-node'], 10)
  store('03-00', ['http-node', 'hono', 'koa'], 20)
  store('04-00', ['http-node'], 20, ['express'])
  store('05-00', ['express', 'http-node', 'hono', 'koa'], 5)
  assert.deepEqual(chosen(), [best])
  const newer = store('06-00', ['express', 'http-node'], 10)
  assert.deepEqual(chosen(), [newer])
})
