/** The link to another host breaks in each phase of a run: one line names it, and no process is left on either host. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { FAR, FarHost } from '../test/far-host.ts'
import { CommandLine, faultyDirectory, processesOf, runDirectory, SHORT, until } from '../test/testing.ts'

const FAULTY = faultyDirectory()
const timeout = 300_000
const skip = process.platform !== 'linux'
/** Longer than any of these tests takes. */
const ENDLESS = '600'
const ENDLESS_LOAD = ['--seconds', ENDLESS, '--slice', ENDLESS]

interface Case {
  server: string
  options?: readonly string[]
  /** A file of the server's temporary directory that says that the phase has come. */
  sign: string
  signal: NodeJS.Signals
  reason: RegExp
}

const SILENT = /^the connection to far broke: nothing was heard from it for 15 s$/
const AGENT_ENDED = /^the connection to far broke: the agent there ended/

const cases: Record<string, Case> = {
  contract: { server: 'never-answers', sign: 'called', signal: 'SIGKILL', reason: AGENT_ENDED },
  load: { server: 'leaves-marks', options: ENDLESS_LOAD, sign: 'loaded', signal: 'SIGSTOP', reason: SILENT },
  'load, and the agent ends': {
    server: 'leaves-marks',
    options: ENDLESS_LOAD,
    sign: 'loaded',
    signal: 'SIGKILL',
    reason: AGENT_ENDED,
  },
}

/** A run that has come to the phase of the case. */
async function runInto(t: TestContext, { server, options = [], sign }: Pick<Case, 'server' | 'options' | 'sign'>) {
  const scratch = runDirectory(t)
  const far = new FarHost(scratch)
  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', FAULTY, '--servers', server]
  const link = ['--load-from', FAR]
  const run = new CommandLine(
    scratch,
    ['run', 'update-user', ...SHORT, ...chosen, ...link, '--out', out, ...options],
    far.wrapper,
  )
  const isThere = () => existsSync(join(scratch, sign))
  let early = ''
  void run.ended.then(({ output, complaints }) => {
    early = `the run ended before: ${[...output, ...complaints].join('\n')}`
  })
  await until(() => isThere() || early !== '')
  assert.ok(isThere(), early)
  return { scratch, far, run, out }
}

for (const [name, { signal, reason, ...rest }] of Object.entries(cases)) {
  test(`the link breaks in phase "${name}"`, { timeout, skip }, async (t) => {
    const { scratch, far, run, out } = await runInto(t, rest)
    far.signalAgent(signal)
    const { status, complaints } = await run.ended
    assert.deepEqual([status, complaints.length], [1, 1], complaints.join('\n'))
    assert.match(complaints[0] ?? '', reason)
    // Who hears nothing any more needs its time.
    await until(() => processesOf(scratch).length === 0)
    assert.equal(existsSync(out), false, 'no round was over')
  })
}

test('SIGKILL of the runner: the other host ends what it has started', { timeout, skip }, async (t) => {
  const load = { server: 'leaves-marks', options: ENDLESS_LOAD, sign: 'loaded' }
  const { scratch, far, run } = await runInto(t, load)
  assert.ok(far.processes().length >= 3, 'node.mjs, agent and load generator')
  run.signal('SIGKILL')
  await run.ended
  await until(() => processesOf(scratch).length === 0)
})
