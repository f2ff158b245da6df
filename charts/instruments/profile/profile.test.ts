import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, publishedAs, threeServers } from '../../draw/fixture.ts'
import { pagePath, WHY_PATH } from '../../text/paths.ts'
import { instrumentFiles } from '../instrument.ts'
import { profileChart } from './chart.ts'
import { type InventedProfile, sampleProfiles } from './fixtures.ts'
import profile from './instrument.ts'
import { whyPages } from './why.ts'

const servers: Record<string, InventedProfile> = {
  express: {
    parts: { outside: 10, runtime: 10, router: 20, unattributed: 2 },
    packages: [
      { package: 'express', part: 'router', time: 12 },
      { package: 'router', part: 'router', time: 8 },
      { package: 'odd-package', part: 'unattributed', time: 2 },
    ],
  },
  'http-node': { parts: { outside: 10, runtime: 8, handler: 2 }, plain: 0.8 },
  broken: { parts: {}, refusal: 'exited with status 1' },
}
const stored = (of = servers) => ({
  file: { ...sampleProfiles(of), checksum: '' },
  path: 'results/profile/update-user/2026-11-22T03-00-00Z.json',
})
const cells = (page: string, server: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith(`| ${server} `))
    .map((row) => row.split('|').map((cell) => cell.trim()))

test('the page has parts, packages and garbage collection, the cheapest server first', async () => {
  const files = await instrumentFiles(profile, [stored()])
  const page = files.get(pagePath('profile')) ?? ''
  assert.deepEqual(
    [...files.keys()].slice(1),
    ['light', 'dark'].map((theme) => `charts/published/profile/update-user.${theme}.svg`),
  )
  const [parts, collections, packages] = cells(page, 'express')
  assert.deepEqual(parts?.slice(1, 6), ['express', '39.9 ± 2.0', '42.0 ± 2.1', '10.0 ± 0.5', '10.0 ± 0.5'])
  assert.match(
    packages?.[2] ?? '',
    /^express 12 \(framework and router\), router 8\.0 \(framework and router\), odd-package 2\.0 \(unattributed\)$/,
  )
  assert.equal(
    packages?.[3],
    '[stacks](../../../results/profile/update-user/2026-11-22T03-00-00Z/express.speedscope.json)',
  )
  assert.deepEqual(collections?.slice(2, 8), ['40.0', '0.500', '2.0', '2.5 ± 0.0', '1.25', '9.00'])
  assert.ok(page.indexOf('| http-node ‡') < page.indexOf('| express'))
})

test('the page names disqualified and missing servers, and caveats of profiles', async () => {
  const page = (await instrumentFiles(profile, [stored()])).get(pagePath('profile')) ?? ''
  assert.match(page, /\n- broken: disqualified: exited with status 1\n/)
  assert.match(page, /\n- mion: not installed, so not measured\n/)
  assert.match(page, /\n- ‡ \*\*changed by profiling\*\*: .*15%.*: http-node\n/)
})

test('the chart has a bar per server and a legend of the parts that occur', async () => {
  const svg = await profileChart(stored().file).draw('dark')
  for (const text of ['express', 'http-node ‡', 'framework and router', 'unattributed'])
    assert.ok(svg.includes(text), text)
  assert.ok(!svg.includes('body parsing'))
  assert.equal(
    profileChart(stored().file).alt,
    'CPU time per request, by part, 2 servers: least has http-node with 20.0 µs, most of it kernel and runtime; most has express with 42.0 µs, most of it framework and router',
  )
})

test('the difference between servers is shown by part, the largest first, with packages', () => {
  const page = whyPages([stored()], [publishedAs(inventedResult(threeServers))]).get(WHY_PATH) ?? ''
  assert.match(page, /\n## Why is http-node faster than express\?\n/)
  const parts = page.split('\n').filter((line) => /^\| framework and router /.test(line))
  assert.match(
    parts[0] ?? '',
    /^\| framework and router \| 20\.0 \| 0 \| \+20 ± 0\.99 \| 91% \| express 12, router 8\.0 \| \|$/,
  )
})
