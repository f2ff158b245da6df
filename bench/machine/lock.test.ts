import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { ownRunDirectory, until } from '../test/testing.ts'
import { lockMachine, unlockMachine, waitForOthers } from './lock.ts'

/** Starts a process that locks the machine, and prints whether it got the lock. */
async function contender(): Promise<{ child: ChildProcess; outcome: string }> {
  const script = `
    import { lockMachine } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    lockMachine(() => {}).then(() => console.log('got'), ({ message }) => console.log(message))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = await once(child.stdout, 'data')
  return { child, outcome: String(text).trim() }
}

test('the lock does not depend on the temporary folder, and a directory in its place is named', async (t) => {
  ownRunDirectory(t)
  await lockMachine(() => {})
  process.env.TMPDIR = temporaryDirectory(t)
  const other = await contender()
  t.after(() => other.child.kill('SIGKILL'))
  assert.match(other.outcome, new RegExp(`\\(pid ${process.pid}\\)`))
  unlockMachine()
  const directory = temporaryDirectory(t)
  const message = `${directory} is in the way of the lock of runs: remove it`
  await assert.rejects(
    lockMachine(() => {}, directory),
    new Unmeasurable(message),
  )
})

test('of concurrent processes, one gets the lock; another gets it after SIGKILL of the first', async (t) => {
  ownRunDirectory(t)
  const racers = await Promise.all(Array.from({ length: 3 }, contender))
  const [winner] = racers.filter(({ outcome }) => outcome === 'got')
  const message = `another run measures on this machine (pid ${winner?.child.pid}): try again later, or wait for it with --wait`
  assert.deepEqual(racers.map(({ outcome }) => outcome).sort(), [message, message, 'got'])

  waitForOthers()
  t.after(() => waitForOthers(false))
  const lines: string[] = []
  const locked = lockMachine((line) => lines.push(line))
  await until(() => lines.length === 1)
  winner?.child.kill('SIGKILL')
  await locked
  assert.deepEqual(lines, [
    `another run measures on this machine (pid ${winner?.child.pid}): waiting for it to end`,
  ])
  waitForOthers(false)
  await assert.rejects(
    lockMachine(() => {}),
    { message: new RegExp(`\\(pid ${process.pid}\\)`) },
  )
  unlockMachine()
  await lockMachine(() => {})
  unlockMachine()
})
