import assert from 'node:assert/strict'
import { test } from 'node:test'
import { halfOf } from '../../../shared/stats/estimates.ts'
import { meanEstimate } from '../../../shared/stats/intervals.ts'
import { sampleProfiles } from './fixtures.ts'
import { packagesOf, profiledServers, profiledToPlain, profileFootnotes, profileMarks, totalOf } from './summary.ts'

test('a mean over processes has Student’s interval', () => {
  const estimate = meanEstimate([98, 100, 102])
  assert.equal(estimate.value, 100)
  // t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs((halfOf(estimate) ?? 0) - (4.303 * 2) / Math.sqrt(3)) < 0.01)
  assert.equal(halfOf(meanEstimate([1])), null)
})

test('each caveat has its mark: unattributed time, a total that the profiler changed, an unsettled warm-up', () => {
  const profiles = sampleProfiles({
    good: { parts: { runtime: 10, unattributed: 1 }, plain: 0.9 },
    unknown: { parts: { runtime: 8, unattributed: 2 }, plain: 1 },
    changed: { parts: { runtime: 10 }, plain: 0.8 },
    refused: { parts: {}, refusal: 'exited' },
  })
  const servers = profiledServers(profiles)
  const [good, unknown, changed] = servers
  assert.ok(good && unknown && changed && servers.length === 3)
  assert.deepEqual([good, unknown, changed].map(profileMarks), ['', '†', '‡'])
  assert.equal(totalOf(unknown).value, 10)
  assert.ok(Math.abs(profiledToPlain(changed).value - 1.25) < 1e-9)
  const [process] = good.processes
  if (process) process.settled = false
  assert.deepEqual(
    profileFootnotes(servers).map((note) => note.replace(/ \*\*.*: /, ' ')),
    ['¶ good', '† unknown', '‡ changed'],
  )
})

test('a package that a process lacks counts as zero there', () => {
  const packages = [{ package: 'express', part: 'router' as const, time: 6 }]
  const [server] = profiledServers(sampleProfiles({ express: { parts: { router: 6 }, packages } }))
  assert.ok(server)
  if (server.processes[0]) server.processes[0].packages = []
  const [express] = packagesOf(server)
  assert.ok(Math.abs((express?.value ?? 0) - (6 + 6.12) / 3) < 1e-9)
})
