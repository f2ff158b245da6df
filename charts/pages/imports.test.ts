import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundle } from '../../shared/probes/bundle.ts'
import { edge } from '../../shared/probes/edge.ts'
import { sampleMeasurement, sampleSubject } from '../../shared/test/measurements.ts'
import { tableCells } from '../test/run-fixture.ts'
import { bundleAdditions, edgeAdditions } from './imports.ts'

const bundled = (name: string, gzipped: number, documented: number | null, part = 'server') =>
  sampleSubject(name, [{ raw: 9e6, minified: 9e5, gzipped, documented, builtins: 0 }], { part })
const subjects = [
  bundled('large', 900_000, 966_000),
  bundled('zod 3', 290_000, 289_981),
  bundled('small', 40_000, 104_000),
  bundled('without', 30_000, null),
  bundled('client', 2_000, 3_000, 'client'),
]
const stored = [{ path: '', file: sampleMeasurement(bundle, subjects) }]
const regionOf = (name: string) => bundleAdditions.regions?.(stored, [])[name] ?? assert.fail()

test('servers that both import lines are known of are compared, the one that grows most first', () => {
  assert.deepEqual(tableCells(regionOf('import-sizes')), [
    ['small', '40,000', '104,000', '64,000', '2.60'],
    ['large', '900,000', '966,000', '66,000', '1.07'],
    ['zod 3', '290,000', '289,981', '−19', '1.00'],
  ])
  assert.match(
    regionOf('import-finding'),
    /^Minified and gzipped, small is 104 KB .* 40\.0 KB .*: 2\.6 times as large\. Of three servers, two grow by 64\.0 KB to 66\.0 KB\.\n\n<picture>[\s\S]*"imports\.narrow\.dark\.svg"/,
  )
})

test('the picture has a bar per server, in two parts', () => {
  const [picture] = bundleAdditions.articlePictures?.(stored, []) ?? []
  assert.equal(picture?.path, 'docs/articles/imports')
  const svg = picture?.draw('light', 'narrow') ?? ''
  for (const text of ['small', '>104<', '>966<', 'added by import { z }'])
    assert.ok(svg.includes(text), text)
  assert.ok(!svg.includes('without'))
})

test('work to start is compared under Workers', () => {
  const started = (name: string, start: number, documentedStart: number | null) =>
    sampleSubject(name, [{ workers: 'yes', strict: 'yes', start, documentedStart }], {
      part: 'framework',
    })
  const file = sampleMeasurement(edge, [started('a', 200e6, 300e6), started('b', 90e6, null)], {
    workerd: '1',
    compatibilityDate: '2026-11-17',
  })
  const text = edgeAdditions.regions?.([{ path: '', file }], [])['import-start'] ?? ''
  assert.match(text, /up to 1\.5 times the instructions/)
  assert.deepEqual(tableCells(text), [['a', '200', '300', '100', '1.50']])
})
