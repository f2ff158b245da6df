import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Summary, Trial } from '../format/format.ts'
import { sampleTrial } from '../test/samples.ts'
import { summarizeAll } from './summary.ts'

/** Summarizes `server` beside the baseline. */
function summarize(trials: Trial[], baseline: Trial[]): Summary | undefined {
  const servers = new Map([
    ['server', trials],
    ['baseline', baseline],
  ])
  return summarizeAll(servers, 'baseline').get('server')
}

const near = (value: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < 1e-9, `${value} instead of ${expected}`)

test('a server without trials has no summary', () => {
  assert.equal(summarize([], [sampleTrial()]), undefined)
})

test('the ratio pairs trials by round, not by index', () => {
  const trials = [sampleTrial(3, 300), sampleTrial(1, 50), sampleTrial(2, 400)]
  const baseline = [sampleTrial(1, 100), sampleTrial(2, 200), sampleTrial(3, 1000)]
  // 0.3, 0.5 and 2: the ratio of the medians would be 1.5.
  near(summarize(trials, baseline)?.ratioToBaseline?.ratio, (0.3 * 0.5 * 2) ** (1 / 3))
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
  near(summaries.get('server')?.ratioToBaseline?.ratio, 1.6)
  near(summaries.get('a')?.ratioToBaseline?.ratio, 2)
})

test('requests/s are ratio × the baseline’s geometric mean, without an interval: one run says nothing of another machine', () => {
  const machine = [1, 2, 0.5, 1.5, 0.8]
  const rates = {
    baseline: [1000, 1010, 990, 1005, 995],
    fast: [1300, 1320, 1290, 1300, 1310],
    slow: [700, 705, 690, 702, 698],
  }
  const trials = Object.entries(rates).map(([name, list]): [string, Trial[]] => [
    name,
    list.map((rate, i) => sampleTrial(i + 1, rate * (machine[i] as number))),
  ])
  const summaries = summarizeAll(new Map(trials), 'baseline')
  const level = summaries.get('baseline')?.requestsPerSecond
  near(
    level?.value,
    (machine.reduce((a, b) => a * b) * rates.baseline.reduce((a, b) => a * b)) ** (1 / 5),
  )
  for (const name of ['fast', 'slow']) {
    const { requestsPerSecond, ratioToBaseline, processes } = summaries.get(name) as Summary
    near(requestsPerSecond.value, (level?.value ?? 0) * (ratioToBaseline?.ratio ?? 0))
    assert.deepEqual([requestsPerSecond.low, requestsPerSecond.high], [null, null])
    assert.ok(
      Math.max(...processes) / Math.min(...processes) < 1.05,
      'processes are without the machine’s effect',
    )
  }
})

test('without a baseline requests/s are the geometric mean of the rounds', () => {
  const server = summarizeAll(
    new Map([['a', [sampleTrial(1, 100), sampleTrial(2, 400)]]]),
    'baseline',
  ).get('a')
  near(server?.requestsPerSecond.value, 200)
})

test('rounds without the baseline do not affect the ratio', () => {
  const summary = summarize(
    [sampleTrial(1, 100), sampleTrial(2, 900)],
    [sampleTrial(2, 300), sampleTrial(4, 1)],
  )
  assert.equal(summary?.trials, 2)
  near(summary?.ratioToBaseline?.ratio, 3)
  assert.equal(summary?.ratioToBaseline?.low, null)
})

test('there is no ratio without a common round, as if the baseline was disqualified at once', () => {
  assert.equal(summarize([sampleTrial(1)], [])?.ratioToBaseline, null)
  assert.equal(summarize([sampleTrial(1)], [sampleTrial(2)])?.ratioToBaseline, null)
})

test('the baseline’s ratio to itself is 1', () => {
  const trials = [sampleTrial(1, 100), sampleTrial(2, 170)]
  const summary = summarizeAll(new Map([['baseline', trials]]), 'baseline').get('baseline')
  assert.deepEqual(summary?.ratioToBaseline, { ratio: 1, low: 1, high: 1 })
})

test('two modes of a server are named, with their number of processes', () => {
  const rounds = Array.from({ length: 8 }, (_, i) => i + 1)
  const servers = new Map(
    ['baseline', 'a', 'b', 'bimodal'].map((name) => [
      name,
      rounds.map((round) =>
        sampleTrial(round, (name === 'bimodal' && round > 5 ? 200 : 1000) * (1 + round / 1000)),
      ),
    ]),
  )
  const caveats = [...summarizeAll(servers, 'baseline')].flatMap(([name, summary]) =>
    summary.caveats.map(({ kind, trials, message }) => [name, kind, trials, message]),
  )
  assert.deepEqual(caveats, [['bimodal', 'bimodal', 8, '3 of 8 processes at 0.20, 5 at 1.0']])
})

test('caveats are grouped by kind, with the number of trials and the first message', () => {
  const noisy = (round: number, message: string): Trial => ({
    ...sampleTrial(round),
    caveats: [{ kind: 'noisy', message }],
  })
  const idle: Trial = { ...sampleTrial(3), caveats: [{ kind: 'idle', message: 'slept' }] }
  const trials = [noisy(1, 'first'), noisy(2, 'second'), idle]
  assert.deepEqual(summarize(trials, trials)?.caveats, [
    { kind: 'noisy', trials: 2, message: 'first' },
    { kind: 'idle', trials: 1, message: 'slept' },
  ])
})
