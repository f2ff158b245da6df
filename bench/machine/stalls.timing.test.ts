import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kill, processTree } from './processes.ts'
import { onPath } from './programs.ts'
import { measureStalls } from './stalls.ts'

test('a program that was stopped for a while has a stall of that length', async () => {
  const cpus = Array.from({ length: availableParallelism() }, (_, cpu) => cpu)
  const measuring = measureStalls(cpus, 4)
  await sleep(2_000)
  const tree = await processTree(process.pid)
  const children = tree.filter((pid) => pid !== process.pid)
  for (const pid of children) kill(pid, 'SIGSTOP')
  await sleep(200)
  for (const pid of children) kill(pid, 'SIGCONT')
  const stalls = (await measuring) ?? assert.fail('it did not run')
  assert.ok(Math.max(...stalls) >= 150, `${Math.max(...stalls)} ms`)
})

test('where it can’t be run nothing is known', { skip: !onPath('taskset') && 'there is no taskset' }, async () => {
  assert.equal(await measureStalls([100_000], 0.01), null)
})
