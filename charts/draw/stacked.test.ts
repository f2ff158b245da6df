import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PART_NAMES, profile } from '../../shared/probes/profile.ts'
import { sampleMeasurement, sampleSubject } from '../../shared/test/measurements.ts'
import { chartPicture } from './pictures.ts'

test('a stacked chart has a bar per server, its total, and a legend of the parts that occur', () => {
  const values = (parts: Record<string, number>) => ({
    ...Object.fromEntries(PART_NAMES.map((part) => [part, parts[part] ?? 0])),
    cpu: Object.values(parts).reduce((sum, time) => sum + time),
  })
  const file = sampleMeasurement(
    profile,
    [
      sampleSubject('express', [{ ...values({ runtime: 10, router: 11 }), settled: 0 }]),
      sampleSubject('http-node', [values({ runtime: 8, unattributed: 2 })]),
    ],
    { processes: 1 },
  )
  const [chart] = profile.charts?.(file) ?? []
  const { alt, draw } = chartPicture('page/README.md', chart ?? assert.fail())
  const svg = draw('dark', 'wide')
  const shown = ['express (unsettled)', 'http-node', 'framework and router', 'unattributed']
  for (const text of [...shown, '>21.0<']) assert.ok(svg.includes(text), text)
  assert.ok(!svg.includes('body parsing'))
  // Too few processes for a claim.
  assert.equal(alt, 'CPU time of each server')
})
