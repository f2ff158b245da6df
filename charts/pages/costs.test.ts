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

test('a server’s curve has the median and interval of its processes, and ends at its maximum', () => {
  const { servers } = costsOf(server('express', five), result)
  // 10 ms of CPU time are 10 µs of each of 1,000 requests.
  assert.deepEqual(servers.express?.curve, [
    { rate: 1_000, value: 70, low: 45, high: 95 },
    { rate: 5_000, value: 35, low: 20, high: 50 },
    { rate: 40_000, value: 25, low: 25, high: 25 },
  ])
})

test('a curve depends on no other server', () => {
  const one = costsOf(server('express', five), result).servers.express
  const slow = five.map(([low, high]): [number, number] => [10 * low, 10 * high])
  assert.deepEqual(
    costsOf([...server('express', five), ...server('http-node', slow)], result).servers.express,
    one,
  )
})

test('a rate that is not held is not in the curve; fewer than five processes have no interval', () => {
  const { servers } = costsOf(server('express', five.slice(1), { backlogGrowth: 500 }), result)
  assert.deepEqual(
    servers.express?.curve.map(({ rate, low }) => [rate, low]),
    [
      [1_000, null],
      [40_000, null],
    ],
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

test('stored files: at every rate that a server held, its interval contains each process’s CPU time', () => {
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
      assert.ok(Math.abs(value / medianOf(times) - 1) < 1e-4, at)
      assert.equal(low === null, times.length < 5, at)
      if (low === null || high === null) continue
      for (const time of times)
        assert.ok(low <= time && time <= high, `${at}: ${low} to ${high}, and not ${time}`)
      checked++
    }
  }
  assert.ok(checked > 0)
})

test('stored files: the interval of another machine contains the CPU time in nearly all published runs', () => {
  const all = Object.entries(storedCosts).flatMap(([scenario, { level, servers }]) => {
    const runs = published.find((each) => each.result.scenario === scenario)?.result.runs ?? []
    return runs.flatMap(({ file }) =>
      file.subjects.flatMap(({ name, summary }) => {
        const { curve, machineEffect } = servers[name] ?? {}
        const last = curve?.at(-1)
        if (!last || !machineEffect || !summary) return []
        const { low, high } = propagated(
          [last, machineEffect, level],
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
  const errors = Object.values(storedCosts).flatMap(({ servers }) =>
    Object.values(servers).flatMap(({ curve }) =>
      curve.slice(1, -1).map(({ rate, value }) => {
        const others = curve.filter((point) => point.rate !== rate)
        return Math.abs((costAt(others, rate)?.value ?? Number.NaN) / value - 1)
      }),
    ),
  )
  const median = medianOf(errors)
  assert.ok(errors.length > 5 && median < 0.15, `${median}`)
})
