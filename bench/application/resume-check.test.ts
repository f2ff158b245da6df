import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { sampleTrial } from '../../shared/result/samples.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { codeHash } from '../instructions/code-hash.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { changesDigest } from '../machine/source-digest.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import type { RunPlan } from '../measure/run-plan.ts'
import { beginRecord, type RunRecord } from '../measure/run-record.ts'
import type { JournalHeader } from './journal.ts'
import { assertUnchangedInPause, changesSince, speedChange } from './resume-check.ts'

const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => ['express', 'http-node'].includes(name))
const plan: RunPlan = {
  scenario: updateUser,
  servers: discoverServers(folders, updateUser.name).installed,
  notInstalled: [],
  protocol: { ...defaultProtocol, seed: 1 },
  generator: builtin,
  pinning: detectPinning(1),
  quick: false,
}

/** As it comes back from the file. */
function header(): JournalHeader {
  const servers = plan.servers.map((server) => ({
    name: server.name,
    directory: server.directory,
    code: codeHash(server),
  }))
  const run = beginRecord(plan).description
  const about = { publish: true, isChoice: false, instructions: false }
  return JSON.parse(JSON.stringify({ result: 'a.json', run, changes: changesDigest(), servers, ...about }))
}

/** What was measured by then: one round of a server, before whose slices the probe's work took so long, or nothing. */
function recordOf({ run }: JournalHeader, microseconds?: number): RunRecord {
  const trial = sampleTrial()
  for (const slice of trial.slices) slice.probe = { server: microseconds ?? 0, generator: 1 }
  const at = { repeat: 1, startedAt: run.startedAt, finishedAt: run.startedAt, groups: [['express']], refusals: [] }
  const round = { ...at, trials: [{ server: 'express', trial, behaviours: [] }] }
  return { description: run, rounds: microseconds === undefined ? [] : [round], refusals: [], resumed: [] }
}

test('where nothing has changed, a run can be gone on with', () => {
  assert.deepEqual(changesSince(header(), plan), [])
})

const changes: [what: string, change: (header: JournalHeader) => void, said: RegExp][] = [
  ['the kernel', ({ run }) => Object.assign(run.environment, { kernel: '1.0' }), /^the kernel \(1\.0, now .+\)$/],
  ['the pinning', ({ run }) => Object.assign(run.environment.pinning, { note: 'none' }), /^the CPUs of server and/],
  ['the memory', ({ run }) => Object.assign(run.environment, { memoryBytes: 1 }), /^the memory \(1, now \d+\)$/],
  [
    'a runtime',
    ({ run }) => Object.assign(run.environment.runtimes, { node: '1.2.3' }),
    /^the runtimes \(\{"node":"1\.2/,
  ],
  ['the lockfile', ({ run }) => Object.assign(run.environment, { lockfileHash: 'abc' }), /^the lockfile$/],
  ['the commit', ({ run }) => Object.assign(run.source, { commit: 'abc' }), /^the commit \(abc, now .+\)$/],
  ['uncommitted changes', (all) => Object.assign(all, { changes: 'abc' }), /^the uncommitted changes of the sources$/],
  [
    'a version',
    ({ run }) => Object.assign(run.servers[0] ?? {}, { version: '0.1' }),
    /^server express \(version 0\.1, now 5/,
  ],
  [
    'a file',
    ({ servers }) => Object.assign(servers[1] ?? {}, { code: 'abc' }),
    /^server http-node \(its files, packages/,
  ],
  [
    'a manifest',
    ({ run }) => Object.assign(run.servers[0] ?? {}, { tags: ['x'] }),
    /^server express \(its files, packages/,
  ],
  [
    'a server',
    ({ servers }) => Object.assign(servers[1] ?? {}, { name: 'gone' }),
    /^server gone \(it is not here any more\)$/,
  ],
]
for (const [what, change, said] of changes) {
  test(`where ${what} has changed, that is named`, () => {
    const changed = header()
    change(changed)
    const [only, ...more] = changesSince(changed, plan)
    assert.match(only ?? '', said)
    assert.deepEqual(more, [])
  })
}

test('a little more or less memory is the same machine', () => {
  const same = header()
  same.run.environment.memoryBytes *= 1.01
  assert.deepEqual(changesSince(same, plan), [])
})

test('what has changed in a pause ends the run, and one line says what there is of it', async () => {
  const ofPlan = (_: unknown, name: string) => plan.servers.find((server) => server.name === name)
  const check = (changed: JournalHeader, found = ofPlan) =>
    assertUnchangedInPause(resolve('a.journal.jsonl'), { header: changed, record: recordOf(changed) }, plan, found)
  await check(header())
  const other = header()
  other.run.source.commit = 'abc'
  const resume = 'npm run bench -- run --resume a\\.journal\\.jsonl'
  const end = `${resume} goes on once that is undone, and ${resume} --finish makes a result of the rounds that there are$`
  await assert.rejects(
    check(other),
    new RegExp(`^Error: ends after 0 rounds, since what is measured has changed in the pause: the commit .*; ${end}`),
  )
  await assert.rejects(
    check(header(), () => undefined),
    /; server express \(it is not here any more\); server http-node/,
  )
  const broken = () => assert.fail('package.json is broken')
  await assert.rejects(check(header(), broken), /pause: package\.json is broken; npm run/)
})

test('a machine of another speed is another one, unless it is so for a moment only', async () => {
  const change = (before: number | undefined, now: (number | null)[]) =>
    speedChange(recordOf(header(), before), [0], async () => now.shift() ?? null, 0)
  assert.deepEqual(await change(900, [1300]), [])
  assert.deepEqual(await change(900, [650]), [])
  const said = (now: string) => [`the speed of the machine (the probe’s work took 900 µs, now ${now} µs)`]
  assert.deepEqual(await change(900, [1900, 1900, 1900, 1901]), said('1,901'))
  assert.deepEqual(await change(900, [400, 400, 400, 400]), said('400'))
  assert.deepEqual(await change(900, [1900, 1900, 1900, 1000]), [])
  assert.deepEqual(await change(900, [null]), [])
  assert.deepEqual(await change(undefined, [1900, 1900, 1900, 1900]), [])
  assert.deepEqual(await speedChange(recordOf(header(), 900), null), [])
})
