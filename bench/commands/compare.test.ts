import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { OF_ONE_MACHINE } from '../../shared/comparison/runs.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { runFiles } from '../../shared/results/file.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleCounts } from '../../shared/test/measurements.ts'
import { inProcess } from '../test/cli.ts'

test('compare on the command line: statuses and formats', async (t) => {
  const scratch = temporaryDirectory(t)
  const [old, slower] = ['old', 'slower'].map((name) => join(scratch, `${name}.json`))
  assert.ok(old && slower)
  writeMeasurement(
    runFiles,
    old,
    resultOf({ 'http-node': steady(40_000), express: steady(20_000) }),
  )
  writeMeasurement(
    runFiles,
    slower,
    resultOf({ 'http-node': steady(40_000), express: steady(18_000) }),
  )
  const run = (...args: string[]) => inProcess('compare', ...args)

  await t.test('a slower server fails only on request', async () => {
    const shown = await run(old, slower)
    const failed = await run(old, slower, '--fail-below', '3%')
    const passed = await run(old, slower, '--fail-below', '20%')
    assert.deepEqual([shown.status, failed.status, passed.status], [0, 1, 0])
    assert.deepEqual([...shown.complaints, ...failed.complaints, ...passed.complaints], [])
    assert.equal(
      shown.output.at(-1),
      '0 better, 1 worse, 0 equal, 0 without a relevant difference, 0 undecided',
    )
    assert.ok(shown.output.includes(OF_ONE_MACHINE))
    const lines = failed.output.filter((line) =>
      line.includes('significantly worse by more than 3%'),
    )
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^gate failed: .*: express: × http-node$/)
  })

  await t.test('two servers of one file', async () => {
    const { status, output } = await run('http-node', 'express', '--in', old, '--format', 'json')
    assert.equal(status, 0)
    const { figures } = JSON.parse(output.join('\n'))
    assert.deepEqual([figures.length, figures[0].name, figures[0].ratio], [1, 'express', 0.5])
  })

  const [few, more] = ['few', 'more'].map((name) => join(scratch, `${name}.json`)) as [
    string,
    string,
  ]
  writeMeasurement(instructions, few, sampleCounts({ express: [200_000, 200_100, 200_050] }))
  writeMeasurement(instructions, more, sampleCounts({ express: [202_000, 202_100, 202_050] }))

  await t.test('instructions, by what unchanged code shows', async () => {
    const { status, output, complaints } = await run(few, more)
    assert.deepEqual([status, complaints], [0, []])
    assert.match(output.at(-1) ?? '', /^0 better, 1 worse, /)
    assert.equal((await run(few, more, '--fail-below', '0.5%')).status, 1)
  })
})
