/** Tests the number of rounds and the disqualification of servers, with a fake load generator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { LoadGenerator } from '../load/generator.ts'
import { briefProtocol, generatorThatReports, serversNamed, unpinned } from '../test/rounds.ts'
import { run } from './run.ts'
import type { RunPlan } from './run-plan.ts'
import { beginRecord } from './run-record.ts'
import type { Stop } from './stop.ts'

const servers = serversNamed('http-node', 'honest')

function planOf(stop: Stop, generator: LoadGenerator = generatorThatReports()): RunPlan {
  return {
    scenario: updateUser,
    servers,
    protocol: { ...briefProtocol, durationSeconds: 1 },
    stop,
    generator,
    pinning: unpinned,
    quick: false,
  }
}

const twoRounds: Stop = { kind: 'rounds', rounds: 2 }

async function play(plan: RunPlan) {
  const open: (readonly string[])[] = []
  const result = await run(plan, { roundEnds: (_, names) => open.push(names) }, begun(plan))
  return { result, open }
}

const OBSERVED = { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' }

/** Returns an empty record in which behavior has been observed already, since that takes longer than a trial. */
function begun(plan: RunPlan) {
  const record = beginRecord(plan)
  for (const server of record.subjects) server.details.behaviours = [OBSERVED]
  return record
}

test('without --until, the run has the planned rounds, and the notes and deviations of its scenario', async () => {
  const about = (scenario: string, text: string) => ({ scenarios: [scenario], text })
  const notes = [{ text: 'a' }, about('hello', 'b'), about('update-user', 'c')]
  const knownDeviations = [{ case: 'a longer path', status: 500, reason: 'a case of hello' }]
  const noted = servers.map((server) => ({
    ...server,
    manifest: { ...server.manifest, notes, knownDeviations },
  }))
  const { result, open } = await play({ ...planOf(twoRounds), servers: noted })
  assert.deepEqual(open, [[], []])
  assert.equal(result.subjects.length, servers.length)
  for (const {
    details: { notes, knownDeviations },
    samples: trials,
  } of result.subjects) {
    assert.deepEqual([notes, knownDeviations], [['a', 'c'], []])
    const rounds = trials.map(({ round }) => round)
    assert.deepEqual(rounds, [1, 2])
  }
})

test('--until ends as soon as every ratio is precise enough', async () => {
  const stop: Stop = { kind: 'precision', rounds: 1, halfWidth: 0.01, maxSeconds: 600 }
  const { result, open } = await play(planOf(stop))
  // One round has no interval; two equal rounds have one of width 0.
  assert.equal(result.details.rounds.length, 2)
  assert.deepEqual(open, [['honest'], []])
  assert.deepEqual(result.details.until, { halfWidth: 0.01, maxSeconds: 600 })
})

test('a run that ends for its time has the rounds that it was to have', async () => {
  const { result } = await play(planOf({ kind: 'time', rounds: 5, maxSeconds: 0 }))
  assert.deepEqual([result.details.rounds.length, result.protocol.rounds], [3, 3])
})

test('a disqualified server takes part in no further round, and the others continue', async () => {
  // With two servers per round, the third load is the first of the second round.
  const generator = generatorThatReports((load) => (load === 3 ? { non2xx: 1 } : {}))
  const { result } = await play(planOf({ kind: 'rounds', rounds: 3 }, generator))
  const [failed, ...others] = result.subjects.toSorted((a) => (a.disqualified ? -1 : 1))
  assert.deepEqual([failed?.failedIn?.round, failed?.summary], [2, null])
  assert.deepEqual(
    others.map(({ disqualified, summary }) => [disqualified, summary?.trials]),
    [[null, 3]],
  )
  const sizes = result.details.rounds.map((groups) => groups.flat().length)
  assert.deepEqual(sizes, [2, 2, 1])
})

test('an interrupted run keeps its finished rounds, and resumed equals an uninterrupted run', async () => {
  const plan = planOf(twoRounds)
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
  const [first = ''] = [...kept.values()]
  const resumed = await run(plan, {}, begun(plan), until(2))
  for (const { name, trial } of JSON.parse(first).trials)
    assert.deepEqual(resumed.subjects.find((each) => each.name === name)?.samples[0], trial)
  const { result: whole } = await play(planOf(twoRounds))
  assert.deepEqual(resumed.details.rounds, whole.details.rounds)
  assert.equal(whole.details.rounds.length, 2)
})
