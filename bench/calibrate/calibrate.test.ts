import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import {
  type Calibration,
  type CalibrationPoint,
  readCalibration,
  writeCalibration,
} from '../../shared/result/calibration.ts'
import { sampleResult, sampleTrial } from '../../shared/result/samples.ts'
import { generatorLimit } from '../../shared/result/verdicts.ts'
import { capacityOf, findKnee, keptUp, ownCost, pointOf, whyUseless } from './calibrate.ts'

/** Loads as pairs of the generator's and the server's CPU share, rising; 1000 requests/s for each percent of the first. */
function pointsOf(...shares: [number, number][]): CalibrationPoint[] {
  return shares.map(([generatorCpuPercent, serverCpuPercent], index) => ({
    offered: index < shares.length - 1 ? 1_000 * (index + 1) : null,
    addedMicroseconds: index < shares.length - 1 ? 10 : null,
    requestsPerSecond: generatorCpuPercent * 1_000,
    generatorCpuPercent,
    eventLoopPercent: null,
    serverCpuPercent,
  }))
}

function calibrationOf(points: CalibrationPoint[]): Calibration {
  const { environment, protocol } = sampleResult()
  const { cpuModel, cpuCount, pinning, generatorVersion } = environment
  const { generator, connections, pipelining, polling } = protocol
  const cpus = { serverCpus: pinning.server, generatorCpus: pinning.generator }
  const load = { generator, generatorVersion, scenario: 'update-user', connections, pipelining, polling }
  return {
    schemaVersion: 1,
    madeAt: '2026-01-02T03:04:05.678Z',
    subject: { cpuModel, cpuCount, ...cpus, node: process.versions.node, ...load },
    ...findKnee(points, false),
    points,
    server: null,
  }
}

test('the knee lies between the last load that was kept up with and the next one', () => {
  const knee = findKnee(pointsOf([50, 99], [80, 100], [90, 98], [98, 80], [100, 60]), false)
  assert.deepEqual(knee, { ceiling: { requestsPerSecond: 100_000, reached: true }, kneeCpuPercent: 94 })
})

test('a single load that was disturbed does not make a knee', () => {
  const points = pointsOf([50, 99], [60, 70], [90, 98], [100, 60])
  assert.deepEqual(
    points.map((point) => keptUp(point, points)),
    [true, false, true, false],
  )
  assert.equal(findKnee(points, false).kneeCpuPercent, 95)
})

test('how busy the server can get is what it got at most, not a whole CPU', () => {
  assert.equal(findKnee(pointsOf([50, 90], [80, 91], [90, 90], [98, 80]), false).kneeCpuPercent, 94)
})

test('a generator that always kept up has a ceiling above all that was seen', () => {
  const knee = findKnee(pointsOf([30, 99], [50, 100], [60, 99]), false)
  assert.deepEqual(knee, { ceiling: { requestsPerSecond: 60_000, reached: false }, kneeCpuPercent: 60 })
})

test('what a trial is flagged with names both shares; without a calibration nothing is flagged', () => {
  const calibration = calibrationOf(pointsOf([50, 99], [90, 98], [100, 60]))
  const { kneeCpuPercent } = calibration
  const sample = sampleTrial(1, 10)
  const trial = (cpuPercent: number) => ({ ...sample, generator: { cpuPercent, eventLoopPercent: null } })
  assert.equal(kneeCpuPercent, 95)
  assert.equal(generatorLimit(trial(90), { calibration, pinned: true, workers: 1, polling: false }), null)
  assert.match(
    generatorLimit(trial(91), { calibration, pinned: false, workers: 1, polling: false }) ?? '',
    /used 91% of its CPU and stops keeping up at 95%$/,
  )
  assert.equal(generatorLimit(trial(100), { calibration: null, pinned: true, workers: 1, polling: false }), null)
})

test('what a slowed server could answer is measured: its rate over its share of a CPU', () => {
  const load = (requestsPerSecond: number, serverCpuPercent: number) => ({
    requestsPerSecond,
    serverCpuPercent,
    generatorCpuPercent: 50,
    eventLoopPercent: null,
  })
  assert.equal(capacityOf(load(10_000, 50)), 20_000)
  assert.equal(capacityOf(load(10_000, 104)), 10_000, 'a share above a CPU is one of the clock’s')
  // 50 µs a request, of which 30 were added.
  assert.equal(ownCost(load(10_000, 50), 30), 20)
  assert.equal(ownCost(load(10_000, 50), 60), 0, 'it was off the CPU during the added work')
  assert.deepEqual(pointOf(30, load(10_000, 50)), { offered: 20_000, addedMicroseconds: 30, ...load(10_000, 50) })
  assert.equal(pointOf(null, load(10_000, 50)).offered, null)
})

test('nothing is concluded where the server was never busy', () => {
  assert.equal(whyUseless({ points: pointsOf([50, 95], [99, 70]) }), null)
  assert.match(whyUseless({ points: pointsOf([50, 50], [99, 40]) }) ?? '', /never used more than 50% of its CPU/)
})

test('a calibration is found again by what it is good for, and by nothing else', (t) => {
  const directory = temporaryDirectory(t)
  const { environment, protocol } = sampleResult()
  const calibration = calibrationOf(pointsOf([50, 99], [100, 60]))
  assert.equal(readCalibration(environment, protocol, 'update-user', directory), null)
  const path = writeCalibration(calibration, directory)
  assert.deepEqual(readdirSync(directory), [path.slice(directory.length + 1)])
  assert.deepEqual(readCalibration(environment, protocol, 'update-user', directory), calibration)

  const read = (change: object, load: object = {}, scenario = 'update-user') =>
    readCalibration({ ...environment, ...change }, { ...protocol, ...load }, scenario, directory)
  assert.equal(read({ cpuModel: 'another' }), null)
  assert.equal(read({ cpuCount: 3 }), null)
  assert.equal(read({ generatorVersion: '9.0.1' }), null)
  assert.equal(read({ pinning: { server: [0], generator: [1], note: null } }), null)
  assert.equal(read({}, { pipelining: 10 }), null)
  assert.equal(read({}, { connections: 1 }), null)
  assert.equal(read({}, { generator: 'wrk' }), null)
  assert.equal(read({}, {}, 'hello'), null)

  // A later one takes its place.
  const later = { ...calibration, madeAt: '2026-02-02T03:04:05.678Z' }
  assert.equal(writeCalibration(later, directory), path)
  assert.deepEqual(read({}), later)
})

test('a broken calibration is named with the mend', (t) => {
  const directory = temporaryDirectory(t)
  const { environment, protocol } = sampleResult()
  const path = writeCalibration(calibrationOf(pointsOf([50, 99], [100, 60])), directory)
  for (const broken of ['{', readFileSync(path, 'utf8').replace('"cpuCount"', '"cpus"')]) {
    writeFileSync(path, broken)
    assert.throws(
      () => readCalibration(environment, protocol, 'update-user', directory),
      (error) => error instanceof UsageError && error.message.startsWith(`${path} is not a valid calibration`),
    )
  }
  const wrong = { ...calibrationOf(pointsOf([50, 99])), kneeCpuPercent: -1 }
  assert.throws(() => writeCalibration(wrong, directory))
})
