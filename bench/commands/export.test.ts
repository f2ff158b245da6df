import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { runFiles } from '../../shared/results/file.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleCounts } from '../../shared/test/measurements.ts'
import { inProcess } from '../test/cli.ts'

test('export prints a result and a probe’s file, in each format', async (t) => {
  const scratch = temporaryDirectory(t)
  const path = (name: string) => join(scratch, name)
  writeMeasurement(
    runFiles,
    path('result.json'),
    resultOf({ 'http-node': steady(40_000), express: steady(20_000, 5, 1) }),
  )
  writeMeasurement(
    instructions,
    path('counts.json'),
    sampleCounts({ express: [200_000, 200_100, 200_050] }),
  )

  for (const [file, lines] of Object.entries({ 'counts.json': 2, 'result.json': 3 })) {
    const { status, complaints, output } = await inProcess('export', path(file))
    assert.deepEqual([status, complaints, output.length], [0, [], lines])
  }
  const parsed = async (...args: string[]) =>
    JSON.parse((await inProcess('export', ...args)).output.join('\n'))
  const { rows } = await parsed(path('result.json'), '--format', 'json')
  const express = rows.find(({ server }: { server: string }) => server === 'express')
  assert.ok(express.figures.ratio_to_baseline.low < express.figures.ratio_to_baseline.value)
  const more = await parsed(path('result.json'), '--format', 'customBiggerIsBetter')
  const [rate] = more.filter(({ name }: { name: string }) => name === 'express on node: requests/s')
  assert.ok(rate.value > 19_000 && rate.value < 21_000, JSON.stringify(rate))
  const less = await parsed(path('result.json'), '--format', 'customSmallerIsBetter')
  const [p99] = less.filter(({ name }: { name: string }) => name === 'express on node: p99, ms')
  assert.equal(p99.unit, 'ms')
  const names = less.map(({ name }: { name: string }) => name)
  assert.equal(new Set(names).size, names.length, 'a name alone identifies a figure')
  assert.ok(![...more, ...less].some(({ name }) => /rank|caveats/.test(name)))
})
