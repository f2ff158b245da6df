/** How many rounds a run has, and what it makes of servers that fail, with a load generator that only reports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleLinkedEnvironment } from '../../shared/result/environment-fixture.ts'
import { repeatsOf } from '../../shared/result/repeats.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadGenerator, LoadReport, LoadWatch } from '../load/generator.ts'
import { sampleReport } from '../test/fixtures.ts'
import { liarsDirectory } from '../test/testing.ts'
import { HostLost, type Hosts } from './hosts.ts'
import { type RunObserver, run } from './run.ts'
import type { RunPlan } from './run-plan.ts'
import { beginRecord, type FinishedRound } from './run-record.ts'
import { thisHost } from './server-host.ts'

/** Sends nothing; the report depends on the load's number. */
function generatorThatReports(reportOf: (load: number) => Partial<LoadReport>): LoadGenerator {
  let loads = 0
  const load = async (_port: number, _seconds: number, watch: LoadWatch = {}) => {
    watch.started?.()
    watch.ended?.()
    return sampleReport(reportOf(++loads))
  }
  return { ...builtin, prepare: async () => ({ load, close: async () => {} }) }
}

const LIARS = liarsDirectory()
const names = ['http-node', 'honest']

function planOf(generator: LoadGenerator, change: Partial<RunPlan> = {}): RunPlan {
  const folders = findServerFolders([SERVERS_DIR, LIARS]).filter(({ name }) => names.includes(name))
  return {
    scenario: updateUser,
    servers: discoverServers(folders, updateUser.name).installed,
    notInstalled: [],
    protocol: {
      ...{
        generator: 'builtin',
        connections: 5,
        pipelining: 2,
        secondPipelining: null,
        polling: false,
        durationSeconds: 1,
        sliceSeconds: 1,
        groupSize: 4,
        workers: 1,
      },
      ...{ warmupSeconds: 0, rounds: 2, seed: 1 },
    },
    generator,
    pinning: { server: null, generator: null, note: null },
    quick: false,
    ...change,
  }
}

const silent: RunObserver = {
  buildBegins() {},
  roundBegins() {},
  roundEnds() {},
  pauseBegins() {},
  groupBegins() {},
  phase() {},
  trialEnds() {},
  refused() {},
  hostLost() {},
}

/** What a run yields, and after each round who is still open. */
async function play(plan: RunPlan) {
  const open: (readonly string[])[] = []
  const result = await run(plan, { ...silent, roundEnds: (_, names) => open.push(names) })
  return { result, open }
}

const always = generatorThatReports(() => ({}))
/** Of another rate each time. */
const never = () => generatorThatReports((load) => ({ requests: 500 + 97 * (load % 5) }))

test('a result holds the notes and deviations that concern its scenario, the notes as texts', async () => {
  const plan = planOf(always)
  const servers = plan.servers.map((server) => ({
    ...server,
    manifest: {
      ...server.manifest,
      notes: [{ text: 'a' }, { scenarios: ['hello'], text: 'b' }, { scenarios: ['update-user'], text: 'c' }],
      knownDeviations: [{ case: 'a longer path', status: 500, reason: 'a case of hello' }],
    },
  }))
  const { result } = await play({ ...plan, servers, protocol: { ...plan.protocol, rounds: 1 } })
  assert.equal(result.servers.length, names.length)
  for (const { notes, knownDeviations } of result.servers) {
    assert.deepEqual(notes, ['a', 'c'])
    assert.deepEqual(knownDeviations, [])
  }
})

test('without --until there are as many rounds as planned', async () => {
  const { result, open } = await play(planOf(never()))
  assert.equal(result.rounds.length, 2)
  assert.deepEqual(open, [[], []])
  for (const { trials } of result.servers)
    assert.deepEqual(
      trials.map(({ round }) => round),
      [1, 2],
    )
})

test('--until ends when every ratio is sure enough, and no sooner', async () => {
  const { protocol } = planOf(always)
  const until = { halfWidth: 0.01, maxSeconds: 600 }
  const { result, open } = await play(planOf(always, { until, protocol: { ...protocol, rounds: 1 } }))
  // One round has no interval; two equal ones have one without width.
  assert.equal(result.rounds.length, 2)
  assert.deepEqual(open, [['honest'], []])
})

test('--max-time ends a run that is not sure enough, also before its rounds are done, and not before the first', async () => {
  const until = { halfWidth: 1e-6, maxSeconds: 0 }
  const { result, open } = await play(planOf(never(), { until }))
  assert.equal(result.rounds.length, 1)
  assert.deepEqual(open.at(-1), ['honest'])
  assert.deepEqual(result.length?.until, until)
})

