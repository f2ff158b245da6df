import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf, rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { footprint } from './footprint.ts'

const installing = (name: string, bytes: number, runtime: 'node' | 'bun' = 'node') => {
  const evidence = {
    framework: name !== 'library',
    largest: [
      { name, bytes },
      { name: 'dates', bytes: 1000 },
    ],
    installScripts: ['web@1.0.0', 'dates@1.0.0'],
  }
  const sample = { round: 1, values: { packages: 2, bytes, build: null }, evidence }
  return sampleSubject(name, [], { runtime, samples: [sample] })
}

test('the smallest is first; frameworks of one runtime are compared', () => {
  const file = sampleMeasurement(footprint, [
    installing('web', 2e6),
    installing('bun', 1e6, 'bun'),
    installing('library', 9e6),
    installing('far', 3e6),
  ])
  const columns = footprint.metrics.map(columnOf)
  const cells = rowsOf(footprint, file).map((row) => columns.map(({ value }) => value(row, file)))
  assert.deepEqual(
    cells.map(([, megabytes]) => megabytes),
    [1, 2, 3, 9],
  )
  assert.deepEqual(cells[1], [2, 2, 'web 2.00, dates 0.00100', 'web@1.0.0, dates@1.0.0', null])
  assert.equal(
    footprint.lead?.([{ path: '', file }]),
    'Freshly installed for production, the 2 servers with a framework on Node take 2.00 MB (web) to 3.00 MB (far).',
  )
})

test('the chart says which package is most of the largest install', () => {
  const file = sampleMeasurement(footprint, [installing('web', 2e6)])
  const [chart] = footprint.charts?.(file) ?? []
  assert.ok(chart?.kind === 'dots')
  const [row] = rowsOf(footprint, file)
  assert.equal(chart.mostOf?.(row), '2.00 of 2.00 MB is web')
})
