import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { sampleCounts } from '../../../shared/result/counts-fixtures.ts'
import { writeCounts } from '../../../shared/result/instructions.ts'
import { commandLine, filesIn } from '../../test/testing.ts'

test('history on the command line: adding, changes found, complaints', async (t) => {
  const scratch = temporaryDirectory(t)
  const folder = join(scratch, 'history')
  const path = (name: string) => join(scratch, name)
  const run = (...args: string[]) => commandLine(scratch, ['history', ...args])
  const days = [1, 2, 3, 4]
  for (const day of days) {
    const level = day > 2 ? 202_000 : 200_000
    const startedAt = `2026-11-0${day}T10:00:00.000Z`
    const version = day > 2 ? '5.3.0' : '5.2.0'
    writeCounts(path(`${day}.json`), sampleCounts({ express: [level, level + 99, level - 99] }, { startedAt, version }))
  }
  for (const day of days) {
    const { status, output, complaints } = await run('add', path(`${day}.json`), '--folder', folder)
    assert.deepEqual([status, complaints, output.length], [0, [], 1])
  }
  assert.deepEqual(filesIn(folder), ['update-user.instructions.jsonl'])

  const shown = await run('--folder', folder)
  assert.deepEqual([shown.status, shown.complaints], [0, []])
  assert.match(shown.output.join('\n'), /express 5\.2\.0 → 5\.3\.0/)
  assert.equal(shown.output.at(-1), '1 change in 1 series of two points or more')
  const other = await run('--folder', folder, '--scenario', 'hello')
  assert.deepEqual(other.output, ['0 changes in 0 series of two points or more'])

  const edited = JSON.parse(readFileSync(path('4.json'), 'utf8'))
  writeTree(scratch, { 'edited.json': { ...edited, scenario: 'hello' }, 'cost.json': { metric: 'cost' } })
  const before = readFileSync(join(folder, 'update-user.instructions.jsonl'), 'utf8')
  const cases: [args: string[], complaint: RegExp][] = [
    [['add', path('4.json')], /4\.json can't be added: it is there already/],
    [['add', path('1.json')], /1\.json can't be added: it is there already/],
    [['add', path('edited.json')], /edited\.json has been edited/],
    [['add', path('cost.json')], /cost\.json is neither a result .*: it is of cost$/],
    [['--scenario', 'nothing'], /^no scenario called nothing: there is /],
    [['add'], /missing required argument 'file'/],
  ]
  const ends = await Promise.all(cases.map(([args]) => run('--folder', folder, ...args)))
  for (const [index, { status, output, complaints }] of ends.entries()) {
    const [args, complaint] = cases[index] as (typeof cases)[number]
    assert.equal(complaints.length, 1, complaints.join('\n'))
    assert.match(complaints[0] ?? '', complaint)
    assert.deepEqual({ status, output }, { status: 2, output: [] }, args.join(' '))
  }
  assert.equal(readFileSync(join(folder, 'update-user.instructions.jsonl'), 'utf8'), before)
})
