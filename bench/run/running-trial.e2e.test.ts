/** Rounds with a load generator whose reports are unusual, or that fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { Server } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadGenerator, LoadWatch } from '../load/generator.ts'
import type { OpenLoad, OpenSession, Overload } from '../load/open.ts'
import { sampleReport } from '../test/fixtures.ts'
import { faulty, generatorThatReports, play, playGroups } from '../test/rounds.ts'
import { dealGroups } from './round.ts'
import { RunningTrial } from './running-trial.ts'

test('a trial with only correct responses is measured, and a slice without a response is loaded again', async () => {
  const generator = generatorThatReports((load) => (load === 1 ? { requests: 0 } : {}))
  const { trials, disqualified } = await play(generator, faulty('honest'))
  assert.deepEqual([disqualified, generator.loads, generator.closed], [{}, 3, 1])
  assert.deepEqual([trials.honest?.requests.total, trials.honest?.slices.length], [2_000, 2])
  assert.ok((trials.honest?.checkedApart ?? 0) >= 2)
})

test('a report with an error disqualifies, in its phase', async () => {
  const generator = generatorThatReports(() => ({ errors: 3, non2xx: 2 }))
  const { disqualified, trials } = await play(generator, faulty('honest'))
  const reason = '3 connections failed or were closed under load'
  assert.deepEqual(disqualified, { honest: { round: 1, phase: 'measurement', reason } })
  assert.deepEqual([trials, generator.closed], [{}, 1])
})

test('clients that give up may get no response; those that wait must', async () => {
  const [server] = faulty('honest') as [Server]
  const plan = {
    server,
    scenario: updateUser,
    protocol: { ...defaultProtocol, seed: 1 },
    round: 1,
    group: 1,
  }
  const pinning = { server: null, generator: null, note: null }
  const trial = await RunningTrial.start({ ...plan, pinning, seed: 1 })
  const session = {
    async loadOpen(_port: number, _load: unknown, { started, ended }: LoadWatch) {
      started?.()
      ended?.()
      return { load: sampleReport({ requests: 0, sent: 0 }) }
    },
  } as unknown as OpenSession
  try {
    await trial.loadOpen(session, { patience: 100 } as Overload)
    await assert.rejects(trial.loadOpen(session, {} as OpenLoad), {
      message: 'responded to no request',
    })
  } finally {
    await trial[Symbol.asyncDispose]()
  }
})

test('a server disqualified mid-round leaves the others measured', async () => {
  // Load 5 is in the second turn.
  const generator = generatorThatReports((load) => (load === 5 ? { non2xx: 1 } : {}))
  const { trials, disqualified } = await play(
    generator,
    faulty('honest', 'ignores-sigterm', 'leaves-a-child'),
  )
  assert.equal(Object.keys(disqualified).length, 1)
  assert.equal(Object.keys(trials).length, 2)
  for (const trial of Object.values(trials)) assert.equal(trial.requests.total, 2_000)
  assert.equal(generator.loads, 6, 'the disqualified server is not loaded again')
})

test('the servers of a group are loaded interleaved in varying order, and groups follow one another', async () => {
  const generator = generatorThatReports(() => ({}))
  const [honest, stubborn, leaky] = faulty('honest', 'ignores-sigterm', 'leaves-a-child') as [
    Server,
    Server,
    Server,
  ]
  const groups = [
    [honest, stubborn],
    [honest, leaky],
  ]
  const played = await playGroups(generator, groups, { durationSeconds: 4 })
  const turns = Array.from({ length: 8 }, (_, turn) =>
    generator.ports.slice(2 * turn, 2 * turn + 2),
  )
  const byGroup = [turns.slice(0, 4), turns.slice(4)]
  for (const own of byGroup)
    for (const turn of own) assert.deepEqual(turn.toSorted(), own[0]?.toSorted())
  const orders = byGroup.map((own) => new Set(own.map(String)).size)
  assert.ok(Math.max(...orders) > 1, 'the order of the turns changes')
  assert.equal(played.trials.honest?.group, 2, 'a server in two groups has a trial in each')
  assert.deepEqual(
    played.trials[leaky.name]?.slices.map(({ slice }) => slice),
    [1, 2, 3, 4],
  )
})

test('a server disqualified in one group is not started in the next', async () => {
  const generator = generatorThatReports((load) => (load === 1 ? { non2xx: 1 } : {}))
  const [honest, stubborn] = faulty('honest', 'ignores-sigterm') as [Server, Server]
  const { disqualified, trials } = await playGroups(generator, [
    [honest],
    [honest, stubborn],
    [honest],
  ])
  assert.deepEqual(
    [Object.keys(disqualified), Object.keys(trials)],
    [['honest'], ['ignores-sigterm']],
  )
  assert.equal(generator.loads, 3, 'one load disqualified, and two slices of the other server')
})

test('servers are dealt into groups of equal size, with the baseline in each', () => {
  const [honest, ...others] = faulty(
    'honest',
    'ignores-sigterm',
    'leaves-a-child',
    'exits-under-load',
    'never-listens',
  )
  const sizes = (size: number) =>
    dealGroups([honest as Server], others, size).map((group) => group.length)
  assert.deepEqual(
    [sizes(5), sizes(4), sizes(3), sizes(2), sizes(1)],
    [[5], [3, 3], [3, 3], [2, 2, 2, 2], [2, 2, 2, 2]],
  )
  const dealt = dealGroups([honest as Server], others, 3)
  assert.ok(dealt.every(([first]) => first === honest))
  assert.deepEqual(new Set(dealt.flat()), new Set([honest, ...others]))
  assert.deepEqual(
    dealGroups([], others, 3).map((group) => group.length),
    [2, 2],
  )
  assert.deepEqual(dealGroups([honest as Server], [], 4), [[honest]])
})

test('the warm-up ends when the rate stops growing, or at its limit', async () => {
  const change = { warmupSeconds: 3, durationSeconds: 6 }
  const at = (requests: number) => ({
    requests,
    latency: { mean: 0.2, p50: 0.2, p95: 0.2, p99: 0.3, max: 0.4 },
  })
  const warmUpOf = ({ trials }: Awaited<ReturnType<typeof play>>) =>
    trials.honest?.slices.filter(({ warmUp }) => warmUp).map(({ requests }) => requests)
  const steady = generatorThatReports((load) => at(load === 1 ? 20_000 : 40_000))
  const settled = await play(steady, faulty('honest'), change)
  assert.deepEqual(settled.disqualified, {})
  assert.equal(settled.trials.honest?.warmUp.settled, true)
  assert.deepEqual(warmUpOf(settled), [20_000])
  assert.equal(settled.trials.honest?.slices.length, 7)
  assert.equal(settled.trials.honest?.requests.total, 240_000, 'the warm-up does not count')

  const late = generatorThatReports((load) => at(load <= 4 ? 20_000 + load : 40_000))
  const later = await play(late, faulty('honest'), change)
  assert.equal(later.trials.honest?.warmUp.settled, true)
  assert.deepEqual(warmUpOf(later), [20_001, 20_002])

  const rising = generatorThatReports((load) => at(20_000 + 2_000 * load))
  const unsettled = await play(rising, faulty('honest'), change)
  assert.equal(unsettled.trials.honest?.warmUp.settled, false)
  assert.equal(warmUpOf(unsettled)?.length, 3)
  assert.equal(unsettled.trials.honest?.slices.length, 9)
})

test('a failed generator is reported as such', async () => {
  const failed = new Error('the load generator ended: out of memory')
  const atLoad = await play(
    generatorThatReports(() => failed),
    faulty('honest'),
  )
  assert.match(
    atLoad.disqualified.honest?.reason ?? '',
    /^the load generator ended: out of memory$/,
  )
  const generator = { ...generatorThatReports(() => ({})), prepare: () => Promise.reject(failed) }
  const atStart = await play(generator, faulty('honest'))
  assert.deepEqual(atStart.disqualified.honest, {
    round: 1,
    phase: 'generator',
    reason: failed.message,
  })
})

test('a server that ends under load does not disturb the next load of the same generator', async () => {
  let running = 0
  let most = 0
  const generator: LoadGenerator = {
    ...builtin,
    async prepare(plan, cpus) {
      const session = await builtin.prepare(plan, cpus)
      const load: typeof session.load = async (...args) => {
        most = Math.max(most, ++running)
        return session.load(...args).finally(() => running--)
      }
      return { load, close: () => session.close() }
    },
  }
  const change = { connections: 10, durationSeconds: 0.6, sliceSeconds: 0.2 }
  const { trials, disqualified } = await play(
    generator,
    faulty('honest', 'exits-under-load', 'leaves-a-child'),
    change,
  )
  assert.equal(most, 1, 'one load at a time')
  assert.deepEqual(Object.keys(trials).sort(), ['honest', 'leaves-a-child'])
  assert.match(
    disqualified['exits-under-load']?.reason ?? '',
    /^exited with status 1: Error: out of handles$/,
  )
})
