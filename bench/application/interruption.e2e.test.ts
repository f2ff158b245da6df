/** Ctrl-C and other ends of a run in each of its phases: nothing outlives it, and no result is written. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readResult } from '../../shared/result/file.ts'
import {
  CommandLine,
  commandLine,
  faultyDirectory,
  filesIn,
  processesOf,
  runDirectory,
  SHORT,
  until,
} from '../test/testing.ts'

const FAULTY = faultyDirectory()
const timeout = 240_000
/** Longer than any of these tests takes. */
const ENDLESS = '600'

/** A run that stays in one phase, and the file that says that it has come there. */
const phases = {
  start: { server: 'never-listens', options: [], sign: undefined },
  contract: { server: 'never-answers', options: [], sign: 'called' },
  'warm-up': {
    server: 'leaves-marks',
    options: ['--warmup', ENDLESS, '--seconds', ENDLESS, '--slice', ENDLESS],
    sign: 'loaded',
  },
  measurement: {
    server: 'leaves-marks',
    options: ['--warmup', '0', '--seconds', ENDLESS, '--slice', ENDLESS],
    sign: 'loaded',
  },
}

async function runInto(phase: keyof typeof phases, scratch: string): Promise<CommandLine> {
  const { server, options, sign } = phases[phase]
  const chosen = ['--servers-dir', FAULTY, '--servers', server, '--out', join(scratch, 'result.json')]
  const run = new CommandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT, ...options])
  const servers = () => processesOf(scratch).filter((line) => line.includes(`${server}/update-user.ts`))
  await until(() => (sign ? existsSync(join(scratch, sign)) : servers().length > 0))
  return run
}

/** What a run has left in its temporary directory, but for the signs to this test. */
function leftIn(scratch: string): string[] {
  return filesIn(scratch).filter((file) => file !== 'called' && file !== 'loaded')
}

function skipWithoutProc(t: TestContext): boolean {
  if (process.platform !== 'linux') t.skip('processes are found in /proc')
  return process.platform !== 'linux'
}

for (const phase of Object.keys(phases) as (keyof typeof phases)[]) {
  test(`Ctrl-C in phase "${phase}"`, { timeout }, async (t) => {
    if (skipWithoutProc(t)) return
    const scratch = runDirectory(t)
    const run = await runInto(phase, scratch)
    run.signal('SIGINT')
    const { status, complaints } = await run.ended
    assert.equal(status, 130)
    assert.deepEqual(complaints, ['interrupted: no result was written'])
    assert.deepEqual(processesOf(scratch), [])
    assert.deepEqual(leftIn(scratch), [])
  })
}

for (const server of ['leaves-a-child', 'leaves-an-orphan']) {
  test(`Ctrl-C where the server ${server}`, { timeout }, async (t) => {
    if (skipWithoutProc(t)) return
    const scratch = runDirectory(t)
    const chosen = ['--servers-dir', FAULTY, '--servers', server, '--out', join(scratch, 'result.json')]
    const run = new CommandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT, '--seconds', ENDLESS])
    await until(() => processesOf(scratch).some((line) => line.includes('setInterval')))
    run.signal('SIGINT')
    await run.ended
    assert.deepEqual(processesOf(scratch), [])
  })
}

test('a signal to node.mjs alone ends the run', { timeout }, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const run = await runInto('measurement', scratch)
  run.signal('SIGINT', 'first process')
  assert.equal((await run.ended).status, 130)
  assert.deepEqual(processesOf(scratch), [])
})

test('a run whose npm has been ended, which passes no signal on, ends too', { timeout }, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const untilLoaded = 'while ! test -e "$TMPDIR/loaded"; do sleep 0.05; done'
  const orphaned = ['sh', '-c', `npm_lifecycle_event=bench "$@" & ${untilLoaded}`, 'sh']
  const chosen = ['--servers-dir', FAULTY, '--servers', 'leaves-marks']
  // Its output is closed when its last process has ended.
  await commandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT, '--seconds', ENDLESS], orphaned)
  assert.deepEqual(processesOf(scratch), [])
  assert.deepEqual(leftIn(scratch), [])
})

for (const [signal, expected] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  test(`${signal}`, { timeout }, async (t) => {
    if (skipWithoutProc(t)) return
    const scratch = runDirectory(t)
    const run = await runInto('measurement', scratch)
    run.signal(signal)
    const { status, complaints } = await run.ended
    assert.equal(status, expected)
    assert.deepEqual(complaints, [`ended by ${signal}: no result was written`])
    assert.deepEqual(processesOf(scratch), [])
    assert.deepEqual(leftIn(scratch), [])
  })
}

test('SIGKILL of the runner ends server and generator, and the next run starts', { timeout }, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const killed = await runInto('measurement', scratch)
  assert.ok(processesOf(scratch).length >= 4, 'node.mjs, runner, server and generator')
  killed.signal('SIGKILL')
  await killed.ended
  await until(() => processesOf(scratch).length === 0)

  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', FAULTY, '--servers', 'honest', '--out', out]
  const { status, complaints } = await commandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT])
  assert.deepEqual({ status, complaints }, { status: 0, complaints: [] })
  assert.deepEqual(leftIn(scratch), ['result.json'])
  assert.equal(readResult(out).servers.length, 1)
})

test('of two runs at once the second gives way', { timeout }, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const first = await runInto('measurement', scratch)
  const chosen = ['--servers-dir', FAULTY, '--servers', 'honest', '--out', join(scratch, 'second.json')]
  const second = await commandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT])
  assert.equal(second.status, 1)
  assert.equal(second.complaints.length, 1)
  assert.match(
    second.complaints[0] ?? '',
    /^another run is measuring on this machine \(pid \d+\): wait for its end, or/,
  )
  assert.ok(!existsSync(join(scratch, 'second.json')))
  assert.ok(processesOf(scratch).length >= 4, 'the first goes on')
  first.signal('SIGINT')
  assert.equal((await first.ended).status, 130)
  assert.deepEqual(leftIn(scratch), [])
})
