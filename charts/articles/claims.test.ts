import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, publishedAs, tableCells } from '../test/run-fixture.ts'
import { claimsPicture, claimsRegions, type Reruns } from './claims.ts'

const trials = (...rates: number[]) => rates.map((requestsPerSecond) => ({ requestsPerSecond }))
const reruns: Reruns = {
  madeAt: '2026-11-26T10:00:00.000Z',
  figures: {
    cpu: 'a CPU',
    comparisons: [
      {
        claim: 'hono',
        change: 'another setting',
        sides: [
          { name: 'hono', trials: trials(90, 90, 90) },
          { name: 'express', trials: trials(10, 10, 10) },
        ],
      },
      {
        claim: 'hono',
        change: null,
        sides: [
          { name: 'hono', trials: trials(20, 30, 50) },
          { name: 'express', trials: trials(10, 20, 20) },
        ],
      },
    ],
  },
}
const ofScenario = (scenario: string, hono: number) => {
  const servers = [
    { name: 'hono', requestsPerSecond: hono },
    { name: 'express', requestsPerSecond: 10_000 },
    // As many as the other: no factor.
    { name: 'mion', requestsPerSecond: 10_000, rank: 2 },
  ]
  return publishedAs(inventedResult(servers, { scenario }))
}
const published = [ofScenario('hello', 18_000), ofScenario('update-user', 14_000)]

test('a claim stands beside its rerun and the same ratio in published runs', () => {
  const { 'claims-table': table, 'claims-picture': picture } = claimsRegions(reruns, published)
  const row = (name: string) => tableCells(table).find(([title]) => title === name)
  assert.deepEqual(row('Hono / Express')?.slice(1, 3), ['3.1', '2.0 (1.5–2.5)'])
  assert.deepEqual(row('Hono / Express')?.slice(3), ['1.8', '1.4'])
  assert.deepEqual(row('mion / Express')?.slice(2), ['', '', ''])
  assert.match(picture, /alt="Claims of 1\.9 to 21 times: 2\.0 to 2\.0 when rerun, 1\.8 to 1\.8 in/)
  assert.deepEqual(claimsRegions(undefined, published)['claims-table'], '')
})

test('the picture tells claims, reruns and our ratios apart', () => {
  const svg = claimsPicture(reruns, published).draw('light', 'wide')
  for (const text of ['claimed', 'rerun', 'in this suite', 'Hono / Express'])
    assert.ok(svg.includes(`>${text}<`), text)
})
