/** Tests the number of rounds and the disqualification of servers, with a fake load generator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadGenerator, LoadReport, LoadWatch } from '../load/generator.ts'
import { sampleReport } from '../test/fixtures.ts'
import { COMPILED, faultyDirectory } from '../test/testing.ts'
import { run } from './run.ts'
import type { RunPlan } from './run-plan.ts'
import { beginRecord, changedConditions, recordsOf } from './run-record.ts'

/** Returns a generator that sends nothing; its report depends on the number of the load. */
function generatorThatReports(reportOf: (load: number) => Partial<LoadReport>): LoadGenerator {
  let loads = 0
  const load = async (_port: number, _seconds: number, watch: LoadWatch = {}) => {
    watch.started?.()
    watch.ended?.()
    return sampleReport(reportOf(++loads))
  }
  return { ...builtin, prepare: async () => ({ load, close: async () => {} }) }
}

const FAULTY = faultyDirectory()
const names = ['http-node', 'honest']

function planOf(generator: LoadGenerator, change: Partial<RunPlan> = {}): RunPlan {
  const folders = findServerFolders([SERVERS_DIR, FAULTY]).filter(({ name }) =>
    names.includes(name),
  )
  return {
    scenario: updateUser,
    servers: discoverServers(folders, updateUser.name).installed.map((server) => ({
      ...server,
      env: COMPILED,
    })),
    notInstalled: [],
    protocol: {
      generator: 'builtin',
      connections: 10,
      polling: false,
      durationSeconds: 1,
      sliceSeconds: 1,
      groupSize: 4,
      warmupSeconds: 0,
      seed: 1,
    },
    stop: { kind: 'rounds', rounds: 2 },
    generator,
    pinning: { server: null, generator: null, note: null },
    quick: false,
    ...change,
  }
}

async function play(plan: RunPlan) {
  const open: (readonly string[])[] = []
  const result = await run(plan, { roundEnds: (_, names) => open.push(names) }, begun(plan))
  return { result, open }
}

const OBSERVED = { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' }

/** Returns an empty record in which behavior has been observed already, since that takes longer than a trial. */
function begun(plan: RunPlan) {
  const record = beginRecord(plan)
  for (const server of recordsOf(record).values()) server.behaviours = [OBSERVED]
  return record
}

const always = generatorThatReports(() => ({}))

test('without --until, the run has the planned rounds, and the notes and deviations of its scenario', async () => {
  const plan = planOf(always)
  const servers = plan.servers.map((server) => ({
    ...server,
    manifest: {
      ...server.manifest,
      notes: [
        { text: 'a' },
        { scenarios: ['hello'], text: 'b' },
        { scenarios: ['update-user'], text: 'c' },
      ],
      knownDeviations: [{ case: 'a longer path', status: 500, reason: 'a case of hello' }],
    },
  }))
  const { result, open } = await play({ ...plan, servers })
  assert.deepEqual(open, [[], []])
  assert.equal(result.servers.length, names.length)
  for (const { notes, knownDeviations, trials } of result.servers) {
    assert.deepEqual([notes, knownDeviations], [['a', 'c'], []])
    assert.deepEqual(
      trials.map(({ round }) => round),
      [1, 2],
    )
  }
})

test('--until ends as soon as every ratio is precise enough', async () => {
  const stop = { kind: 'precision', rounds: 1, halfWidth: 0.01, maxSeconds: 600 } as const
  const { result, open } = await play(planOf(always, { stop }))
  // One round has no interval; two equal rounds have one of width 0.
  assert.equal(result.rounds.length, 2)
  assert.deepEqual(open, [['honest'], []])
  assert.deepEqual(result.until, { halfWidth: 0.01, maxSeconds: 600 })
})

test('a run that ends for its time has the rounds that it was to have', async () => {
  const { result } = await play(
    planOf(always, { stop: { kind: 'time', rounds: 5, maxSeconds: 0 } }),
  )
  assert.deepEqual([result.rounds.length, result.protocol.rounds], [3, 3])
})

test('a disqualified server takes part in no further round, and the others continue', async () => {
  // With two servers per round, the third load is the first of the second round.
  const generator = generatorThatReports((load) => (load === 3 ? { non2xx: 1 } : {}))
  const { result } = await play(planOf(generator, { stop: { kind: 'rounds', rounds: 3 } }))
  const failed = result.servers.filter(({ disqualified }) => disqualified)
  assert.equal(failed.length, 1)
  assert.deepEqual([failed[0]?.disqualified?.round, failed[0]?.summary], [2, null])
  assert.deepEqual(
    result.rounds.map((groups) => groups.flat().length),
    [2, 2, 1],
  )
  assert.equal(result.servers.find(({ disqualified }) => !disqualified)?.summary?.trials, 3)
})

test('an interrupted run keeps its finished rounds, and resumed equals an uninterrupted run', async () => {
  const plan = planOf(always)
  const kept = new Map<string, string>()
  /** Keeps rounds as JSON, as a journal does, until the machine stops. */
  const until =
    (rounds: number) =>
    async <T>(key: string, measure: () => Promise<T>): Promise<T> => {
      const known = kept.get(key)
      if (known !== undefined) return JSON.parse(known)
      if (kept.size === rounds) throw new Error('the machine stops')
      const value = await measure()
      kept.set(key, JSON.stringify(value))
      return value
    }
  await assert.rejects(run(plan, {}, begun(plan), until(1)), /the machine stops/)
  const [first] = [...kept.values()]
  const resumed = await run(plan, {}, begun(plan), until(2))
  assert.equal(resumed.rounds.length, 2)
  for (const { name, trial } of JSON.parse(first ?? '').trials)
    assert.deepEqual(resumed.servers.find((each) => each.name === name)?.trials[0], trial)
  const { result: whole } = await play(planOf(always))
  assert.deepEqual(resumed.rounds, whole.rounds)
})

test('conditions that differ are named', () => {
  const record = beginRecord(planOf(always))
  const changed = {
    environment: { ...record.environment, cpuModel: 'another', boot: 'another' },
    source: { ...record.source, commit: 'another' },
  }
  assert.deepEqual(changedConditions(record, changed), ['cpuModel', 'commit'])
})
