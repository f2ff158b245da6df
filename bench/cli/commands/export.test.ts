import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { resultOf, steady } from '../../../shared/results/compare-fixtures.ts'
import { sampleCounts } from '../../../shared/results/counts-fixtures.ts'
import { writeResult } from '../../../shared/results/file.ts'
import { countsStore } from '../../../shared/results/instructions.ts'
import { inProcess } from '../testing.ts'

test('export on the command line: files and standard output', async (t) => {
  const scratch = temporaryDirectory(t)
  const path = (name: string) => join(scratch, name)
  writeResult(path('result.json'), resultOf({ 'http-node': steady(40_000), express: steady(20_000) }))
  countsStore.write(path('counts.json'), sampleCounts({ express: [200_000, 200_100, 200_050] }))

  const printed = await inProcess('export', path('counts.json'))
  const written = await inProcess('export', path('result.json'), '--out', path('figures.csv'))
  assert.deepEqual([printed.status, printed.complaints, printed.output.length], [0, [], 2])
  assert.deepEqual([written.status, written.complaints, written.output.length], [0, [], 1])
  assert.equal(readFileSync(path('figures.csv'), 'utf8').split('\r\n').length, 4)
})
