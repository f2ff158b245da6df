import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mean } from 'simple-statistics'
import { assertNear, normalNumbers } from '../basics/testing.ts'
import { BASELINE, simulator, TYPICAL } from '../test/simulated-run.ts'
import { fitTrials } from './fit.ts'
import { levelBetween, type Place, type Pooled, poolRuns, type RunRatio, SPREAD } from './pool.ts'

interface Added {
  kind?: string
  runtime?: string
  baselineTime?: number
}

/** Returns a server's ratio in a run, with a small error. */
const ratioOf = (
  machine: string,
  ratio: number,
  { kind = 'kind', runtime = 'node', baselineTime = 10 }: Added = {},
): RunRatio => ({
  machine,
  kind,
  runtime,
  ratio: { difference: Math.log(ratio), variance: { value: 1e-6, degreesOfFreedom: 20 } },
  baselineTime,
})

function poolOf(servers: Record<string, RunRatio[]>) {
  const runs = new Map(
    Object.values(servers).flatMap((list) => list.map((run) => [run.machine, run])),
  )
  const baseline = [...runs.values()].map((run) => ({
    ...run,
    runtime: 'node',
    ratio: { difference: 0, variance: { value: 0, degreesOfFreedom: 20 } },
  }))
  return poolRuns(new Map(Object.entries({ ...servers, [BASELINE]: baseline })), BASELINE)
}
const pooled = (servers: Record<string, RunRatio[]>, name: string) =>
  poolOf(servers).servers.get(name) as Pooled
const width = ({ low, high }: { low: number; high: number }) => high - low

describe('runs of several machines', () => {
  test('with equal ratios have that ratio, and both intervals narrow with each machine', () => {
    const of = (machines: number) =>
      pooled({ a: Array.from({ length: machines }, (_, i) => ratioOf(`m${i}`, 0.5)) }, 'a')
    const [one, two, five] = [1, 2, 5].map(of) as [Pooled, Pooled, Pooled]
    assertNear(five.ratio.value, 0.5, 1e-5)
    assertNear(five.microseconds.value, 10, 1e-3)
    assertNear(five.requestsPerSecond.value, 50_000, 1)
    assert.ok(width(one.ratio) > width(two.ratio) && width(two.ratio) > width(five.ratio))
    assert.ok(width(one.ratio.predicted) > width(five.ratio.predicted))
    assert.ok(width(five.ratio.predicted) > width(five.ratio))
    assert.deepEqual([five.machines, five.runs], [5, 5])
  })

  test('count each machine once, however often it was measured', () => {
    const runs = [ratioOf('m1', 0.5), ratioOf('m1', 0.5), ratioOf('m1', 0.5), ratioOf('m2', 0.52)]
    const { ratio, machines } = pooled({ a: runs }, 'a')
    assert.equal(machines, 2)
    assertNear(ratio.value, Math.sqrt(0.5 * 0.52), 1e-3)
  })

  test('of one kind count as one kind: five of one do not outweigh one of another', () => {
    const many = Array.from({ length: 5 }, (_, i) => ratioOf(`m${i}`, 0.5))
    const { ratio } = pooled({ a: [...many, ratioOf('other', 0.56, { kind: 'other' })] }, 'a')
    assertNear(ratio.value, Math.sqrt(0.5 * 0.56), 0.006)
  })

  test('estimate a machine’s addition from all servers, also for a server that was not measured there', () => {
    // Servers of 5, 20 and 40 µs, and a baseline of 10: the second machine adds 3 µs to each request.
    const on = (adds: number, time: number) =>
      ratioOf(`adds ${adds}`, (10 + adds) / (time + adds), { baselineTime: 10 + adds })
    const times = { fast: 5, faster: 4, slow: 20, slower: 40 }
    const all = Object.fromEntries(
      Object.entries(times).map(([name, time]) => [name, [on(0, time), on(3, time)]]),
    )
    const whole = pooled(all, 'fast')
    const lacking = pooled({ ...all, fast: [on(0, times.fast)] }, 'fast')
    assertNear(lacking.ratio.value, whole.ratio.value, 0.11)
    assert.ok(width(lacking.ratio) > width(whole.ratio))
    assertNear(pooled({ fast: [on(0, times.fast)] }, 'fast').ratio.value, 2, 1e-5)
  })

  test('share what a kind of machine does to a runtime', () => {
    const on = (kind: string, ratio: number) => ratioOf(kind, ratio, { kind, runtime: 'bun' })
    const servers = {
      first: [on('one', 1), on('two', 0.9)],
      second: [on('one', 1.2), on('two', 1.08)],
      third: [on('one', 1.1)],
    }
    const pool = poolOf(servers)
    const there = pool.at({ kind: 'two', machine: 'another' })
    assertNear(there.get('third')?.ratio.value, 1.1 * 0.9, 0.03)
    const bun = there.get('third')?.ratio ?? assert.fail()
    const unknown = pool.at({ kind: 'three', machine: 'another' }).get('third')?.ratio
    assert.ok(width(bun) < width(unknown ?? assert.fail()))
  })

  test('predict a machine that measured a few servers', () => {
    const on = (machine: string, factor: number, adds: number, time: number) =>
      ratioOf(machine, (10 * factor + adds) / (time * factor + adds), {
        baselineTime: 10 * factor + adds,
      })
    const servers = {
      anchor: [on('there', 1, 0, 30), on('here', 1.5, 4, 30)],
      unmeasured: [on('there', 1, 0, 50)],
    }
    const { ratio, microseconds, requestsPerSecond } =
      poolOf(servers).at({ kind: 'kind', machine: 'here' }).get('unmeasured') ?? assert.fail()
    assertNear(ratio.value, 19 / 79, 0.01)
    assertNear(microseconds.value, 60, 4)
    assertNear(requestsPerSecond.value, 1e6 / 79, 600)
    const before = poolOf({ unmeasured: servers.unmeasured }).servers.get('unmeasured')
    assert.ok(width(ratio) < width((before as Pooled).ratio.predicted))
  })

  test('compare any two known servers, including the baseline', () => {
    const { contrast } = poolOf({ a: [ratioOf('m1', 2)], b: [ratioOf('m1', 1)] })
    assertNear(contrast('a', 'b')?.difference, Math.log(2), 1e-5)
    assertNear(contrast(BASELINE, 'a')?.difference, -Math.log(2), 1e-5)
    assert.equal(contrast('a', 'c'), null)
  })

  test('tell how a ratio changes from one to the other by the other servers', () => {
    const [from, to]: [Place, Place] = [
      { kind: 'kind', machine: 'from' },
      { kind: 'kind', machine: 'to' },
    ]
    const servers = Object.fromEntries(
      [20, 25, 30, 35, 40, 45].map((time) => [
        `${time}`,
        [ratioOf('from', 10 / time), ratioOf('to', 14 / (time + 4), { baselineTime: 14 })],
      ]),
    )
    const change = poolOf(servers).changeOfMachine({ runtime: 'node', time: 22 }, from, to)
    assertNear(change.difference, Math.log(14 / 24 / 0.5), 0.06)
    const unknown = poolOf({ other: [ratioOf('from', 0.5)] }).changeOfMachine(
      { runtime: 'node', time: 22 },
      from,
      { kind: 'other', machine: 'to' },
    )
    assert.ok((unknown.variance?.value ?? 0) > 4 * (change.variance?.value ?? 1))
  })
})

