import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { sampleCounts } from '../../../shared/results/counts-fixtures.ts'
import { countsStore } from '../../../shared/results/instructions.ts'
import { filesIn } from '../../test/testing.ts'
import { assertWrongUsage, inProcess } from '../testing.ts'

test('history on the command line: adding, changes, and a duplicate line', async (t) => {
  const scratch = temporaryDirectory(t)
  const folder = join(scratch, 'history')
  const path = (name: string) => join(scratch, name)
  const run = (...args: string[]) => inProcess('history', ...args)
  const days = [1, 2, 3, 4]
  for (const day of days) {
    const level = day > 2 ? 202_000 : 200_000
    const startedAt = `2026-11-0${day}T10:00:00.000Z`
    const version = day > 2 ? '5.3.0' : '5.2.0'
    countsStore.write(
      path(`${day}.json`),
      sampleCounts({ express: [level, level + 99, level - 99] }, { startedAt, version }),
    )
  }
  for (const day of days) {
    const { status, output, complaints } = await run('add', path(`${day}.json`), '--folder', folder)
    assert.deepEqual([status, complaints, output.length], [0, [], 1])
  }
  assert.deepEqual(filesIn(folder), ['update-user.instructions.jsonl'])

  const shown = await run('update-user', '--folder', folder)
  assert.deepEqual([shown.status, shown.complaints], [0, []])
  assert.match(shown.output.join('\n'), /express 5\.2\.0 → 5\.3\.0/)

  const before = readFileSync(join(folder, 'update-user.instructions.jsonl'), 'utf8')
  for (const file of ['4.json', '1.json'])
    await assertWrongUsage(['history', '--folder', folder, 'add', path(file)], file)
  assert.equal(readFileSync(join(folder, 'update-user.instructions.jsonl'), 'utf8'), before)
})
