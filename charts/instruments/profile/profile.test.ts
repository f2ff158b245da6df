import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type InventedProfile, sampleProfiles } from '../../test/profile.ts'
import { pagePath } from '../../text/paths.ts'
import { instrumentFiles } from '../instrument.ts'
import profile from './instrument.ts'
import { packagesOf, partOf, profiledServers } from './summary.ts'

const servers: Record<string, InventedProfile> = {
  express: {
    parts: { outside: 10, runtime: 10, router: 20, unattributed: 2 },
    packages: [
      { package: 'express', part: 'router', time: 12 },
      { package: 'router', part: 'router', time: 8 },
    ],
    plain: 0.5,
  },
  'http-node': { parts: { outside: 10, runtime: 8, handler: 2 }, plain: 0.8 },
  broken: { parts: {}, refusal: 'exited with status 1' },
}
const profiles = sampleProfiles(servers)
for (const { name, processes } of profiles.servers)
  if (name === 'express' && processes[0]) processes[0].settled = false
const stored = {
  file: { ...profiles, checksum: '' },
  path: 'results/profile/update-user/2026-11-22T03-00-00Z.json',
}
const pageOf = async () => instrumentFiles(profile, [stored]).get(pagePath('profile')) ?? ''

test('parts and packages are the shares of the profile, of the CPU time without the profiler; the cheapest server first', async () => {
  const page = await pageOf()
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| express (unsettled) '))
    .map((row) => row.split('|').map((cell) => cell.trim()))
  assert.deepEqual(cells[0]?.slice(2, 6), [
    '20.6 · 21.0 · 21.4',
    '4.90 · 5.00 · 5.10',
    '4.90 · 5.00 · 5.10',
    '9.80 · 10.0 · 10.2',
  ])
  assert.equal(
    cells[1]?.[2],
    'express 6.0 (framework and router), router 4.0 (framework and router)',
  )
  assert.ok(page.indexOf('| http-node') < page.indexOf('| express'))
  assert.match(page, /which took 1\.25 to 2\.00 times as much/)
})

test('the page names disqualified and missing servers, and those that had not settled', async () => {
  const page = await pageOf()
  assert.match(page, /\n- broken: disqualified: exited with status 1\n/)
  assert.match(page, /\n- mion: not installed, so not measured\n/)
  assert.match(page, /\n- unsettled: .*: express\n/)
})

test('the chart has a bar per server, as long as its CPU time, and a legend of the parts that occur', async () => {
  const [chart] = profile.charts?.(stored.file) ?? []
  const svg = chart?.draw('dark', []) ?? ''
  for (const text of [
    'express (unsettled)',
    'http-node',
    'framework and router',
    'unattributed',
    '>21.0<',
  ])
    assert.ok(svg.includes(text), text)
  assert.ok(!svg.includes('body parsing'))
  // Too few processes for a claim.
  assert.equal(chart?.title, 'CPU time of each server')
})

test('a package that a process lacks counts as zero there', () => {
  const packages = [{ package: 'express', part: 'router' as const, time: 6 }]
  const [server] = profiledServers(
    sampleProfiles({ express: { parts: { router: 6 }, packages, plain: 1 } }),
  )
  assert.ok(server)
  if (server.processes[0]) server.processes[0].packages = []
  const [express] = packagesOf(server)
  assert.ok(Math.abs((express?.value ?? 0) - (6 + 6.12) / 3) < 1e-9)
  assert.equal(partOf(server, 'router').value, 6)
})
