import assert from 'node:assert/strict'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { memory } from '../../shared/probes/memory.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { Server } from '../folders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { describeEnvironment } from '../machine/environment.ts'
import { interruptionLine, writingTo } from '../terminal/output.ts'
import { assertNotInterrupted, changedConditions, Journal, readJournal } from './journal.ts'
import { measureSubjects } from './rounds.ts'
import { subjectOf } from './subjects.ts'

const environment = describeEnvironment(detectPinning(), [], 'none')
const conditions = (clean = true) => ({ environment, source: { commit: 'abc', clean } })
const head = {
  command: 'memory',
  operands: ['update-user'],
  values: { seed: 7 },
  startedAt: '2026-01-01T00:00:00Z',
}
const subjects = ['a', 'b'].map((name) => {
  const server = { name, manifest: {}, version: '1.0.0', runtime: { name: 'node' } } as Server
  return subjectOf(server)
})

/** Measures three processes of each server until one says that the machine stops. */
async function measure(stopsAt = Number.POSITIVE_INFINITY) {
  const measured: string[] = []
  const silent = { out: { write: () => {} }, err: process.stderr }
  const result = await writingTo(silent, () =>
    measureSubjects(
      {
        probe: memory,
        async measure({ name }, { round }) {
          if (measured.length === stopsAt) throw new Error('the machine stops')
          measured.push(`${name}${round}`)
          return { values: { of: `${name}${round}` } }
        },
      },
      {
        subjects,
        scenario: updateUser,
        values: {},
        tools: { pinning: detectPinning(), lanes: [null], counter: null, version: 'none' },
        processes: 3,
        seed: 1,
      },
    ),
  )
  return { measured, result }
}

function scratchOf(t: TestContext) {
  const result = join(temporaryDirectory(t), 'result.json')
  return { result, partial: `${result}.partial` }
}

test('a resumed measurement measures what the journal lacks, and nothing again', async (t) => {
  const { result, partial } = scratchOf(t)
  Journal.begin(result, { ...head, ...conditions() })
  assert.equal(interruptionLine('SIGINT'), 'interrupted: no result was written')
  const { measured: before } = await measure(4)
  assert.match(
    interruptionLine('SIGINT'),
    /4 parts kept: npm run bench -- memory --resume .*result\.json\.partial/,
  )
  // A process that was killed leaves half a line.
  appendFileSync(partial, '{"key":"1/a/3","val')
  assert.deepEqual(readJournal(partial).head.values, { seed: 7 })
  const journal = Journal.resume(partial, conditions())
  assert.equal(journal.conditionsOfAll(conditions()).environment.boot, environment.boot)
  const rebooted = { ...conditions(), environment: { ...environment, boot: 'another' } }
  assert.equal(journal.conditionsOfAll(rebooted).environment.boot, null)
  const { measured: after, result: whole } = await measure()
  assert.equal(readJournal(partial).lines.length, 6)
  assert.deepEqual([...before, ...after].sort(), ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
  assert.deepEqual(
    whole.map(({ samples }) => samples.map(({ values }) => values.of)),
    [
      ['a1', 'a2', 'a3'],
      ['b1', 'b2', 'b3'],
    ],
  )
  journal.end()
  assert.ok(!existsSync(partial))
})

test('nothing is resumed under other conditions, or from a file that is not a journal', async (t) => {
  const { result, partial } = scratchOf(t)
  const now = conditions()
  const other = { ...now, source: { ...now.source, commit: 'f00' } }
  /** Begins a journal of one part. */
  const begin = async (under: typeof now) => {
    const journal = Journal.begin(result, { ...head, ...under })
    await journal.remember('a', async () => 1)
    return journal
  }
  ;(await begin(other)).end()
  assert.throws(() => Journal.resume(partial, now), /\.partial cannot be read/)
  const kept = await begin(other)
  assert.throws(
    () => Journal.resume(partial, now),
    /measured under other conditions: commit differ/,
  )
  assert.throws(
    () => assertNotInterrupted(result),
    /result\.json\.partial holds an interrupted measurement: .*--resume/,
  )
  kept.end()
  assertNotInterrupted(result)
  appendFileSync(result, 'no journal')
  assert.throws(() => readJournal(result), /is not a \.partial file/)
  writeFileSync(result, '{"command":"memory","operands":[],"values":{}}')
  assert.throws(() => readJournal(result), /is not a \.partial file/)
  const unclean = await begin(conditions(false))
  assert.throws(
    () => Journal.resume(partial, conditions(false)),
    /commit the changes, and start again/,
  )
  unclean.end()
  ;(await begin(now)).end()
})

test('conditions that differ are named', () => {
  const source = { commit: 'a', clean: true }
  const changed = {
    environment: { ...environment, cpuModel: 'another', boot: 'another' },
    source: { ...source, commit: 'another' },
  }
  assert.deepEqual(changedConditions({ environment, source }, changed), ['cpuModel', 'commit'])
})
