import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianValue, valuesOf } from '../../shared/probe/probe.ts'
import { publishedMeasurements } from '../../shared/probe/store.ts'
import { latency } from '../../shared/probes/latency.ts'
import { readPublished } from '../../shared/results/published.ts'
import { costAt } from '../../shared/stats/cost.ts'
import { propagated } from '../../shared/stats/estimate.ts'
import { medianOf } from '../../shared/stats/statistics.ts'
import { sampleLoad, sampleRates } from '../../shared/test/latency.ts'
import { sampleMeasurement, sampleSubject } from '../../shared/test/measurements.ts'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { answerTo } from '../text/matter-text.ts'
import { costsIn, costsOf } from './costs.ts'

const result = inventedResult(threeServers)
/** Returns a server with a process per list of CPU times, at 1,000 and 5,000 requests/s. */
const server = (name: string, times: readonly [number, number][], change = {}) =>
  sampleRates(
    name,
    times.map(([low, high]) => [
      sampleLoad(5_000, 1, { cpu: high, ...change }),
      sampleLoad(1_000, 1, { cpu: low }),
    ]),
  )
const five = [50, 60, 70, 80, 90].map((time): [number, number] => [time, time / 2])

test('a server’s curve has its processes by round, and ends at its maximum', () => {
  const { servers, quantiles } = costsOf(server('express', five), result)
  const { curve = [] } = servers.express ?? {}
  assert.deepEqual(
    curve.map(({ rate }) => Math.round(rate)),
    [1_000, 5_000, 40_000],
  )
  assert.deepEqual(
    curve.slice(0, 2).map(({ processes }) => processes),
    [1, 2].map((by) => [50, 60, 70, 80, 90].map((time, i) => [i + 1, time / by])),
  )
  assert.deepEqual(
    curve.at(-1)?.processes.map(([, time]) => time),
    Array(5).fill(25),
  )
  assert.deepEqual(
    quantiles.map((each) => each?.toFixed(3)),
    [...Array(5).fill(undefined), '2.776'],
  )
})

test('a time of zero is half a tick of the kernel', () => {
  const { servers } = costsOf(server('express', [[0, 0]]), result)
  // 5 ms of 1,000 requests.
  assert.deepEqual(servers.express?.curve[0]?.processes, [[1, 5]])
})

test('a curve depends on no other server', () => {
  const one = costsOf(server('express', five), result).servers.express
  const slow = five.map(([low, high]): [number, number] => [10 * low, 10 * high])
  assert.deepEqual(
    costsOf([...server('express', five), ...server('http-node', slow)], result).servers.express,
    one,
  )
})

test('a rate that is not held is not in the curve', () => {
  const { servers } = costsOf(server('express', five.slice(1), { backlogGrowth: 500 }), result)
  assert.deepEqual(
    servers.express?.curve.map(({ rate }) => Math.round(rate)),
    [1_000, 40_000],
  )
  const failed = sampleSubject('failed', 'exited with status 1')
  const hopeless = sampleRates('hopeless', [[sampleLoad(1_000, null)]])
  assert.deepEqual(costsOf([failed, ...hopeless], result).servers, {})
})

test('another machine affects a server as predicted from runs, and the baseline not', () => {
  const { servers } = costsOf(
    ['express', 'http-node', 'new'].flatMap((name) => server(name, five)),
    result,
  )
  const { low, high } = servers.express?.machineEffect ?? assert.fail()
  // One machine has measured both: its own deviation counts once for it, and once for the other.
  const half = Math.sqrt(1.05 / 0.95)
  assert.ok(Math.abs((low as number) - 1 / half) < 1e-5 && Math.abs((high as number) - half) < 1e-5)
  assert.deepEqual(servers['http-node']?.machineEffect, { value: 1, low: 1, high: 1 })
  assert.deepEqual(servers.new?.machineEffect, { value: 1, low: null, high: null })
})

test('costs are those of scenarios with latencies and runs', () => {
  const files = [{ file: sampleMeasurement(latency, server('express', five)) }]
  assert.deepEqual(Object.keys(costsIn(files, [publishedAs(result)])), ['update-user'])
  assert.deepEqual(costsIn(files, []), {})
})

const published = readPublished()
const storedFiles = publishedMeasurements(latency)
const storedCosts = costsIn(storedFiles, published)

test('stored files: at every rate that a server held, its figure is within those of its processes', () => {
  let checked = 0
  for (const { file } of storedFiles) {
    const { scenario = '', subjects } = file
    const own = storedCosts[scenario] ?? assert.fail(scenario)
    for (const server of subjects) {
      const { name } = server
      const rate = medianValue(server, 'rate') ?? assert.fail()
      if (!own.servers[name]?.curve.some((point) => point.rate === rate)) continue
      const times = valuesOf(server, 'cpu')
      const input = { first: name, second: name, work: 0, kind: 'waits', rate } as const
      const answer = answerTo(own, [name, name], input)
      const { value, low, high } =
        typeof answer === 'string' ? assert.fail(answer) : answer.matter.first.cpu
      const at = `${scenario}, ${name} at ${rate}/s`
      assert.ok(Math.min(...times) <= value && value <= Math.max(...times), at)
      assert.equal(low === null, times.length < 5, at)
      assert.ok(low === null || high === null || (low <= value && value <= high), at)
      checked++
    }
  }
  assert.ok(checked > 0)
})

test('stored files: the interval of another machine contains the CPU time in nearly all published runs', () => {
  const all = Object.entries(storedCosts).flatMap(([scenario, { level, quantiles, servers }]) => {
    const runs = published.find((each) => each.result.scenario === scenario)?.result.runs ?? []
    return runs.flatMap(({ file }) =>
      file.subjects.flatMap(({ name, summary }) => {
        const { curve = [], machineEffect } = servers[name] ?? {}
        const last = curve.at(-1)
        if (!last || !machineEffect || !summary) return []
        const cost = costAt(curve, last.rate, quantiles) ?? assert.fail()
        const { low, high } = propagated(
          [cost, machineEffect, level],
          (cpu, alone, all) => cpu * alone * all,
        )
        const { value } = summary.cpuPerRequest
        return low === null || high === null ? [] : [low <= value && value <= high]
      }),
    )
  })
  const within = all.filter(Boolean).length / all.length
  assert.ok(all.length > 20 && within >= 0.9, `${within} of ${all.length}`)
})

test('stored files: a rate left out is interpolated to within 15%, in the median', () => {
  const errors = Object.values(storedCosts).flatMap(({ servers, quantiles }) =>
    Object.values(servers).flatMap(({ curve }) =>
      curve.slice(1, -1).map(({ rate }) => {
        const others = curve.filter((point) => point.rate !== rate)
        const [value, left] = [curve, others].map((each) => costAt(each, rate, quantiles)?.value)
        return Math.abs(Number(left) / Number(value) - 1)
      }),
    ),
  )
  const median = medianOf(errors)
  assert.ok(errors.length > 5 && median < 0.15, `${median}`)
})
