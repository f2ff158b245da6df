import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { resultOf, steady } from '../../../shared/results/compare-fixtures.ts'
import { sampleCounts } from '../../../shared/results/counts-fixtures.ts'
import { writeResult } from '../../../shared/results/file.ts'
import { countsStore } from '../../../shared/results/instructions.ts'
import { inProcess } from '../testing.ts'

test('export prints a result and an instrument’s file', async (t) => {
  const scratch = temporaryDirectory(t)
  const path = (name: string) => join(scratch, name)
  writeResult(path('result.json'), resultOf({ 'http-node': steady(40_000), express: steady(20_000) }))
  countsStore.write(path('counts.json'), sampleCounts({ express: [200_000, 200_100, 200_050] }))

  for (const [file, lines] of Object.entries({ 'counts.json': 2, 'result.json': 3 })) {
    const { status, complaints, output } = await inProcess('export', path(file))
    assert.deepEqual([status, complaints, output.length], [0, [], lines])
  }
})
