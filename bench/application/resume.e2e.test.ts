/** A run that nothing is left of. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine, runDirectory } from '../test/testing.ts'

test('without a journal there is nothing to go on with, and one line says so', async (t) => {
  const scratch = runDirectory(t)
  const cases: [args: string[], complaint: RegExp][] = [
    [
      ['--resume', join(scratch, 'none.journal.jsonl')],
      /none\.journal\.jsonl is not a journal: there is no such file$/,
    ],
    [
      ['update-user', '--resume', '--rounds', '3'],
      /^--resume goes on as the journal says: leave update-user, --rounds out$/,
    ],
    [['update-user', '--finish'], /^--finish makes a result of a journal: add --resume$/],
    [['update-user', '--pause', '5m'], /^--pause stands between repeats: add --repeat$/],
    [['update-user', '--repeat', '2', '--until', '5%'], /^--until ends by what comes out, and --repeat fixes/],
    [['update-user', '--rounds', '2', '--until', '5%'], /^--until judges from \d+ rounds on, .* leave --rounds 2 out$/],
  ]
  const ends = await Promise.all(cases.map(([args]) => commandLine(scratch, ['run', ...args])))
  for (const [index, [, complaint]] of cases.entries()) {
    const { status, output, complaints } = ends[index] ?? assert.fail()
    assert.deepEqual([status, output, complaints.length], [2, [], 1], complaints.join('\n'))
    assert.match(complaints[0] ?? '', complaint)
  }
})
