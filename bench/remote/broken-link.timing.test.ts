/** The link to another host breaks in each phase of a run: one line names it, and no process is left on either host. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { readResult } from '../../shared/result/file.ts'
import type { Refusal } from '../../shared/result/format.ts'
import { kill } from '../machine/processes.ts'
import { folderOf } from '../test/liars/liars.ts'
import { CommandLine, liarsDirectory, processesOf, runDirectory, until } from '../test/testing.ts'
import { FAR, FARTHER, type FarName, TwoHosts, twoHostsForbidden } from '../test/two-hosts.ts'

const LIARS = liarsDirectory()
const timeout = 300_000
const skip = twoHostsForbidden()
/** Longer than any of these tests takes. */
const ENDLESS = '600'
const ENDLESS_LOAD = ['--duration', ENDLESS, '--slice', ENDLESS]

const USER_SERVER = pathToFileURL(join(import.meta.dirname, '../test/liars/user-server.ts'))

/** Servers of these tests alone, as texts of their files. */
const OWN = {
  'stalls-after-load': `let loaded = false
    serve((call) => {
      loaded ||= call.loaded
      if (!loaded || call.open > 1) return honest(call)
      mark('stalled')
    })`,
  'kills-its-parent': `process.on('SIGTERM', () => process.kill(process.ppid, 'SIGKILL'))
    serve()`,
}

function ownServers(t: TestContext): string {
  const directory = temporaryDirectory(t)
  for (const [name, text] of Object.entries(OWN)) {
    const lie = `import { honest, mark, serve } from '${USER_SERVER}'\n${text}\n`
    const liar = { description: 'is of one test', lie, expected: { verdicts: [] } }
    writeTree(join(directory, name), folderOf('', name, liar))
  }
  return directory
}

interface Case {
  server: string
  /** The other hosts, where it is not the one. */
  from?: string
  options?: readonly string[]
  /** A file of the server's temporary directory that says that the phase has come; its process says so otherwise. */
  sign?: string
  /** Left out where the server does it itself. */
  broken?: (hosts: TwoHosts) => void
  phase: Refusal['phase']
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

const serveOn: Record<string, Case> = {
  start: { server: 'never-listens', broken: killConnections, phase: 'start', reason: CLOSED },
  contract: { server: 'never-answers', sign: 'called', broken: killAgent, phase: 'contract', reason: AGENT_ENDED },
  'warm-up': {
    server: 'leaves-marks',
    options: ['--warmup', ENDLESS, ...ENDLESS_LOAD],
    sign: 'loaded',
    broken: pullCable,
    phase: 'warm-up',
    reason: SILENT,
  },
  load: {
    server: 'leaves-marks',
    options: ENDLESS_LOAD,
    sign: 'loaded',
    broken: killConnections,
    phase: 'measurement',
    reason: CLOSED,
  },
  'contract after the load': {
    server: 'stalls-after-load',
    sign: 'stalled',
    broken: killConnections,
    phase: 'contract after the load',
    reason: CLOSED,
  },
}

const loadFrom: Record<string, Case> = {
  contract: { server: 'never-answers', sign: 'called', broken: killConnections, phase: 'contract', reason: CLOSED },
  load: {
    server: 'leaves-marks',
    options: ENDLESS_LOAD,
    sign: 'loaded',
    broken: pullCable,
    phase: 'measurement',
    reason: SILENT,
  },
  'load of two hosts': {
    server: 'leaves-marks',
    from: `${FAR},${FARTHER}`,
    options: ENDLESS_LOAD,
    sign: 'loaded',
    broken: killConnections,
    phase: 'measurement',
    reason: CLOSED,
  },
}

/** A run that has come to the phase of the case. */
async function runInto(t: TestContext, option: string, at: Omit<Case, 'phase' | 'reason'>) {
  const { server, from = FAR, options = [], sign } = at
  const scratch = runDirectory(t)
  const hosts = await TwoHosts.make(t, scratch, from.split(',') as FarName[])
  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', LIARS, '--servers-dir', ownServers(t), '--servers', server]
  const link = [`--${option}`, from, '--ssh-config', hosts.sshConfig]
  const run = new CommandLine(
    scratch,
    ['run', 'update-user', '--quick', ...chosen, ...link, '--out', out, ...options],
    hosts.near,
  )
  const place = option === 'serve-on' ? join(scratch, FAR) : scratch
  const isThere = () =>
    sign ? existsSync(join(place, sign)) : hosts.farProcesses().some(({ command }) => command.includes(`${server}/`))
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

for (const [option, cases] of Object.entries({ 'serve-on': serveOn, 'load-from': loadFrom })) {
  for (const [name, { broken, phase, reason, ...rest }] of Object.entries(cases)) {
    test(`--${option}: the link breaks in phase "${name}"`, { timeout, skip }, async (t) => {
      const { scratch, hosts, run, out } = await runInto(t, option, rest)
      broken?.(hosts)
      const { status, output, complaints } = await run.ended
      assert.deepEqual({ status, complaints }, { status: 1, complaints: [] })
      await assertNothingLeft(hosts, scratch)
      const { refusal, summary } = readResult(out).servers[0] ?? {}
      assert.equal(summary, null)
      assert.equal(refusal?.phase, phase)
      assert.match(refusal?.reason ?? '', reason)
      const lines = output.filter((line) => line.includes('connection to far'))
      assert.equal(lines.length, 2, 'when it happens, and below the table')
    })
  }
}

test('the agent ends while a server is stopped: the server before it has its number', { timeout, skip }, async (t) => {
  // With that seed in that order; the directory itself is there from the beginning.
  const options = ['--group', '1', '--seed', '1']
  const at = { server: 'honest,kills-its-parent', options, sign: '.' }
  const { scratch, hosts, run, out } = await runInto(t, 'serve-on', at)
  const { status, output, complaints } = await run.ended
  t.diagnostic(output.join('\n'))
  assert.deepEqual({ status, complaints }, { status: 1, complaints: [] })
  await assertNothingLeft(hosts, scratch)
  const [honest, killer] = readResult(out).servers
  assert.equal(honest?.summary?.trials, 1)
  assert.match(killer?.refusal?.reason ?? '', AGENT_ENDED)
})

test('SIGKILL of the runner: the other host ends what it has started', { timeout, skip }, async (t) => {
  const load = { server: 'leaves-marks', options: ENDLESS_LOAD, sign: 'loaded' }
  const { scratch, hosts, run } = await runInto(t, 'serve-on', load)
  assert.ok(hosts.farProcesses().length >= 3, 'node.mjs, agent and server')
  run.signal('SIGKILL')
  await run.ended
  await until(() => hosts.farProcesses().length + hosts.nearProcesses().length === 0)
  assert.deepEqual(processesOf(scratch), [])
})
