import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { lockMachine, unlockMachine } from './lock.ts'

function lockFile(t: TestContext): string {
  t.after(unlockMachine)
  return join(temporaryDirectory(t), 'lock')
}

test('locks with this process’s pid, and unlocks', (t) => {
  const file = lockFile(t)
  lockMachine(file)
  assert.equal(readFileSync(file, 'utf8'), String(process.pid))
  assert.deepEqual(readdirSync(join(file, '..')), ['lock'])
  unlockMachine()
  assert.ok(!existsSync(file))
  lockMachine(file)
})

test('a living process keeps the machine: one line names its pid and the file', async (t) => {
  const file = lockFile(t)
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  t.after(() => holder.kill('SIGKILL'))
  await once(holder, 'spawn')
  writeFileSync(file, String(holder.pid))
  assert.throws(
    () => lockMachine(file),
    ({ message }: Error) => message.includes(`pid ${holder.pid}`) && message.includes(file) && !message.includes('\n'),
  )
  unlockMachine()
  assert.equal(readFileSync(file, 'utf8'), String(holder.pid), 'another run’s lock stays')
})

test('the lock of a process that is gone does not count', (t) => {
  const file = lockFile(t)
  writeFileSync(file, String(spawnSync(process.execPath, ['-e', '']).pid))
  lockMachine(file)
  assert.equal(readFileSync(file, 'utf8'), String(process.pid))
})

for (const garbage of ['', '0', '-1', 'x', '1.5', 'NaN', '{"pid":1}', '\0\0\0', '99999999999', 'Infinity']) {
  test(`a lock file that holds ${JSON.stringify(garbage)} does not count`, (t) => {
    const file = lockFile(t)
    writeFileSync(file, garbage)
    lockMachine(file)
    assert.equal(readFileSync(file, 'utf8'), String(process.pid))
  })
}

test('a lock with this process’s pid that it has not made is that of a process that is gone', (t) => {
  const file = lockFile(t)
  writeFileSync(file, String(process.pid))
  lockMachine(file)
  assert.throws(() => lockMachine(file), /another run is measuring/)
})

test('a lock that can not be made says why', (t) => {
  const file = lockFile(t)
  writeFileSync(file, '')
  assert.throws(() => lockMachine(join(file, 'below')))
})

test('of processes that take the machine at the same moment one gets it', async (t) => {
  const file = lockFile(t)
  const script = `
    import { lockMachine } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    process.stdin.once('data', () => {
      try { lockMachine(${JSON.stringify(file)}); console.log('got') } catch { console.log('not') }
    })
    process.stdout.write('ready ')`
  const racers = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    return child
  })
  await Promise.all(racers.map(({ stdout }) => once(stdout, 'data')))
  const outcomes = racers.map(({ stdout }) => once(stdout, 'data').then(([text]) => String(text).trim()))
  for (const { stdin } of racers) stdin.write('go')
  assert.deepEqual((await Promise.all(outcomes)).sort(), ['got', 'not', 'not', 'not'])
})
