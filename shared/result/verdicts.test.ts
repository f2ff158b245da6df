import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from './calibration.ts'
import type { Trial } from './format.ts'
import { sampleResult, sampleTrial } from './samples.ts'
import { type Circumstances, isGeneratorLimited, judgeEnding, judgeSecond, judgeTrial, VERDICTS } from './verdicts.ts'

const busy = (meanPercent: number): Trial => {
  const trial = sampleTrial()
  return { ...trial, cpu: { ...trial.cpu, meanPercent } }
}
/** On a CPU of its own, by a generator of which nothing is known. */
const alone: Circumstances = { calibration: null, pinned: true, workers: 1, polling: false }
/** The same by a generator that stops keeping up at 50% of its CPU. */
const { environment, protocol } = sampleResult()
const calibrated: Circumstances = {
  ...alone,
  calibration: {
    schemaVersion: 1,
    madeAt: '2026-01-02T03:04:05.678Z',
    subject: subjectOf(environment, protocol, 'update-user'),
    ceiling: { requestsPerSecond: 1e6, reached: true },
    kneeCpuPercent: 50,
    points: [],
    server: null,
  },
}
const kinds = (trial: Trial, circumstances = alone) => judgeTrial(trial, circumstances).map(({ kind }) => kind)

test('nothing is held against a trial whose server was the limit', () => {
  assert.deepEqual(judgeTrial(busy(99), alone), [])
})

test('generator-limited: says how, and is no idleness besides', () => {
  const trial = { ...busy(50), generator: { cpuPercent: 49, eventLoopPercent: null } }
  const message =
    'the load generator was the limit: it used 49% of its CPU, the server 50% of its own, and stops keeping up at 50%'
  assert.deepEqual(judgeTrial(trial, calibrated), [{ kind: 'generator-limited', message }])
})

test('unknown-limit: an idle server under a sleeping generator that was not calibrated, whose CPU share is named', () => {
  const trial = { ...busy(88), generator: { cpuPercent: 96, eventLoopPercent: 70 } }
  const message =
    'the server used 88% of its CPU, the load generator 96% of one: without a calibration it is not known which was the limit'
  assert.deepEqual(judgeTrial(trial, alone), [{ kind: 'unknown-limit', message }])
  assert.deepEqual(kinds(trial, { ...alone, pinned: false }), [], 'unpinned, the share says nothing')
  assert.deepEqual(kinds({ ...trial, cpu: { ...trial.cpu, meanPercent: 90 } }), [], 'a busy server was the limit')
  const silent = { ...trial, generator: { cpuPercent: 96, eventLoopPercent: null } }
  assert.deepEqual(kinds(silent, { ...alone, polling: true }), ['unknown-limit'], 'it polls and does not tell')
})

test('idle: below 90% of a CPU of its own, and only there', () => {
  const spare = (meanPercent: number) => ({
    ...busy(meanPercent),
    generator: { cpuPercent: 40, eventLoopPercent: null },
  })
  assert.deepEqual(kinds(spare(90), calibrated), [])
  assert.deepEqual(kinds(spare(89.9), calibrated), ['idle'])
  assert.match(judgeTrial(spare(42.4), calibrated)[0]?.message ?? '', /^neither the server \(42% of its CPU\) nor/)
  assert.deepEqual(kinds(spare(10), { ...calibrated, pinned: false }), [], 'unpinned, the share says nothing')
})

test('noisy: only where no slice was quiet', () => {
  const [quiet, other] = sampleTrial().slices
  assert.ok(quiet && other)
  const noisy = { ...other, noise: 'others ran' }
  assert.deepEqual(kinds({ ...busy(99), slices: [quiet, noisy] }), [])
  assert.deepEqual(judgeTrial({ ...busy(99), slices: [noisy, noisy] }, alone), [
    { kind: 'noisy', message: 'no quiet slice: others ran' },
  ])
})

