import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { storedMeasurements, writeMeasurement } from '../../shared/format/measurement-file.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { scale } from '../../shared/probes/scale.ts'
import { runFiles } from '../../shared/results/file.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleCounts, sampleMeasurement, sampleSubject } from '../../shared/test/measurements.ts'
import { filesIn } from '../test/testing.ts'
import { storeFiles } from './merge.ts'

test('measurements of several machines are stored by scenario, and one disqualification sets the status', (t) => {
  const scratch = temporaryDirectory(t)
  const root = join(scratch, 'repository')
  const counts = sampleCounts({ fastify: [90_000] })
  const failed = { ...counts, subjects: [sampleSubject('koa', 'it crashed')] }
  const files = [counts, failed].map((contents, i) => {
    const file = join(scratch, `${i}.json`)
    writeMeasurement(instructions, file, contents)
    return file
  })
  assert.equal(storeFiles(files.slice(0, 1), root), 0)
  assert.equal(storeFiles(files, root), 1)
  assert.deepEqual(
    storedMeasurements(instructions, root).flatMap(({ file }) =>
      file.subjects.map(({ name }) => name),
    ),
    ['koa', 'fastify'],
  )
})

test('runs are copied for pooling, even two that began in the same second', (t) => {
  const scratch = temporaryDirectory(t)
  const root = join(scratch, 'repository')
  const whole = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  const protocol = { ...whole.protocol, rounds: whole.details.rounds.length }
  const files = [1, 2, 3].map((seed) => {
    const file = join(scratch, `${seed}.json`)
    writeMeasurement(runFiles, file, { ...whole, protocol: { ...protocol, seed } })
    return file
  })
  assert.equal(storeFiles(files.slice(0, 2), root), 0)
  assert.equal(storeFiles(files, root), 0, 'existing files stay')
  assert.equal(storedRuns('update-user', root).length, 3)
  const quick = join(scratch, 'quick.json')
  writeMeasurement(runFiles, quick, { ...whole, details: { ...whole.details, quick: true } })
  assert.throws(() => storeFiles([quick], root), /quick\.json was made with --quick/)
  const back = join(scratch, 'back.json')
  writeMeasurement(runFiles, back, { ...whole, protocol, finishedAt: '2001-01-01T00:00:00Z' })
  assert.throws(() => storeFiles([back], root), /back\.json ends at 2001.*, before it starts/)
})

test('a run with another date is the same run', (t) => {
  const scratch = temporaryDirectory(t)
  const root = join(scratch, 'repository')
  const whole = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  const run = { ...whole, protocol: { ...whole.protocol, rounds: whole.details.rounds.length } }
  const dates = { startedAt: '2026-11-11T11:11:11Z', finishedAt: '2026-11-11T12:11:11Z' }
  const files = [run, { ...run, ...dates }].map((contents, i) => {
    const file = join(scratch, `${i}.json`)
    writeMeasurement(runFiles, file, contents)
    return file
  })
  assert.equal(storeFiles(files, root), 0, 'in one call')
  assert.equal(storeFiles(files.toReversed(), root), 0, 'in two')
  assert.equal(storedRuns('update-user', root).length, 1)
})

test('a file whose scenario is a path is stored nowhere', (t) => {
  const scratch = temporaryDirectory(t)
  const whole = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  const { summary: _, ...forged } = { ...whole, summary: null, scenario: '../../../../x' }
  const sealed = JSON.stringify(forged)
  const checksum = createHash('sha256').update(sealed).digest('hex')
  const file = join(scratch, 'forged.json')
  writeFileSync(file, JSON.stringify({ ...forged, checksum }))
  const before = filesIn(scratch)
  assert.throws(() => storeFiles([file], join(scratch, 'repository')), /forged\.json .*scenario: /)
  assert.deepEqual(filesIn(scratch), before)
})

test('measurements that were cut down, or made on shared CPUs, are refused', (t) => {
  const scratch = temporaryDirectory(t)
  const root = join(scratch, 'repository')
  const whole = { workers: [2], sharing: 'cluster', connections: 100, seconds: 2, processes: 3 }
  const storing = (name: string, change: object) => () => {
    const file = join(scratch, name)
    const { checksum: _, ...contents } = sampleMeasurement(scale, [], { ...whole, ...change })
    writeMeasurement(scale, file, contents)
    return storeFiles([file], root)
  }
  assert.throws(storing('shared.json', { sharedCpus: true }), /shared\.json is of .* shared CPUs/)
  assert.throws(storing('few.json', { processes: 1 }), /few\.json has processes 1, .* 3 or more/)
  assert.throws(storing('brief.json', { seconds: 0.3 }), /brief\.json has seconds 0\.3, /)
  assert.equal(storing('whole.json', {})(), 0)
})