/** Returns runs on a machine of a kind, with effects of both as `SPREAD` has them. */
function machineOf(
  simulate: ReturnType<typeof simulator>,
  next: () => number,
  place: Place,
  kind: { slope: number; adds: number },
): Map<string, RunRatio> {
  const truth = [0.45, 0.3, 0, -0.05, -0.1, -0.2, -0.3, -0.5, -0.7, -0.9, -1.2, -1.6]
  const trials = simulate(
    { ...TYPICAL, slowState: 3, truth, rounds: 5 },
    {
      slope: Math.exp(kind.slope + SPREAD.level.machine * next()),
      adds: kind.adds + SPREAD.addition.machine * next(),
      own: Math.hypot(SPREAD.own.kind, SPREAD.own.machine),
    },
  )
  const fit = fitTrials(trials)
  const levels = fit.trials.filter(({ server }) => server === BASELINE).map(({ level }) => level)
  const baselineTime = 1e6 / Math.exp(mean(levels))
  return new Map(
    [...trials.keys()].map((server) => {
      const ratio = fit.contrast(server, BASELINE) as RunRatio['ratio']
      return [server, { ...place, runtime: 'node', ratio, baselineTime }]
    }),
  )
}

for (const machines of [1, 2, 4]) {
  test(`by simulation, what ${machines} predict holds 95% of the ratios of another kind, and after a quick run there`, () => {
    const [simulate, next] = [simulator(machines), normalNumbers(11)]
    const [held, calibrated]: [number[], number[]] = [[], []]
    const isIn = (found: number, { low, high }: { low: number; high: number }) =>
      Number(low <= found && found <= high)
    for (let repeat = 0; repeat < 40; repeat++) {
      const kindOf = () => ({
        slope: SPREAD.level.kind * next(),
        adds: SPREAD.addition.kind * next(),
      })
      const one = kindOf()
      const runs = Array.from({ length: machines }, (_, i) =>
        machineOf(simulate, next, { kind: 'one', machine: `m${i}` }, one),
      )
      const place = { kind: 'two', machine: 'here' }
      const heldOut = machineOf(simulate, next, place, kindOf())
      const anchors = [BASELINE, 'server 1', 'server 6', 'server 9']
      const servers = (isHere: (name: string) => boolean) =>
        new Map(
          [...heldOut].map(([name, here]) => [
            name,
            [...runs.map((run) => run.get(name) as RunRatio), ...(isHere(name) ? [here] : [])],
          ]),
        )
      const before = poolRuns(
        servers(() => false),
        BASELINE,
      ).servers
      const after = poolRuns(
        servers((name) => anchors.includes(name)),
        BASELINE,
      ).at(place)
      for (const [name, { ratio }] of heldOut) {
        if (anchors.includes(name)) continue
        const found = Math.exp(ratio.difference)
        held.push(isIn(found, (before.get(name) as Pooled).ratio.predicted))
        calibrated.push(isIn(found, after.get(name)?.ratio ?? assert.fail()))
      }
    }
    for (const shares of [held, calibrated])
      assert.ok(mean(shares) > 0.91 && mean(shares) < 0.999, `${mean(held)}, ${mean(calibrated)}`)
  })
}

test('two machines differ by both spreads of the level', () => {
  const { low, high } = levelBetween()
  assertNear(low * high, 1, 1e-9)
  // The quantile of Student's t with 30 degrees of freedom.
  assertNear(high, Math.exp(Math.SQRT2 * Math.hypot(0.17, 0.22) * 2.0423), 1e-3)
})
