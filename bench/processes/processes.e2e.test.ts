import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, type TestContext, test } from 'node:test'
import { until } from '../test/testing.ts'
import {
  cpuSeconds,
  isAlive,
  kill,
  killGroup,
  killTracked,
  listensOn,
  peakMemory,
  processTree,
  TRIAL_TAG,
  taggedProcesses,
  track,
  untrack,
} from './processes.ts'

const linuxOnly = { skip: process.platform !== 'linux' && 'needs /proc' }

/** Starts a Node process that runs the script; kills it, and the pids that it prints, at the end of the test. */
function start(t: TestContext, script: string, tag?: string, options: string[] = []) {
  const env = tag ? { ...process.env, [TRIAL_TAG]: tag } : process.env
  const child = spawn(process.execPath, [...options, '-e', script], {
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => kill(child.pid as number))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => (await lines.next()).value as string
  const number = async () => {
    const pid = Number(await line())
    t.after(() => kill(pid))
    return pid
  }
  return { child, pid: child.pid as number, line, number }
}

test('a listening process is recognized while it opens and closes files', linuxOnly, async (t) => {
  const { pid, line } = start(
    t,
    `const { openSync, closeSync } = require('node:fs')
     // It ends with the test, also where that is killed.
     process.stdin.on('end', process.exit).resume()
     const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
       console.log(server.address().port)
       // Each file is open only briefly.
       setInterval(() => { for (let i = 0; i < 500; i++) closeSync(openSync('/dev/null')) })
     })`,
  )
  const port = Number(await line())
  for (let look = 0; look < 20; look++) assert.ok(listensOn([pid], port), `look ${look}`)
  assert.ok(!listensOn([process.pid], port))
})

/** Prints the pid of a child that runs until it is killed. */
const parent = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  console.log(child.pid)
  setInterval(() => {}, 1000)`

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const untilGone = (pid: number) => until(() => !isAlive(pid))

describe('the process tree', () => {
  test('starts with the process, and includes the children of all threads and theirs', async (t) => {
    const { pid, number } = start(
      t,
      `const { Worker } = require('node:worker_threads')
       new Worker(${JSON.stringify(parent)}, { eval: true })
       const { spawn } = require('node:child_process')
       const stdio = ['ignore', 'inherit', 'inherit']
       console.log(spawn(process.execPath, ['-e', ${JSON.stringify(parent)}], { stdio }).pid)
       setInterval(() => {}, 1000)`,
    )
    const descendants = [await number(), await number(), await number()]
    const tree = await processTree(pid)
    assert.equal(tree[0], pid)
    assert.deepEqual(tree.slice(1).sort(), descendants.sort())
  })
})

describe('tagged processes', linuxOnly, () => {
  test('are found after their parent’s end and in another group', async (t) => {
    const tag = randomUUID()
    const { child, pid, number } = start(
      t,
      `const { spawn } = require('node:child_process')
       const options = { detached: true, stdio: 'ignore' }
       const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], options)
       orphan.unref()
       console.log(orphan.pid)`,
      tag,
    )
    const orphan = await number()
    await ended(child)
    assert.ok(!(await processTree(pid)).includes(orphan))
    assert.deepEqual(taggedProcesses(tag), [orphan])
    assert.deepEqual([tag.slice(0, -1), randomUUID()].flatMap(taggedProcesses), [])
    killGroup(pid, tag)
    await untilGone(orphan)
    assert.deepEqual(taggedProcesses(tag), [])
  })

  test('are all killed even while they fork', async (t) => {
    const tag = randomUUID()
    // In its own session, so that killing the group does not stop it.
    const forks = 'i=0; while [ $i -lt 2000 ]; do sleep 20 & i=$((i+1)); done; wait'
    const { pid, line } = start(
      t,
      `const options = { detached: true, stdio: 'ignore' }
       require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(forks)}], options)
       console.log('here')
       setInterval(() => {}, 1000)`,
      tag,
    )
    await line()
    await until(() => taggedProcesses(tag).length >= 20)
    killGroup(pid, tag)
    // The forking process is among them: once none is left, none follows.
    await until(() => taggedProcesses(tag).length === 0)
  })
})

describe('CPU time and peak memory', linuxOnly, () => {
  test('add up over processes, without ended ones, of which there is no tree', async (t) => {
    const { child, pid } = start(t, '')
    await ended(child)
    assert.deepEqual((await processTree(pid)).filter(isAlive), [])
    assert.deepEqual([cpuSeconds([pid]), peakMemory([pid])], [0, 0])
    assert.ok(Number(cpuSeconds([process.pid, pid])) > 0)
    const own = Number(peakMemory([process.pid]))
    assert.ok(own > 1e7 && Number(peakMemory([process.pid, process.pid, pid])) >= 2 * own)
  })

  test('rises with allocation and stays after release', async (t) => {
    const size = 100 * 2 ** 20
    const script = `
      process.stdin.once('data', () => {
        const before = process.memoryUsage.rss()
        ;(() => new Uint8Array(${size}).fill(1).length)()
        const untilGivenBack = () => {
          gc()
          const resident = process.memoryUsage.rss()
          if (resident < before + ${size / 2}) console.log(resident)
          else setImmediate(untilGivenBack)
        }
        untilGivenBack()
      })
      console.log('ready')`
    const { child, pid, line } = start(t, script, undefined, ['--expose-gc'])
    await line()
    const before = peakMemory([pid]) as number
    child.stdin.write('go')
    const resident = Number(await line())
    const after = peakMemory([pid]) as number
    assert.ok(resident - before < 0.5 * size, 'the memory has been released')
    assert.ok(after - before > 0.9 * size, `${before} to ${after}`)
  })
})

describe('life and death', () => {
  test('a zombie is not alive', linuxOnly, async (t) => {
    // After `exec`, the program does not reap the shell's children; the child ends only after that.
    const script = '(while ! grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 1000'
    const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => kill(child.pid as number))
    const [text] = await once(child.stdout, 'data')
    const zombie = Number(text)
    await untilGone(zombie)
    process.kill(zombie, 0)
    assert.ok(!isAlive(zombie))
  })

  test('tracked groups are killed, untracked ones are not', async (t) => {
    const tracked = start(t, parent)
    const spared = start(t, parent)
    const child = await tracked.number()
    await spared.number()
    track(tracked.pid)
    track(spared.pid)
    untrack(spared.pid)
    killTracked()
    await Promise.all([untilGone(tracked.pid), untilGone(child)])
    assert.ok(isAlive(spared.pid))
    kill(tracked.pid)
  })
})
