import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { resultOf, steady } from '../../../shared/result/compare-fixtures.ts'
import { sampleCounts } from '../../../shared/result/counts-fixtures.ts'
import { writeResult } from '../../../shared/result/file.ts'
import { writeCounts } from '../../../shared/result/instructions.ts'
import { commandLine, filesIn } from '../../test/testing.ts'

test('export on the command line: files, standard output and complaints', async (t) => {
  const scratch = temporaryDirectory(t)
  const path = (name: string) => join(scratch, name)
  writeResult(path('result.json'), resultOf({ 'http-node': steady(40_000), express: steady(20_000) }))
  writeCounts(path('counts.json'), sampleCounts({ express: [200_000, 200_100, 200_050] }))
  const edited = JSON.parse(readFileSync(path('counts.json'), 'utf8'))
  writeTree(scratch, {
    'latency.json': { metric: 'latency', protocol: {}, servers: [] },
    'edited.json': { ...edited, scenario: 'hello' },
    'else.json': [1],
  })
  const run = (...args: string[]) => commandLine(scratch, ['export', ...args])

  const [csv, github] = await Promise.all([
    run(path('counts.json'), '--format', 'csv'),
    run(path('result.json'), '--format', 'github-action-benchmark', '--out', path('figures')),
  ])
  assert.deepEqual([csv.status, csv.complaints, csv.output.length], [0, [], 2])
  assert.deepEqual([github.status, github.complaints, github.output.length], [0, [], 2])
  assert.deepEqual(filesIn(path('figures')), ['customBiggerIsBetter.json', 'customSmallerIsBetter.json'])

  const cases: [args: string[], complaint: RegExp][] = [
    [
      [path('latency.json'), '--format', 'csv'],
      /latency\.json is neither a result .* nor counts .*: it is of latency$/,
    ],
    [[path('else.json'), '--format', 'csv'], /else\.json is neither a result .* nor counts /],
    [[path('edited.json'), '--format', 'csv'], /edited\.json has been edited/],
    [[path('none.json'), '--format', 'csv'], /none\.json is neither .*: there is no such file$/],
    [[path('counts.json'), '--format', 'github-action-benchmark'], /name their folder with --out$/],
    [[path('counts.json'), '--format', 'xml'], /'--format <name>' argument 'xml' is invalid/],
    [[path('counts.json')], /required option '--format <name>' not specified$/],
  ]
  const ends = await Promise.all(cases.map(([args]) => run(...args)))
  for (const [index, { status, output, complaints }] of ends.entries()) {
    const [args, complaint] = cases[index] as (typeof cases)[number]
    assert.equal(complaints.length, 1, complaints.join('\n'))
    assert.match(complaints[0] ?? '', complaint)
    assert.deepEqual({ status, output }, { status: 2, output: [] }, args.join(' '))
  }
})
