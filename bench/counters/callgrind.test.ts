import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { executedSince } from './callgrind.ts'

test('what callgrind wrote is summed by thread, once', (t) => {
  const directory = temporaryDirectory(t)
  const dump = (total: number) => `# callgrind format\nevents: Ir\nsummary: 1\n\ntotals: ${total}\n`
  writeTree(directory, {
    'out.1-01': dump(100),
    'out.1-02': dump(10),
    'out.1-03': dump(1),
    'out-01': dump(200),
    'vgdb-pipe': 'totals: 5',
  })
  assert.deepEqual(executedSince(directory), { javascript: 300, others: 11 })
  assert.deepEqual(readdirSync(directory), ['vgdb-pipe'])
  assert.deepEqual(executedSince(directory), { javascript: 0, others: 0 })
})
