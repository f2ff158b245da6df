/** Ctrl-C and other signals in each phase of a run: no process is left, and no result is written. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
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
/** Seconds; longer than these tests. */
const ENDLESS = '600'

/** Runs that stay in one phase, and the file that marks it. */
const phases = {
  start: { server: 'never-listens', options: [], sign: undefined },
  contract: { server: 'never-answers', options: [], sign: 'called' },
  'warm-up': {
    server: 'leaves-marks',
    options: ['--warmup', ENDLESS, '--seconds', ENDLESS],
    sign: 'loaded',
  },
  measurement: {
    server: 'leaves-marks',
    options: ['--warmup', '0', '--seconds', ENDLESS],
    sign: 'loaded',
  },
}

const runOf = (server: string, scratch: string) => {
  const chosen = ['--servers-dir', FAULTY, '--servers', server]
  return ['run', 'update-user', ...chosen, ...SHORT, '--out', join(scratch, 'result.json')]
}

async function runInto(phase: keyof typeof phases, scratch: string): Promise<CommandLine> {
  const { server, options, sign } = phases[phase]
  const run = new CommandLine(scratch, [...runOf(server, scratch), ...options])
  const servers = () =>
    processesOf(scratch).filter((line) => line.includes(`${server}/update-user.ts`))
  await until(() => (sign ? existsSync(join(scratch, sign)) : servers().length > 0))
  return run
}

/** Returns the leftovers of a run in its temporary directory, without the marks for this test. */
function leftIn(scratch: string): string[] {
  return filesIn(scratch).filter((file) => file !== 'called' && file !== 'loaded')
}

function skipWithoutProc(t: TestContext): boolean {
  if (process.platform !== 'linux') t.skip('processes are found in /proc')
  return process.platform !== 'linux'
}

/** By phase: the signal, its target, the exit status and the message. */
const interruptions = {
  start: ['SIGHUP', 'all', 129, 'ended by SIGHUP'],
  contract: ['SIGINT', 'all', 130, 'interrupted'],
  'warm-up': ['SIGTERM', 'all', 143, 'ended by SIGTERM'],
  measurement: ['SIGINT', 'first process', 130, 'interrupted'],
} as const
for (const [phase, [signal, to, expected, said]] of Object.entries(interruptions)) {
  test(`${signal} to ${to} in phase "${phase}"`, { timeout }, async (t) => {
    if (skipWithoutProc(t)) return
    const scratch = runDirectory(t)
    const run = await runInto(phase as keyof typeof phases, scratch)
    run.signal(signal, to)
    const { status, complaints } = await run.ended
    assert.deepEqual([status, complaints], [expected, [`${said}: no result was written`]])
    assert.deepEqual([processesOf(scratch), leftIn(scratch)], [[], []])
  })
}

test('Ctrl-C ends an orphan of the server', { timeout }, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const args = [...runOf('leaves-an-orphan', scratch), '--seconds', ENDLESS]
  const run = new CommandLine(scratch, args)
  await until(() => processesOf(scratch).some((line) => line.includes('setInterval')))
  run.signal('SIGINT')
  await run.ended
  assert.deepEqual(processesOf(scratch), [])
})

test('a run ends with its npm, which does not forward signals', { timeout }, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const untilLoaded = 'while ! test -e "$TMPDIR/loaded"; do sleep 0.05; done'
  const orphaned = ['sh', '-c', `npm_lifecycle_event=bench "$@" & ${untilLoaded}`, 'sh']
  // The output is closed when the last process has ended.
  const args = [...runOf('leaves-marks', scratch), '--seconds', ENDLESS]
  await commandLine(scratch, args, orphaned)
  assert.deepEqual(processesOf(scratch), [])
  assert.deepEqual(leftIn(scratch), [])
})

test('a concurrent run is rejected; SIGKILL ends all processes of the first', {
  timeout,
}, async (t) => {
  if (skipWithoutProc(t)) return
  const scratch = runDirectory(t)
  const first = await runInto('measurement', scratch)
  const second = await commandLine(scratch, runOf('honest', scratch))
  assert.deepEqual([second.status, second.complaints.length], [3, 1])
  assert.match(second.complaints[0] ?? '', /\bpid \d+\b/)
  assert.ok(processesOf(scratch).length >= 4, 'node.mjs, runner, server and generator')
  first.signal('SIGKILL')
  await first.ended
  await until(() => processesOf(scratch).length === 0)
  assert.deepEqual(leftIn(scratch), [])
})
