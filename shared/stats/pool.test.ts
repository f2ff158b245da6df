import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mean } from 'simple-statistics'
import { assertNear, normalNumbers } from '../basics/testing.ts'
import { BASELINE, simulator, TYPICAL } from '../test/simulated-run.ts'
import { fitTrials } from './fit.ts'
import { levelBetween, type Pooled, poolRuns, type RunRatio } from './pool.ts'

/** Returns a server's ratio in a run, with a small error. */
const ratioOf = (machine: string, ratio: number, baselineTime = 10): RunRatio => ({
  machine,
  ratio: { difference: Math.log(ratio), variance: { value: 1e-6, degreesOfFreedom: 20 } },
  baselineTime,
})
const pooled = (servers: Record<string, RunRatio[]>, name: string) =>
  poolRuns(new Map(Object.entries(servers)), BASELINE).servers.get(name) as Pooled

describe('runs of several machines', () => {
  test('with equal ratios have that ratio, and both intervals narrow with each machine', () => {
    const of = (machines: number) =>
      pooled({ a: Array.from({ length: machines }, (_, i) => ratioOf(`m${i}`, 0.5)) }, 'a')
    const width = ({ low, high }: { low: number; high: number }) => high - low
    const [one, two, five] = [1, 2, 5].map(of) as [Pooled, Pooled, Pooled]
    assertNear(five.ratio.value, 0.5, 1e-9)
    assertNear(five.microseconds.value, 10, 1e-9)
    assert.ok(width(one.ratio) > width(two.ratio) && width(two.ratio) > width(five.ratio))
    assert.ok(width(one.ratio.predicted) > width(five.ratio.predicted))
    assert.ok(width(five.ratio.predicted) > width(five.ratio))
    assert.deepEqual([five.machines, five.runs], [5, 5])
  })

  test('count each machine once, however often it was measured', () => {
    const runs = [ratioOf('m1', 0.5), ratioOf('m1', 0.5), ratioOf('m1', 0.5), ratioOf('m2', 0.7)]
    const { ratio, machines } = pooled({ a: runs }, 'a')
    assert.equal(machines, 2)
    assertNear(ratio.value, Math.sqrt(0.5 * 0.7), 1e-3)
  })

  test('estimate a machine’s addition from all servers, also for a server that was not measured there', () => {
    // Servers of 5, 20 and 40 µs, and a baseline of 10: the second machine adds 3 µs to each request.
    const on = (adds: number, time: number) =>
      ratioOf(`adds ${adds}`, (10 + adds) / (time + adds), 10 + adds)
    const times = { fast: 5, faster: 4, slow: 20, slower: 40 }
    const all = Object.fromEntries(
      Object.entries(times).map(([name, time]) => [name, [on(0, time), on(3, time)]]),
    )
    const whole = pooled(all, 'fast')
    const lacking = pooled({ ...all, fast: [on(0, times.fast)] }, 'fast')
    assertNear(lacking.ratio.value, whole.ratio.value, 0.08)
    assert.ok(lacking.ratio.high - lacking.ratio.low > 0)
    assertNear(pooled({ fast: [on(0, times.fast)] }, 'fast').ratio.value, 2, 1e-9)
  })

  test('a server that varies far more between machines has a wider interval', () => {
    const steady = (rate: number) =>
      [1, 1.01, 0.99, 1].map((factor, i) => ratioOf(`m${i}`, rate * factor))
    const moody = [1, 2, 0.5, 1].map((factor, i) => ratioOf(`m${i}`, 0.4 * factor))
    const others = Object.fromEntries(
      [0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map((rate) => [`at ${rate}`, steady(rate)]),
    )
    const runs = { ...others, moody }
    const width = (name: string) => {
      const { value, predicted } = pooled(runs, name).ratio
      return (predicted.high - predicted.low) / value
    }
    assert.ok(width('moody') > 2 * width('at 0.4'), `${width('moody')} and ${width('at 0.4')}`)
  })

  test('compares any two known servers, including the baseline', () => {
    const servers = { a: [ratioOf('m1', 2)], b: [ratioOf('m1', 1)] }
    const { contrast } = poolRuns(new Map(Object.entries(servers)), BASELINE)
    assertNear(contrast('a', 'b')?.difference, Math.log(2))
    assertNear(contrast(BASELINE, 'a')?.difference, -Math.log(2))
    assert.equal(contrast('a', 'c'), null)
  })
})

/** Returns a run on a machine that differs by a slope, an addition, and an effect on each server alone. */
function runOn(
  simulate: ReturnType<typeof simulator>,
  next: () => number,
  machine: string,
): Map<string, RunRatio> {
  const truth = [0.45, 0.3, 0, -0.05, -0.1, -0.2, -0.3, -0.5, -0.7, -0.9, -1.2, -1.6]
  const place = { slope: Math.exp(0.15 * next()), adds: 1.5 * next(), own: 0.025 }
  const trials = simulate({ ...TYPICAL, slowState: 3, truth, rounds: 5 }, place)
  const fit = fitTrials(trials)
  const levels = fit.trials.filter(({ server }) => server === BASELINE).map(({ level }) => level)
  const baselineTime = 1e6 / Math.exp(mean(levels))
  const servers = [...trials.keys()].filter((server) => server !== BASELINE)
  return new Map(
    servers.map((server) => {
      const ratio = fit.contrast(server, BASELINE) as RunRatio['ratio']
      return [server, { machine, ratio, baselineTime }]
    }),
  )
}

for (const machines of [1, 2, 4]) {
  test(`by simulation, what ${machines} predict holds 95% of the ratios of another`, () => {
    const [simulate, next] = [simulator(machines), normalNumbers(11)]
    const held: number[] = []
    for (let repeat = 0; repeat < 60; repeat++) {
      const runs = Array.from({ length: machines + 1 }, (_, i) => runOn(simulate, next, `m${i}`))
      const [heldOut, ...others] = runs as [Map<string, RunRatio>, ...Map<string, RunRatio>[]]
      const servers = new Map(
        [...heldOut.keys()].map((name) => [name, others.map((run) => run.get(name) as RunRatio)]),
      )
      for (const [name, { ratio }] of poolRuns(servers, BASELINE).servers) {
        const found = Math.exp((heldOut.get(name) as RunRatio).ratio.difference)
        held.push(Number(ratio.predicted.low <= found && found <= ratio.predicted.high))
      }
    }
    assert.ok(mean(held) > 0.92 && mean(held) < 0.995, `${mean(held)}`)
  })
}

test('two machines differ by the spread of all, shrunk toward the prior', () => {
  const widths = [[1], [1, 1, 1], [1, 1.1, 0.9], [1, 2, 0.5]].map((levels) => {
    const { low, high } = levelBetween(levels.map(Math.log))
    assertNear((low as number) * (high as number), 1, 1e-9)
    return high as number
  })
  // 0.15 × √2 × the quantile of Student's t with 4 degrees of freedom.
  assertNear(widths[0], Math.exp(0.15 * Math.SQRT2 * 2.7764), 1e-3)
  assert.deepEqual(
    widths.map((width) => Math.sign(width - (widths[0] as number))),
    [0, -1, -1, 1],
  )
})
