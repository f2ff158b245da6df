/** The link to another host breaks in each phase of a run: one line names it, and no process is left on either host. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { kill } from '../machine/processes.ts'
import { CommandLine, faultyDirectory, processesOf, runDirectory, until } from '../test/testing.ts'
import { FAR, TwoHosts, twoHostsForbidden } from '../test/two-hosts.ts'

const FAULTY = faultyDirectory()
const timeout = 300_000
const skip = twoHostsForbidden()
/** Longer than any of these tests takes. */
const ENDLESS = '600'
const ENDLESS_LOAD = ['--seconds', ENDLESS, '--slice', ENDLESS]

interface Case {
  server: string
  options?: readonly string[]
  /** A file of the server's temporary directory that says that the phase has come. */
  sign: string
  broken: (hosts: TwoHosts) => void
  reason: RegExp
}

const killConnections = (hosts: TwoHosts) => hosts.killConnections()
const pullCable = (hosts: TwoHosts) => hosts.pullCable()
const killAgent = (hosts: TwoHosts) => {
  for (const { pid, command } of hosts.farProcesses()) if (command.includes('remote/agent.ts')) kill(pid)
}
const CLOSED = /^the connection to far broke: /
const SILENT = /^the connection to far broke: (nothing was heard from it for 15 s|.*not responding)/
const AGENT_ENDED = /^the connection to far broke: (the agent there ended|ssh, or the agent there, was ended)$/

const cases: Record<string, Case> = {
  contract: { server: 'never-answers', sign: 'called', broken: killConnections, reason: CLOSED },
  load: { server: 'leaves-marks', options: ENDLESS_LOAD, sign: 'loaded', broken: pullCable, reason: SILENT },
  'load, and the agent ends': {
    server: 'leaves-marks',
    options: ENDLESS_LOAD,
    sign: 'loaded',
    broken: killAgent,
    reason: AGENT_ENDED,
  },
}

/** A run that has come to the phase of the case. */
async function runInto(t: TestContext, { server, options = [], sign }: Pick<Case, 'server' | 'options' | 'sign'>) {
  const scratch = runDirectory(t)
  const hosts = await TwoHosts.make(t, scratch)
  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', FAULTY, '--servers', server]
  const link = ['--load-from', FAR, '--ssh-config', hosts.sshConfig]
  const run = new CommandLine(
    scratch,
    ['run', 'update-user', '--quick', ...chosen, ...link, '--out', out, ...options],
    hosts.near,
  )
  const isThere = () => existsSync(join(scratch, sign))
  let early = ''
  void run.ended.then(({ output, complaints }) => {
    early = `the run ended before: ${[...output, ...complaints].join('\n')}`
  })
  await until(() => isThere() || early !== '')
  assert.ok(isThere(), early)
  return { scratch, hosts, run, out }
}

/** Nothing runs on either host; an agent that hears nothing any more needs its time. */
async function assertNothingLeft(hosts: TwoHosts, scratch: string): Promise<void> {
  assert.deepEqual(hosts.nearProcesses(), [])
  await until(() => hosts.farProcesses().length === 0)
  assert.deepEqual(processesOf(scratch), [])
}

for (const [name, { broken, reason, ...rest }] of Object.entries(cases)) {
  test(`the link breaks in phase "${name}"`, { timeout, skip }, async (t) => {
    const { scratch, hosts, run, out } = await runInto(t, rest)
    broken(hosts)
    const { status, complaints } = await run.ended
    assert.deepEqual([status, complaints.length], [1, 1], complaints.join('\n'))
    assert.match(complaints[0] ?? '', reason)
    await assertNothingLeft(hosts, scratch)
    assert.equal(existsSync(out), false, 'no round was over')
  })
}

test('SIGKILL of the runner: the other host ends what it has started', { timeout, skip }, async (t) => {
  const load = { server: 'leaves-marks', options: ENDLESS_LOAD, sign: 'loaded' }
  const { scratch, hosts, run } = await runInto(t, load)
  assert.ok(hosts.farProcesses().length >= 3, 'node.mjs, agent and load generator')
  run.signal('SIGKILL')
  await run.ended
  await until(() => hosts.farProcesses().length + hosts.nearProcesses().length === 0)
  assert.deepEqual(processesOf(scratch), [])
})
