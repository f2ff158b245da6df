import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { resultOf, steady } from '../../../shared/result/compare-fixtures.ts'
import { Comparison } from '../../../shared/result/comparison.ts'
import { sampleCounts } from '../../../shared/result/counts-fixtures.ts'
import { writeResult } from '../../../shared/result/file.ts'
import { writeCounts } from '../../../shared/result/instructions.ts'
import { commandLine } from '../../test/testing.ts'

test('compare on the command line: statuses, formats and complaints', async (t) => {
  const scratch = temporaryDirectory(t)
  const [old, slower, other, broken] = ['old', 'slower', 'other', 'broken'].map((name) => join(scratch, `${name}.json`))
  assert.ok(old && slower && other && broken)
  const result = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  writeResult(old, result)
  writeResult(slower, resultOf({ 'http-node': steady(40_000), express: steady(18_000) }))
  writeResult(other, { ...result, protocol: { ...result.protocol, connections: 50 } })
  writeTree(scratch, { 'broken.json': { schemaVersion: 1 } })
  const run = (...args: string[]) => commandLine(scratch, ['compare', ...args])

  await t.test('a slower server is a finding and no failure, unless asked for', async () => {
    const [shown, failed, passed] = await Promise.all([
      run(old, slower),
      run(old, slower, '--fail-below', '3%'),
      run(old, slower, '--fail-below', '20%'),
    ])
    assert.deepEqual([shown.status, failed.status, passed.status], [0, 1, 0])
    assert.deepEqual([...shown.complaints, ...failed.complaints, ...passed.complaints], [])
    assert.equal(shown.output.at(-1), '0 faster, 1 slower, 1 without a difference (95%)')
    assert.ok(
      shown.output.some((line) => /^note: \S+old\.json and \S+slower\.json were not repeated, so that /.test(line)),
    )
    const lines = failed.output.filter((line) => line.includes('slower by more than 3% with confidence'))
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^gate failed: .*: express \(0\.900, at most 0\.\d+\)$/)
  })

  await t.test('two servers of one file', async () => {
    const { status, output } = await run('http-node', 'express', '--in', old, '--format', 'json')
    assert.equal(status, 0)
    const { rows } = Comparison.parse(JSON.parse(output.join('\n')))
    assert.deepEqual([rows.length, rows[0]?.ratio, rows[0]?.method], [1, 0.5, 'same rounds'])
  })

  const [few, more] = ['few', 'more'].map((name) => join(scratch, `${name}.json`)) as [string, string]
  writeCounts(few, sampleCounts({ express: [200_000, 200_100, 200_050] }))
  writeCounts(
    more,
    sampleCounts({ express: [202_000, 202_100, 202_050] }, { startedAt: '2026-11-22T10:00:00.000Z', code: 'b' }),
  )

  await t.test('instructions, by what unchanged code shows', async () => {
    const { status, output, complaints } = await run('--metric', 'instructions', few, more)
    assert.deepEqual([status, complaints], [0, []])
    assert.equal(output.at(-1), '1 more, 0 fewer, 0 without a difference')
  })

  await t.test('wrong usage is one line and status 2', async () => {
    const cases: [args: string[], complaint: RegExp][] = [
      [[old], /missing required argument 'new'/],
      [[old, join(scratch, 'none.json')], /none\.json is not a result file: there is no such file/],
      [[old, scratch], /^\S+ is not a result file: it is a directory$/],
      [[old, broken], /broken\.json has schema version 1; this suite reads versions \d(, \d)+$/],
      [
        [old, other],
        /other\.json can't be compared: they differ in connections 100 and 50; measure both in the same way/,
      ],
      [[old, old], /^\S+old\.json and \S+old\.json are the same result: a run says nothing of itself/],
      [[old, slower, '--fail-below', '3'], /'--fail-below <percent>' argument '3' is invalid.* percentage/],
      [[old, slower, '--format', 'xml'], /'--format <name>' argument 'xml' is invalid/],
      [['http-node', 'nobody', '--in', old], /^no server called nobody in .*old\.json: there are http-node, express$/],
      [['--metric', 'instructions', old, more], /old\.json is no file of counts: npm run bench -- instructions/],
      [['--metric', 'instructions', few, more, '--fail-below', '1%'], /^--fail-below is for results/],
      [['http-node', 'express', '--in', old, '--across-machines'], /^--across-machines is for two results/],
    ]
    const ends = await Promise.all(cases.map(([args]) => run(...args)))
    for (const [index, { status, output, complaints }] of ends.entries()) {
      const [args, complaint] = cases[index] as (typeof cases)[number]
      assert.equal(complaints.length, 1, complaints.join('\n'))
      assert.match(complaints[0] ?? '', complaint)
      assert.deepEqual({ status, output }, { status: 2, output: [] }, args.join(' '))
    }
  })
})
