import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadTimes, threadTimesBetween } from './threads.ts'

test('new threads count in full, ended threads do not count, and an ended process has none', () => {
  const thread = (name: string, cpu: number) => ({ name, cpu, waiting: 2 * cpu })
  const begin = new Map([
    [1, thread('main', 5)],
    [2, thread('ended', 7)],
  ])
  const end = new Map([
    [1, thread('main', 6)],
    [3, thread('new', 2)],
  ])
  assert.deepEqual(
    [...threadTimesBetween(begin, end)].map(([id, { cpu, waiting }]) => [id, cpu, waiting]),
    [
      [1, 1, 2],
      [3, 2, 4],
    ],
  )
  assert.equal(threadTimes(2 ** 30).size, 0)
})
