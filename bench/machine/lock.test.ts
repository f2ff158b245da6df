import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { processStat } from '../processes/proc.ts'
import { until } from '../test/testing.ts'
import { lockMachine, unlockMachine, waitForOthers } from './lock.ts'

const silent = () => {}
const ownerText = (pid = 0) => `${pid} ${processStat(pid)?.startedAt ?? ''}`

function lockFile(t: TestContext): string {
  t.after(unlockMachine)
  return join(temporaryDirectory(t), 'lock')
}

test('locks with this process’s pid, and unlocks', async (t) => {
  const file = lockFile(t)
  await lockMachine(silent, file)
  assert.equal(readFileSync(file, 'utf8'), ownerText(process.pid))
  assert.deepEqual(readdirSync(join(file, '..')), ['lock'])
  unlockMachine()
  assert.ok(!existsSync(file))
  await lockMachine(silent, file)
})

test('a living process keeps the lock: the message has its pid and how to wait', async (t) => {
  const file = lockFile(t)
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  t.after(() => holder.kill('SIGKILL'))
  await once(holder, 'spawn')
  writeFileSync(file, ownerText(holder.pid))
  await assert.rejects(lockMachine(silent, file), {
    message: `another run measures on this machine (pid ${holder.pid}): try again later, or wait for it with --wait`,
  })
  unlockMachine()
  assert.equal(readFileSync(file, 'utf8'), ownerText(holder.pid), 'another run’s lock stays')
})

test('the lock of an ended process does not count', async (t) => {
  const file = lockFile(t)
  writeFileSync(file, String(spawnSync(process.execPath, ['-e', '']).pid))
  await lockMachine(silent, file)
  assert.equal(readFileSync(file, 'utf8'), ownerText(process.pid))
})

for (const garbage of [
  '',
  '0',
  '-1',
  'x',
  '1.5',
  'NaN',
  '{"pid":1}',
  '\0\0\0',
  '99999999999',
  'Infinity',
]) {
  test(`a lock file with ${JSON.stringify(garbage)} does not count`, async (t) => {
    const file = lockFile(t)
    writeFileSync(file, garbage)
    await lockMachine(silent, file)
    assert.equal(readFileSync(file, 'utf8'), ownerText(process.pid))
  })
}

test('a lock with this process’s pid that it has not made is stale', async (t) => {
  const file = lockFile(t)
  writeFileSync(file, ownerText(process.pid))
  await lockMachine(silent, file)
  await assert.rejects(lockMachine(silent, file), /another run measures/)
})

test('a lock whose pid has been reused does not count', async (t) => {
  const file = lockFile(t)
  writeFileSync(file, `${process.ppid} 1`)
  await lockMachine(silent, file)
})

test('a lock that cannot be made says why', async (t) => {
  const file = lockFile(t)
  writeFileSync(file, '')
  await assert.rejects(lockMachine(silent, join(file, 'below')))
})

test('of concurrent processes, one gets the lock', async (t) => {
  const file = lockFile(t)
  const script = `
    import { lockMachine } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    process.stdin.once('data', () => {
      lockMachine(() => {}, ${JSON.stringify(file)}).then(() => console.log('got'), () => console.log('not'))
    })
    process.stdout.write('ready ')`
  const racers = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    return child
  })
  await Promise.all(racers.map(({ stdout }) => once(stdout, 'data')))
  const outcomes = racers.map(({ stdout }) =>
    once(stdout, 'data').then(([text]) => String(text).trim()),
  )
  for (const { stdin } of racers) stdin.write('go')
  assert.deepEqual((await Promise.all(outcomes)).sort(), ['got', 'not', 'not', 'not'])
})

test('with --wait it waits for the other run, and says so once', async (t) => {
  const file = lockFile(t)
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  t.after(() => holder.kill('SIGKILL'))
  await once(holder, 'spawn')
  writeFileSync(file, ownerText(holder.pid))
  waitForOthers()
  t.after(() => waitForOthers(false))
  const lines: string[] = []
  const locked = lockMachine((line) => lines.push(line), file)
  await until(() => lines.length === 1)
  holder.kill('SIGKILL')
  await locked
  assert.deepEqual(lines, [
    `another run measures on this machine (pid ${holder.pid}): waiting for it to end`,
  ])
  assert.equal(readFileSync(file, 'utf8'), ownerText(process.pid))
})
