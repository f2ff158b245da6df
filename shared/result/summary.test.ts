import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Summary, Trial } from './format.ts'
import { sampleTrial } from './samples.ts'
import { summarizeAll } from './summary.ts'

/** The summary of `server` among itself and the baseline. */
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

test('the ratio pairs trials of the same round, not of the same place', () => {
  const trials = [sampleTrial(3, 300), sampleTrial(1, 50), sampleTrial(2, 400)]
  const baseline = [sampleTrial(1, 100), sampleTrial(2, 200), sampleTrial(3, 1000)]
  // 0.3, 0.5 and 2: the ratio of the medians would be 1.5.
  near(summarize(trials, baseline)?.ratioToBaseline?.ratio, (0.3 * 0.5 * 2) ** (1 / 3))
})

test('the ratio is to the baseline of the same group and of the round, each of which counts for half', () => {
  const trials = [sampleTrial(1, 50, 1), sampleTrial(2, 50, 2)]
  const baseline = [sampleTrial(1, 100, 1), sampleTrial(1, 25, 2), sampleTrial(2, 25, 1), sampleTrial(2, 100, 2)]
  near(summarize(trials, baseline)?.ratioToBaseline?.ratio, 50 / Math.sqrt(100 * 50))
})

test('of a round with several trials their mean counts: the round is the unit', () => {
  const rates = [1, 2, 3, 4, 5].flatMap((round) => [
    sampleTrial(round, 100 * round, 1),
    sampleTrial(round, 200 * round, 2),
  ])
  const baseline = summarizeAll(new Map([['baseline', rates]]), 'baseline').get('baseline')
  assert.deepEqual(baseline?.requestsPerSecond, { median: 450, min: 150, max: 750, low: 150, high: 750 })
  assert.equal(baseline?.trials, 10)
  const three = summarizeAll(new Map([['baseline', rates.slice(0, 6)]]), 'baseline').get('baseline')
  assert.equal(three?.requestsPerSecond.low, null, 'six trials of three rounds have no interval')
})

test('a copy of a baseline that was refused is ranked like any other server', () => {
  const trials = (rate: number) => [sampleTrial(1, rate), sampleTrial(2, rate)]
  const servers = new Map([
    ['copy', trials(100)],
    ['server', trials(1000)],
  ])
  const summaries = summarizeAll(servers, 'baseline', 'copy')
  assert.deepEqual(summaries.get('server')?.ranks, { best: 1, worst: 1 })
  assert.deepEqual(summaries.get('copy')?.ranks, { best: 2, worst: 2 })
})

test('rounds without a trial of the baseline count for the rate, not for the ratio', () => {
  const summary = summarize([sampleTrial(1, 100), sampleTrial(2, 900)], [sampleTrial(2, 300), sampleTrial(4, 1)])
  assert.equal(summary?.trials, 2)
  assert.deepEqual(summary?.requestsPerSecond, { median: 500, min: 100, max: 900, low: null, high: null })
  near(summary?.ratioToBaseline?.ratio, 3)
  assert.equal(summary?.ratioToBaseline?.low, null)
})

test('without a common round, as where the baseline was refused at once, there is no ratio', () => {
  assert.equal(summarize([sampleTrial(1)], [])?.ratioToBaseline, null)
  assert.equal(summarize([sampleTrial(1)], [sampleTrial(2)])?.ratioToBaseline, null)
})

test('the baseline’s ratio to itself is 1', () => {
  const trials = [sampleTrial(1, 100), sampleTrial(2, 170)]
  const summary = summarizeAll(new Map([['baseline', trials]]), 'baseline').get('baseline')
  assert.deepEqual(summary?.ratioToBaseline, { ratio: 1, low: 1, high: 1 })
})

test('a median of five rounds has an interval', () => {
  const trials = [3, 1, 5, 2, 4].map((rate, i) => sampleTrial(i + 1, rate * 100))
  assert.deepEqual(summarize(trials, trials)?.requestsPerSecond, {
    median: 300,
    min: 100,
    max: 500,
    low: 100,
    high: 500,
  })
})

test('every figure comes from its own place in the trial', () => {
  const trial = sampleTrial()
  const same = (value: number) => ({ median: value, min: value, max: value, low: null, high: null })
  assert.deepEqual(summarizeAll(new Map([['baseline', [trial]]]), 'baseline').get('baseline'), {
    trials: 1,
    requestsPerSecond: same(trial.requests.perSecond.mean),
    ratioToBaseline: { ratio: 1, low: 1, high: 1 },
    ranks: { best: 1, worst: 1 },
    mayBeFastest: true,
    latencyMean: same(trial.latency.mean),
    latencyP50: same(trial.latency.p50),
    latencyP99: same(trial.latency.p99),
    receivedPerSecond: same(trial.throughput.received),
    peakMemory: same(trial.memory.peakBytes),
    cpuMean: same(trial.cpu.meanPercent),
    cpuMax: same(trial.cpu.maxPercent),
    cpuPerRequest: same(trial.cpu.microsecondsPerRequest),
    second: null,
    verdicts: [],
  })
})

test('the second load has ratios, ranks and figures of its own', () => {
  const trials = (first: number, second: number) =>
    [1, 2, 3].map((round): Trial => {
      const { requests, latency, throughput, cpu, generator, windowSeconds } = sampleTrial(round, second)
      const { meanPercent, seconds, microsecondsPerRequest } = cpu
      return {
        ...sampleTrial(round, first),
        second: {
          ...{ pipelining: 10, windowSeconds, requests, latency, throughput, generator },
          cpu: { meanPercent, seconds, microsecondsPerRequest },
          verdicts: [{ kind: 'idle', message: 'slept' }],
        },
      }
    })
  const servers = new Map([
    ['baseline', trials(1_000, 2_000)],
    ['other', trials(900, 4_000)],
  ])
  const summaries = summarizeAll(servers, 'baseline')
  const other = summaries.get('other')
  assert.deepEqual([other?.ranks, other?.mayBeFastest], [{ best: 2, worst: 2 }, false])
  assert.equal(other?.ratioToBaseline?.ratio.toFixed(3), '0.900')
  assert.deepEqual(other?.verdicts, [])
  assert.equal(other?.second?.pipelining, 10)
  assert.deepEqual([other?.second?.ranks, other?.second?.mayBeFastest], [{ best: 1, worst: 1 }, true])
  assert.equal(other?.second?.ratioToBaseline?.ratio.toFixed(3), '2.000')
  assert.equal(other?.second?.requestsPerSecond.median, 4_000)
  assert.deepEqual(other?.second?.verdicts, [{ kind: 'idle', trials: 3, message: 'slept' }])
  const without = new Map([...servers, ['third', [sampleTrial(1)]] as const])
  assert.equal(summarizeAll(without, 'baseline').get('other')?.second, null, 'where one has none, nobody has')
})

test('verdicts are grouped by kind, with the trials and the first message', () => {
  const noisy = (round: number, message: string): Trial => ({
    ...sampleTrial(round),
    verdicts: [{ kind: 'noisy', message }],
  })
  const idle: Trial = { ...sampleTrial(3), verdicts: [{ kind: 'idle', message: 'slept' }] }
  const trials = [noisy(1, 'first'), noisy(2, 'second'), idle]
  assert.deepEqual(summarize(trials, trials)?.verdicts, [
    { kind: 'noisy', trials: 2, message: 'first' },
    { kind: 'idle', trials: 1, message: 'slept' },
  ])
})
