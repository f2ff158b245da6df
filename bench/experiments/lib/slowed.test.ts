import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { processStat } from '../../machine/process-stat.ts'
import { stopByTurns } from './slowed.ts'

test('a process is stopped by turns, and runs on in the end', { skip: process.platform !== 'linux' }, async (t) => {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  const pid = child.pid ?? assert.fail()
  const isStopped = () => processStat(pid)?.state === 'T'
  const goOn = stopByTurns(pid)
  for (const state of [true, false, true, false]) while (isStopped() !== state) await sleep(1)
  while (!isStopped()) await sleep(1)
  goOn()
  while (isStopped()) await sleep(1)
  await sleep(50)
  assert.equal(isStopped(), false)
})