test('with --max-time no round begins that would not end in time, going by the last one', async () => {
  const plan = planOf(never(), { until: { halfWidth: 1e-6, maxSeconds: 600 } })
  const record = beginRecord(plan)
  const lasted = (seconds: number): FinishedRound => ({
    repeat: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: new Date(Date.UTC(2026, 0, 1) + 1000 * seconds).toISOString(),
    groups: [],
    trials: [],
    refusals: [],
  })
  // 500 s are over, and a second round of as many would end after 1,000.
  const { rounds } = await run(plan, silent, { ...record, rounds: [lasted(500)] })
  assert.equal(rounds.length, 1)
})

test('repeats are measured into one result, and their rounds are numbered through', async () => {
  const pauses: number[] = []
  const plan = planOf(always, { repeats: { number: 2, pauseSeconds: 0.05 } })
  const once = { ...plan, protocol: { ...plan.protocol, rounds: 1 } }
  const kept: number[] = []
  const pauseBegins = (_: number, repeat: number) => pauses.push(repeat)
  const result = await run(once, { ...silent, pauseBegins }, beginRecord(once), {
    keep: ({ repeat }) => kept.push(repeat),
    pauseEnds: async () => assert.deepEqual([pauses, kept], [[2], [1]]),
  })
  assert.equal(result.rounds.length, 2)
  assert.deepEqual([pauses, kept], [[2], [1, 2]])
  const [first, second] = repeatsOf(result)
  assert.deepEqual(
    [first?.rounds, second?.rounds],
    [
      { first: 1, last: 1 },
      { first: 2, last: 2 },
    ],
  )
  // Less the millisecond to which either time is rounded.
  assert.ok(Date.parse(second?.startedAt ?? '') - Date.parse(first?.finishedAt ?? '') >= 49)
})

test('a pause after which something is not as it was ends the run, and the rounds before are kept', async () => {
  const plan = planOf(always, { repeats: { number: 2, pauseSeconds: 0.05 } })
  const once = { ...plan, protocol: { ...plan.protocol, rounds: 1 } }
  const kept: number[] = []
  const pauseEnds = async () => assert.fail('changed')
  await assert.rejects(
    run(once, silent, beginRecord(once), { keep: ({ repeat }) => kept.push(repeat), pauseEnds }),
    /changed/,
  )
  assert.deepEqual(kept, [1])
})

test('a server that is refused in one round takes part in no other, and the others go on', async () => {
  // Two servers a round: the third load is the first of the second round.
  const generator = generatorThatReports((load) => (load === 3 ? { non2xx: 1 } : {}))
  const { protocol } = planOf(generator)
  const { result } = await play(planOf(generator, { protocol: { ...protocol, rounds: 3 } }))
  const refused = result.servers.filter(({ refusal }) => refusal)
  assert.equal(refused.length, 1)
  assert.deepEqual([refused[0]?.refusal?.round, refused[0]?.summary], [2, null])
  assert.deepEqual(
    result.rounds.map((groups) => groups.flat().length),
    [2, 2, 1],
  )
  assert.equal(result.servers.find(({ refusal }) => !refusal)?.summary?.trials, 3)
  assert.equal(result.copy, null)
})

const LOST = new HostLost('the connection to there broke: nothing was heard')

/** This machine as the hosts of a run; whether all are in reach is asked of `isLost`. */
function hostsUntil(isLost: () => boolean): Hosts {
  const assertReached = async () => {
    if (isLost()) throw LOST
  }
  return { serverHost: thisHost(), environment: sampleLinkedEnvironment, lost: new Promise(() => {}), assertReached }
}

/** A run of two rounds in which a load fails and a host is lost, and what its observer was told. */
async function playUntilLost(failing: number) {
  let loads = 0
  const generator = generatorThatReports((load) => {
    loads = load
    return load === failing ? { non2xx: 1 } : {}
  })
  const refused: string[] = []
  const lost: unknown[] = []
  const plan = planOf(generator, { hosts: hostsUntil(() => loads >= failing) })
  const result = await run(plan, {
    ...silent,
    refused: ({ name }) => refused.push(name),
    hostLost: (_, { phase, reason }, rounds) => lost.push([phase, reason, rounds]),
  })
  return { result, refused, lost }
}

test('a host that is lost in a later round ends the run with the rounds before, and nobody is refused', async () => {
  const { result, refused, lost } = await playUntilLost(3)
  assert.equal(result.rounds.length, 1)
  assert.ok(result.servers.every(({ refusal, summary }) => refusal === null && summary?.trials === 1))
  assert.deepEqual(refused, [])
  assert.deepEqual(lost, [['measurement', LOST.message, 1]])
  assert.deepEqual(result.environment, sampleLinkedEnvironment)
})

test('in the first round it is the reason of all that have no trial by then, whatever else failed', async () => {
  const { result, refused, lost } = await playUntilLost(1)
  assert.equal(result.rounds.length, 1)
  for (const { refusal, trials } of result.servers) {
    assert.deepEqual(refusal, { round: 1, phase: 'measurement', reason: LOST.message })
    assert.deepEqual(trials, [])
  }
  assert.equal(refused.length, 1)
  assert.deepEqual(lost, [])
})
