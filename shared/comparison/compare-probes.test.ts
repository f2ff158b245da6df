import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement } from '../format/measurement.ts'
import { type Metric, type Probe, rowsOf } from '../probe/probe.ts'
import { publishedMeasurements } from '../probe/store.ts'
import { instructions } from '../probes/instructions.ts'
import { PROBES } from '../probes/probes.ts'
import { compare } from '../test/compare-fixtures.ts'
import { sampleCounts, sampleMeasurement, sampleSubject } from '../test/measurements.ts'

const bytes: Metric = { id: 'bytes', title: 'bytes', better: 'lower', estimate: 'first' }
const probe: Probe = {
  name: 'sample',
  title: '',
  sentence: '',
  about: '',
  metrics: [
    { id: 'ms', title: 'ms', better: 'lower', estimate: 'range' },
    bytes,
    { id: 'rate', title: 'per second', better: 'higher', estimate: 'first' },
    { id: 'library', title: 'library', estimate: 'first' },
  ],
}

interface Figures {
  ms?: number
  half?: number
  bytes?: number
  rate?: number
}

/** Returns a subject whose milliseconds have a range. */
const row = (name: string, { ms = 100, half = 1, bytes = 50, rate = 9 }: Figures = {}, part = '') =>
  sampleSubject(
    name,
    [-half, 0, half].map((off) => ({ ms: ms + off, bytes, rate, library: 'x' })),
    { part },
  )
const file = (rows: Measurement['subjects'], more: Partial<Measurement> = {}) => ({
  ...sampleMeasurement(probe, rows),
  ...more,
})

test('a figure is worse or better where its interval excludes 1; without one it is undecided, unless it is exact', () => {
  const verdicts = (figures: Figures, metrics = probe.metrics) =>
    compare(file([row('a')]), file([row('a', figures)]), {}, { ...probe, metrics }).figures.map(
      ({ verdict }) => verdict,
    )
  assert.deepEqual(verdicts({}), ['equal', 'equal', 'equal'])
  assert.equal(verdicts({ ms: 101 })[0], 'undecided')
  assert.equal(verdicts({ ms: 103 })[0], 'worse')
  assert.equal(verdicts({ ms: 97 })[0], 'better')
  assert.deepEqual(verdicts({ bytes: 51, rate: 10 }).slice(1), ['undecided', 'undecided'])
  assert.deepEqual(verdicts({ bytes: 51 }, [{ ...bytes, exact: true }]), ['worse'])
})

test('the gate fails what is worse by more than it allows with the whole interval', () => {
  const failed = (ms: number) =>
    compare(file([row('a')]), file([row('a', { ms })]), { failBelow: 0.05 }, probe).gate?.failed
  assert.deepEqual(failed(105.5), [], 'its interval begins below 1.05')
  assert.deepEqual(failed(108), ['a: ms'])
  assert.deepEqual(failed(80), [])
})

test('rows of one name are compared part by part', () => {
  const [slow, fast] = [row('a', { ms: 50 }, '9/s'), row('a', { ms: 5 }, '1/s')]
  const { figures } = compare(file([slow, fast]), file([fast, slow]), {}, probe)
  assert.deepEqual(
    figures
      .map(({ name, figure, verdict }) => [name, figure, verdict])
      .filter(([, ms]) => ms === 'ms'),
    [
      ['a, 1/s', 'ms', 'equal'],
      ['a, 9/s', 'ms', 'equal'],
    ],
  )
})

test('other scenarios and protocols do not compare; rows of one file and other machines are named', () => {
  const compared = (more: Partial<Measurement>) =>
    compare(file([row('a'), row('b')]), file([row('a')], more), {}, probe)
  assert.throws(() => compared({ scenario: 'json' }), /differ in scenario update-user and json;/)
  assert.throws(
    () => compared({ protocol: { processes: 3, seed: 2 } }),
    /differ in processes 5 and 3; measure both/,
  )
  const { environment } = file([])
  const { uncompared, notes } = compared({ environment: { ...environment, cpuModel: 'B' } })
  assert.deepEqual(uncompared, ['b: not in new'])
  assert.match(notes.join(), /^old and new are from different machines, Sample CPU and B/)
})

test('rows of each published file differ in name, runtime or part', () => {
  for (const each of PROBES) {
    for (const { file, path } of publishedMeasurements(each)) {
      const keys = rowsOf(each, file).map(
        ({ name, runtime, part }) => `${name}, ${runtime}, ${part}`,
      )
      assert.equal(new Set(keys).size, keys.length, path)
    }
  }
})

/** Compares two files of counts of one server. */
function compared(old: number[], recent: number[], change: Partial<Measurement> = {}) {
  const after = { ...sampleCounts({ a: recent }), ...change }
  return compare(sampleCounts({ a: old }), after, {}, instructions)
}

test('a difference of instructions exceeds the intervals of both files', () => {
  const verdict = (old: number[], recent: number[]) =>
    compared(old, recent).figures.map(({ verdict }) => verdict)
  const same = [100_000, 100_000, 100_000]
  assert.deepEqual(verdict(same, same), ['equal'])
  assert.deepEqual(verdict(same, [100_110, 100_110, 100_110]), ['worse'])
  assert.deepEqual(verdict([100_000, 102_000, 104_000], [104_000, 106_000, 105_000]), ['undecided'])
})

test('what else changes counts is named: the C library, and caveats of both files', () => {
  const notes = (change: Partial<Measurement>, recent = [100, 100, 100]) =>
    compared([100, 100, 100], recent, change).notes.join('\n')
  const { protocol, environment } = sampleCounts({})
  assert.equal(notes({}), '')
  assert.match(
    notes({ environment: { ...environment, os: 'Debian 13' } }),
    /^OS, whose C library is counted too: Sample Linux, then Debian 13$/,
  )
  assert.match(notes({}, [100, 120, 140]), /^new: scattered: .*: a$/)
  assert.throws(() => notes({ protocol: { ...protocol, requests: 8_000 } }), /differ in requests/)
  assert.equal(notes({ protocol: { ...protocol, sideBySide: 8 } }), '')
})
