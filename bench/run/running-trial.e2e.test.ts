/** Rounds with a load generator whose reports are unusual, or that fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { GeneratorFailure, type LoadGenerator, type LoadWatch } from '../load/generator.ts'
import type { OpenLoad, OpenSession, Overload } from '../load/open-load.ts'
import { sampleReport } from '../test/fixtures.ts'
import {
  briefProtocol,
  generatorThatReports,
  play,
  serverNamed,
  serversNamed,
  unpinned,
} from '../test/rounds.ts'
import { dealGroups } from './round.ts'
import { RunningTrial } from './running-trial.ts'

const honest = serverNamed('honest')
/** Has no fault that a fake load shows. */
const other = serverNamed('leaves-marks')

test('a trial with only correct responses is measured, and a slice without a response is loaded again', async () => {
  const generator = generatorThatReports((load) => (load === 1 ? { requests: 0 } : {}))
  const { trials, disqualified } = await play(generator, [[honest]])
  assert.deepEqual([disqualified, generator.ports.length, generator.closed], [{}, 3, 1])
  assert.deepEqual(
    [trials.honest?.evidence.requests, trials.honest?.evidence.slices.length],
    [2_000, 2],
  )
  assert.ok((trials.honest?.evidence.checkedApart ?? 0) >= 2)
})

test('a report with an error disqualifies', async () => {
  const wrong = generatorThatReports(() => ({ errors: 3, non2xx: 2 }))
  const reason = '3 connections failed or were closed under load'
  const { disqualified, trials } = await play(wrong, [[honest]])
  assert.deepEqual(trials, {})
  assert.deepEqual(disqualified.honest, { round: 1, phase: 'measurement', reason })
  assert.equal(wrong.closed, 1)
})

test('a generator that fails once repeats the slice, twice ends the run, and disqualifies no server', async () => {
  const failed = new Error('the load generator ended: killed by SIGKILL')
  const once = generatorThatReports((load) => (load === 2 ? failed : {}))
  const { trials, disqualified } = await play(once, [[honest]])
  assert.deepEqual([disqualified, once.ports.length], [{}, 3])
  assert.equal(trials.honest?.evidence.slices.length, 2)
  const never = { ...generatorThatReports(), prepare: () => Promise.reject(failed) }
  for (const generator of [generatorThatReports(() => failed), never])
    await assert.rejects(play(generator, [[honest]]), new GeneratorFailure(failed.message))
})

test('clients that give up may get no response; those that wait must', async () => {
  const plan = { server: honest, scenario: updateUser, round: 1, group: 1, seed: 1 }
  await using trial = await RunningTrial.start({
    ...plan,
    protocol: briefProtocol,
    pinning: unpinned,
  })
  const session = {
    async loadOpen(_port: number, _load: unknown, { started, ended }: LoadWatch) {
      started?.()
      ended?.()
      return { load: sampleReport({ requests: 0, sent: 0 }) }
    },
  } as unknown as OpenSession
  await trial.loadOpen(session, { patience: 100 } as Overload)
  const message = 'responded to no request'
  await assert.rejects(trial.loadOpen(session, {} as OpenLoad), { message })
})

test('a server disqualified mid-round leaves the others measured', async () => {
  // Load 5 is in the second turn.
  const generator = generatorThatReports((load) => (load === 5 ? { non2xx: 1 } : {}))
  const group = serversNamed('honest', 'leaves-marks', 'leaves-a-child')
  const { trials, disqualified } = await play(generator, [group])
  assert.equal(Object.keys(disqualified).length, 1)
  assert.deepEqual(
    Object.values(trials).map(({ evidence }) => evidence.requests),
    [2_000, 2_000],
  )
  assert.equal(generator.ports.length, 6, 'the disqualified server is not loaded again')
})

