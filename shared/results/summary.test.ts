import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import type { Summary, Trial } from '../format/format.ts'
import { resultOf, steady } from '../test/compare-fixtures.ts'
import { sampleServer, sampleTrial, sampleTrials, trialWith } from '../test/samples.ts'
import { recalculated, summarizeAll } from './summary.ts'

/** Summarizes `server` beside the baseline. */
const summarize = (server: Trial[], baseline: Trial[]) =>
  summarizeAll(new Map(Object.entries({ server, baseline })), 'baseline').get('server')

test('the ratio pairs trials by round, not by index, and ignores rounds without the baseline', () => {
  const trials = [sampleTrial(3, 300), sampleTrial(1, 50), sampleTrial(2, 400), sampleTrial(4, 9e9)]
  const baseline = [sampleTrial(1, 100), sampleTrial(2, 200), sampleTrial(3, 1000)]
  const summary = summarize(trials, baseline)
  // 0.3, 0.5 and 2: the ratio of the medians would be 1.5.
  const ratio = (0.3 * 0.5 * 2) ** (1 / 3)
  assertNear(summary?.ratioToBaseline?.value, ratio)
  assertNear(summary?.requestsPerSecond.value, ratio * (100 * 200 * 1000) ** (1 / 3))
  assert.equal(summary?.trials, 4)
})

test('there is no ratio without a common round, no interval of one round, and no summary without trials', () => {
  assert.equal(summarize([sampleTrial(1)], [])?.ratioToBaseline, null)
  assert.equal(summarize([sampleTrial(1)], [sampleTrial(2)])?.ratioToBaseline, null)
  assert.equal(summarize([sampleTrial(1)], [sampleTrial(1)])?.ratioToBaseline?.low, null)
  assert.equal(summarize([], [sampleTrial()]), undefined)
})

test('all servers of a group contribute to its estimated effect', () => {
  // The machine is half as fast in the second group of each round, where the baseline has no trial.
  const of = (rate: number) =>
    [1, 2, 3, 4].flatMap((round) => [sampleTrial(round, rate, 1), sampleTrial(round, rate / 2, 2)])
  const others = new Map(['a', 'b', 'c'].map((name) => [name, of(1000)]))
  const moved = [1, 2, 3, 4].map((round) =>
    sampleTrial(round, round % 2 ? 800 : 400, 1 + ((round + 1) % 2)),
  )
  const summaries = summarizeAll(
    new Map([...others, ['baseline', of(500)], ['server', moved]]),
    'baseline',
  )
  assertNear(summaries.get('server')?.ratioToBaseline?.value, 1.6)
  assertNear(summaries.get('a')?.ratioToBaseline?.value, 2)
})

test('requests/s are ratio × the baseline’s geometric mean, without an interval: one run says nothing of another machine', () => {
  const machine = [1, 2, 0.5, 1.5, 0.8]
  const on = (...rates: number[]) => rates.map((rate, i) => rate * (machine[i] as number))
  const rates = {
    baseline: on(1000, 1010, 990, 1005, 995),
    fast: on(1300, 1320, 1290, 1300, 1310),
    slow: on(700, 705, 690, 702, 698),
  }
  const summaries = summarizeAll(sampleTrials(rates), 'baseline')
  const level = rates.baseline.reduce((a, b) => a * b) ** (1 / 5)
  assert.deepEqual(summaries.get('baseline')?.ratioToBaseline, { value: 1, low: 1, high: 1 })
  assertNear(summaries.get('baseline')?.requestsPerSecond.value, level)
  for (const name of ['fast', 'slow']) {
    const { requestsPerSecond, ratioToBaseline, processes } = summaries.get(name) as Summary
    assertNear(requestsPerSecond.value, level * (ratioToBaseline?.value ?? 0))
    assert.deepEqual([requestsPerSecond.low, requestsPerSecond.high], [null, null])
    // Processes are without the machine's effect.
    assert.ok(Math.max(...processes) / Math.min(...processes) < 1.05)
  }
})

test('without a baseline requests/s are the geometric mean of the rounds', () => {
  const [summary] = summarizeAll(sampleTrials({ a: [100, 400] }), 'baseline').values()
  assertNear(summary?.requestsPerSecond.value, 200)
})

test('two modes of a server are named, with their number of processes', () => {
  const rates = Array.from({ length: 8 }, (_, i) => 1001 + i)
  const bimodal = rates.map((rate, i) => (i < 5 ? rate : rate / 5))
  const summaries = summarizeAll(
    sampleTrials({ baseline: rates, a: rates, b: rates, bimodal }),
    'baseline',
  )
  const caveats = [...summaries].flatMap(([name, { caveats }]) =>
    caveats.map(({ kind, trials, message }) => [name, kind, trials, message]),
  )
  assert.deepEqual(caveats, [['bimodal', 'bimodal', 8, '3 of 8 processes at 0.20, 5 at 1.0']])
})

test('caveats are grouped by kind, with the number of trials and the first message', () => {
  const heldAgainst = (round: number, kind: 'noisy' | 'idle', message: string): Trial =>
    trialWith(sampleTrial(round), { evidence: { caveats: [{ kind, message }] } })
  const trials = [
    heldAgainst(1, 'noisy', 'first'),
    heldAgainst(2, 'noisy', 'second'),
    heldAgainst(3, 'idle', 'slept'),
  ]
  assert.deepEqual(summarize(trials, trials)?.caveats, [
    { kind: 'noisy', trials: 2, message: 'first' },
    { kind: 'idle', trials: 1, message: 'slept' },
  ])
})

test('only summaries of a stored result are recalculated, and only of servers that have one', () => {
  const rates = { 'http-node': steady(40_000), express: steady(20_000) }
  const result = resultOf(rates)
  result.subjects.push({ ...sampleServer('koa'), disqualified: 'no', summary: null })
  const old = structuredClone(result)
  for (const server of old.subjects)
    if (server.summary) server.summary = { rank: 9 } as unknown as Summary
  assert.deepEqual(recalculated(old), result)
})
