/** Ctrl-C and other signals in each phase of a run: no process is left, and no result is written. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
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
const skip = process.platform !== 'linux' && 'processes are found in /proc'
/** Seconds; longer than these tests. */
const ENDLESS = '600'

const runOf = (server: string, scratch: string, ...options: string[]) => {
  const chosen = ['--servers-dir', FAULTY, '--servers', server]
  const out = join(scratch, 'result.json')
  return ['run', 'update-user', ...chosen, ...SHORT, '--out', out, ...options]
}

/** Starts a run, and waits until a process or a mark of its server is there. */
async function runUntil(sign: string, ...given: Parameters<typeof runOf>): Promise<CommandLine> {
  const [server, scratch] = given
  const run = new CommandLine(scratch, runOf(...given))
  const isThere = (line: string) => line.includes(`${server}/update-user.ts`)
  const hasSign = () => existsSync(join(scratch, sign))
  await until(sign ? hasSign : () => processesOf(scratch).some(isThere))
  return run
}

/** Asserts that a run left no process, and no file but the marks for this test. */
function assertNothingLeft(scratch: string): void {
  const files = filesIn(scratch).filter((file) => file !== 'called' && file !== 'loaded')
  assert.deepEqual([processesOf(scratch), files], [[], []])
}

type Interruption = [
  phase: string,
  run: [sign: string, server: string, ...options: string[]],
  signal: [NodeJS.Signals, 'all' | 'first process'],
  status: number,
  said: string,
]
const interruptions: Interruption[] = [
  ['start', ['', 'never-listens'], ['SIGHUP', 'all'], 129, 'ended by SIGHUP'],
  ['contract', ['called', 'never-answers'], ['SIGINT', 'all'], 130, 'interrupted'],
  [
    'warm-up',
    ['loaded', 'leaves-marks', '--warmup', ENDLESS, '--seconds', ENDLESS],
    ['SIGTERM', 'all'],
    143,
    'ended by SIGTERM',
  ],
  [
    'measurement',
    ['loaded', 'leaves-a-child', '--seconds', ENDLESS],
    ['SIGINT', 'first process'],
    130,
    'interrupted',
  ],
]
for (const [phase, [sign, server, ...options], [signal, to], status, said] of interruptions) {
  test(`${signal} to ${to} in phase "${phase}"`, { skip }, async (t) => {
    const scratch = runDirectory(t)
    const run = await runUntil(sign, server, scratch, ...options)
    run.signal(signal, to)
    const ended = await run.ended
    assert.deepEqual(ended.complaints, [`${said}: no result was written`])
    assert.equal(ended.status, status)
    assertNothingLeft(scratch)
  })
}

test('a run ends with its npm, which does not forward signals', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const untilLoaded = 'while ! test -e "$TMPDIR/loaded"; do sleep 0.05; done'
  const orphaned = ['sh', '-c', `npm_lifecycle_event=bench "$@" & ${untilLoaded}`, 'sh']
  // The output is closed when the last process has ended.
  await commandLine(scratch, runOf('leaves-marks', scratch, '--seconds', ENDLESS), orphaned)
  assertNothingLeft(scratch)
})

test('a concurrent run is rejected; SIGKILL ends all processes of the first', {
  skip,
}, async (t) => {
  const scratch = runDirectory(t)
  const first = await runUntil('loaded', 'leaves-marks', scratch, '--seconds', ENDLESS)
  const { status, complaints } = await commandLine(scratch, runOf('honest', scratch))
  assert.deepEqual([status, complaints.length], [3, 1])
  assert.match(complaints[0] ?? '', /\bpid \d+\b/)
  assert.ok(processesOf(scratch).length >= 4, 'node.mjs, runner, server and generator')
  first.signal('SIGKILL')
  await first.ended
  await until(() => processesOf(scratch).length === 0)
  assertNothingLeft(scratch)
})