test('the servers of a group are loaded interleaved in varying order, and groups follow one another', async () => {
  const generator = generatorThatReports()
  const third = serverNamed('leaves-a-child')
  const groups = [
    [honest, other],
    [honest, third],
  ]
  const { trials } = await play(generator, groups, { durationSeconds: 4 })
  const turns = Array.from({ length: 8 }, (_, turn) =>
    generator.ports.slice(2 * turn, 2 * turn + 2),
  )
  const byGroup = [turns.slice(0, 4), turns.slice(4)]
  for (const own of byGroup)
    for (const turn of own) assert.deepEqual(turn.toSorted(), own[0]?.toSorted())
  const orders = byGroup.map((own) => new Set(own.map(String)).size)
  assert.ok(Math.max(...orders) > 1, 'the order of the turns changes')
  assert.equal(trials.honest?.evidence.group, 2, 'a server in two groups has a trial in each')
  const slices = trials[third.name]?.evidence.slices.map(({ slice }) => slice)
  assert.deepEqual(slices, [1, 2, 3, 4])
})

test('a server disqualified in one group is not started in the next', async () => {
  const generator = generatorThatReports((load) => (load === 1 ? { non2xx: 1 } : {}))
  const groups = [[honest], [honest, other], [honest]]
  const { disqualified, trials } = await play(generator, groups)
  assert.deepEqual(Object.keys(disqualified), ['honest'])
  assert.deepEqual(Object.keys(trials), [other.name])
  assert.equal(generator.ports.length, 3, 'one load, and two slices of the other server')
})

test('servers are dealt into groups of equal size, with the baseline in each', () => {
  const others = serversNamed('ignores-sigterm', 'leaves-a-child', 'exits-under-load', 'honest')
  const sizes = (size: number) => dealGroups([honest], others, size).map(({ length }) => length)
  assert.deepEqual([5, 4, 3, 2, 1].map(sizes), [[5], [3, 3], [3, 3], [2, 2, 2, 2], [2, 2, 2, 2]])
  const dealt = dealGroups([honest], others, 3)
  assert.ok(dealt.every(([first]) => first === honest))
  assert.deepEqual(new Set(dealt.flat()), new Set([honest, ...others]))
  const lengths = dealGroups([], others, 3).map(({ length }) => length)
  assert.deepEqual(lengths, [2, 2])
  assert.deepEqual(dealGroups([honest], [], 4), [[honest]])
})

/** Requests of each load, and those of the warm-up's slices. */
const warmUps: [what: string, (load: number) => number, settled: boolean, warmUp: number[]][] = [
  ['a steady rate', (load) => (load === 1 ? 20_000 : 40_000), true, [20_000]],
  ['a late rise', (load) => (load <= 4 ? 20_000 + load : 40_000), true, [20_001, 20_002]],
  ['a rising rate', (load) => 20_000 + 2_000 * load, false, [22_000, 24_000, 26_000]],
]
for (const [what, requestsOf, settled, expected] of warmUps) {
  test(`the warm-up ends when the rate stops growing, or at its limit: ${what}`, async () => {
    const latency = { mean: 0.2, p50: 0.2, p95: 0.2, p99: 0.3, max: 0.4 }
    const generator = generatorThatReports((load) => ({ requests: requestsOf(load), latency }))
    const change = { warmupSeconds: 3, durationSeconds: 6 }
    const { trials } = await play(generator, [[honest]], change)
    const { slices = [], warmUp, requests } = trials.honest?.evidence ?? {}
    const [cold, warm] = [true, false].map((isCold) =>
      slices.filter((slice) => slice.warmUp === isCold).map((slice) => slice.requests),
    )
    assert.equal(warmUp?.settled, settled)
    assert.deepEqual(cold, expected)
    assert.equal(warm?.length, 6)
    assert.equal(
      requests,
      warm?.reduce((sum, each) => sum + each, 0),
      'the warm-up does not count',
    )
  })
}

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
  const group = serversNamed('honest', 'exits-under-load', 'leaves-marks')
  const { trials, disqualified } = await play(generator, [group], change)
  assert.equal(most, 1, 'one load at a time')
  assert.deepEqual(Object.keys(trials).sort(), ['honest', 'leaves-marks'])
  assert.match(disqualified['exits-under-load']?.reason ?? '', /^exited with status 1: Error: out/)
})
