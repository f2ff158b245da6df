/** What a run has of the machine and of its orders, from its beginning to its end. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeResult } from '../../shared/result/file.ts'
import { sampleResult, sampleTrial } from '../../shared/result/samples.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { codeHash } from '../instructions/code-hash.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { changesDigest } from '../machine/source-digest.ts'
import { quickProtocol } from '../measure/protocol.ts'
import { beginRecord } from '../measure/run-record.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bench-measure-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
// The machine's lock is in it: another run may go on meanwhile.
process.env.TMPDIR = scratch
const { measureAndReport } = await import('./measure-and-report.ts')
const { Journal, readJournal } = await import('./journal.ts')
const { resumeRun } = await import('./resume-run.ts')
const { assertUnchangedInPause } = await import('./resume-check.ts')

const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => name === 'http-node')
const { installed: servers } = discoverServers(folders, updateUser.name)
const protocol = { ...quickProtocol, connections: 10, secondPipelining: null, polling: false, seed: 1 }
const order = { scenario: updateUser, servers, notInstalled: [], protocol, isChoice: true, until: undefined }

const serverNamed = (_: unknown, name: string) => servers.find((server) => server.name === name)

test('a run has the machine until its result is written, and its journal says what is done with it', async (t) => {
  const said: [line: string, isLocked: boolean][] = []
  const published: boolean[] = []
  const out = join(scratch, 'a.json')
  const lock = join(scratch, 'rpc-validation-benchmarks.lock')
  const journal = join(scratch, 'a.journal.jsonl')
  t.mock.method(console, 'log', (line: string) => {
    said.push([line, existsSync(lock)])
    if (existsSync(journal)) published.push(readJournal(journal).header.publish)
  })
  const { status } = await measureAndReport({ ...order, quick: false, publish: true, repeats: undefined, out })
  assert.equal(status, 0)
  assert.deepEqual([existsSync(out), existsSync(lock)], [true, false])
  const [, isLocked] = said.find(([line]) => line.includes('written to')) ?? []
  assert.equal(isLocked, true)
  assert.equal(published[0], false, 'what has a file of its own is not published, after an interruption neither')
})

test('a run that was over before its journal was removed is counted where that was asked for', async (t) => {
  t.mock.method(console, 'log', () => {})
  const out = join(scratch, 'b.json')
  const result = sampleResult()
  const { scenario, startedAt, quick, environment, source, notInstalled, servers: measured } = result
  const described = measured.map(({ trials: _, behaviours: __, refusal: ___, summary: ____, ...server }) => server)
  const length = { repeats: 1, pauseSeconds: 0, until: null }
  const about = { scenario, startedAt, quick, environment, source, notInstalled, length }
  const run = { ...about, protocol: result.protocol, servers: described }
  const own = [{ name: 'http-node', directory: servers[0]?.directory ?? '', code: 'abc' }]
  const header = { result: out, run, changes: null, servers: own, publish: false, isChoice: true, instructions: true }
  writeResult(out, result)
  for (const finish of [false, true]) {
    const { path } = Journal.begin(header)
    const { status, toCount } = await resumeRun({ path, finish, publish: true, serverNamed })
    assert.deepEqual([status, existsSync(path)], [0, false])
    assert.deepEqual(
      toCount && { ...toCount, scenario: toCount.scenario.name, servers: toCount.servers.map(({ name }) => name) },
      finish ? null : { scenario, servers: ['http-node'], notInstalled: [], out, publish: false },
    )
  }
})

test('neither after a pause nor by --resume a run goes on with a machine of another speed', async (t) => {
  t.mock.method(console, 'log', () => {})
  const pinning = detectPinning(1)
  if (!pinning.server) return t.skip(`no probe is at work: ${pinning.note}`)
  const out = join(scratch, 'c.json')
  const plan = { ...order, generator: builtin, pinning, quick: false }
  const record = beginRecord(plan)
  const { description: run } = record
  const own = servers.map((server) => ({ name: server.name, directory: server.directory, code: codeHash(server) }))
  const about = { publish: false, isChoice: true, instructions: false }
  const header = { result: out, run, changes: changesDigest(), servers: own, ...about }
  const trial = sampleTrial()
  for (const slice of trial.slices) slice.probe = { server: 1, generator: 1 }
  const at = { repeat: 1, startedAt: run.startedAt, finishedAt: run.startedAt, groups: [['http-node']], refusals: [] }
  const round = { ...at, trials: [{ server: 'http-node', trial, behaviours: [] }] }
  const journal = Journal.begin(header)
  journal.keep(round)
  const { path } = journal

  await Promise.all([
    assert.rejects(
      assertUnchangedInPause(path, { header, record: { ...record, rounds: [round] } }, plan, serverNamed),
      /^Error: ends after 1 round, since .* changed in the pause: the speed of the machine \(the probe’s work took 1 µs/,
    ),
    assert.rejects(
      resumeRun({ path, finish: false, publish: false, serverNamed }),
      /can't be gone on with, since what is measured has changed: the speed of the machine [^;]*; .* --finish makes a/,
    ),
  ])
  assert.equal((await resumeRun({ path, finish: true, publish: false, serverNamed })).status, 0)
  assert.ok(existsSync(out))
})