test('noisy: each load by its own slices', () => {
  const { requests, latency, throughput, generator, windowSeconds, slices } = sampleTrial()
  const [slice] = slices
  assert.ok(slice)
  const figures = { pipelining: 10, windowSeconds, requests, latency, throughput, generator, verdicts: [] }
  const second = { ...figures, cpu: { meanPercent: 99, seconds: 1, microsecondsPerRequest: 1 } }
  const [quiet, noisy] = [slice, { ...slice, noise: 'others ran' }]
  const deep = (each: typeof slice) => ({ ...each, pipelining: 10 })
  const kindsOf = (list: Trial['slices']) => {
    const trial = { ...busy(99), second, slices: list }
    return [judgeTrial(trial, alone), judgeSecond(trial, alone)].map((verdicts) => verdicts.map(({ kind }) => kind))
  }
  assert.deepEqual(kindsOf([noisy, deep(quiet)]), [['noisy'], []])
  assert.deepEqual(kindsOf([quiet, deep(noisy), deep(noisy)]), [[], ['noisy']])
  assert.deepEqual(judgeSecond(sampleTrial(), alone), [], 'no second load')
})

test('generator-limited: one that never sleeps, by what it found to read, where the server was not busy all the same', () => {
  const polled = { ...alone, polling: true }
  const trial = (eventLoopPercent: number, server: number) => ({
    ...busy(server),
    generator: { cpuPercent: 99, eventLoopPercent },
  })
  assert.deepEqual(kinds(trial(94, 85), polled), ['idle'])
  assert.deepEqual(kinds(trial(96, 85), polled), ['generator-limited'])
  assert.deepEqual(kinds(trial(99, 98), polled), [])
  assert.deepEqual(kinds(trial(50, 99), polled), [])
})

test('unsettled: by the warm-up’s own word', () => {
  const trial = { ...busy(99), warmUp: { settled: false, seconds: 6.04, rates: [] } }
  assert.deepEqual(judgeTrial(trial, alone), [
    { kind: 'unsettled', message: 'its rate still grew after 6.0 s of load' },
  ])
  const cold = { ...busy(99), warmUp: { settled: false, seconds: 0, rates: [] } }
  assert.deepEqual(judgeTrial(cold, alone), [{ kind: 'unsettled', message: 'it was not warmed up' }])
})

test('verdicts add up', () => {
  const [slice] = sampleTrial().slices
  assert.ok(slice)
  const trial = {
    ...busy(10),
    slices: [{ ...slice, noise: 'x' }],
    warmUp: { settled: false, seconds: 1, rates: [] },
  }
  assert.deepEqual(kinds(trial), ['unknown-limit', 'noisy', 'unsettled'])
})

test('how a server ended is held against it, where it had to be killed', () => {
  assert.deepEqual(judgeEnding({ ignoredSeconds: null, left: 0 }), [])
  assert.deepEqual(judgeEnding({ ignoredSeconds: 2, left: 1 }), [
    { kind: 'ignored-sigterm', message: 'ignored SIGTERM for 2 s and was killed' },
    { kind: 'left-processes', message: 'left 1 process behind, killed' },
  ])
})

test('no two kinds share a mark', () => {
  const marks = Object.values(VERDICTS).map(({ mark }) => mark)
  assert.equal(new Set(marks).size, marks.length)
})

test('a trial is its generator’s near the knee, and near the ceiling', () => {
  const limited = (cpuPercent: number, requestsPerSecond: number, serverCpuPercent: number | null = 90) =>
    isGeneratorLimited(
      { cpuPercent, serverCpuPercent, requestsPerSecond },
      { kneeCpuPercent: 94, ceiling: { requestsPerSecond: 100_000, reached: true } },
    )
  assert.equal(limited(89, 94_000), false)
  assert.equal(limited(90, 50_000), true)
  assert.equal(limited(50, 95_000), true)
  assert.equal(limited(100, 100_000, 97), false, 'the server was busy all the same')
  assert.equal(limited(100, 100_000, null), true, 'nothing is known of the server')
})

test('a generator that always kept up limits nothing, unless it works harder than ever', () => {
  const calibration = { kneeCpuPercent: 98, ceiling: { requestsPerSecond: 98_000, reached: false } }
  assert.equal(
    isGeneratorLimited({ cpuPercent: 98, serverCpuPercent: 90, requestsPerSecond: 98_000 }, calibration),
    false,
  )
  assert.equal(
    isGeneratorLimited({ cpuPercent: 99, serverCpuPercent: 90, requestsPerSecond: 50_000 }, calibration),
    true,
  )
})
