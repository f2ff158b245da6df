import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { resultOf, steady } from '../../../shared/result/compare-fixtures.ts'
import { sampleCounts } from '../../../shared/result/counts-fixtures.ts'
import { writeResult } from '../../../shared/result/file.ts'
import { writeCounts } from '../../../shared/result/instructions.ts'
import { filesIn } from '../../test/testing.ts'
import { inProcess } from '../testing.ts'

test('export on the command line: files and standard output', async (t) => {
  const scratch = temporaryDirectory(t)
  const path = (name: string) => join(scratch, name)
  writeResult(path('result.json'), resultOf({ 'http-node': steady(40_000), express: steady(20_000) }))
  writeCounts(path('counts.json'), sampleCounts({ express: [200_000, 200_100, 200_050] }))

  const csv = await inProcess('export', path('counts.json'), '--format', 'csv')
  const forGithub = ['--format', 'github-action-benchmark', '--out', path('figures')]
  const github = await inProcess('export', path('result.json'), ...forGithub)
  assert.deepEqual([csv.status, csv.complaints, csv.output.length], [0, [], 2])
  assert.deepEqual([github.status, github.complaints, github.output.length], [0, [], 2])
  assert.deepEqual(filesIn(path('figures')), ['customBiggerIsBetter.json', 'customSmallerIsBetter.json'])
})
