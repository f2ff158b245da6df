import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subject } from '../format/measurement.ts'
import { notesOf } from '../probe/notes.ts'
import { tablesOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { FIXED_RESPONSE, limitPart, percentOf, ratioOf, shiftOf } from './generator-figures.ts'
import { generators } from './generators.ts'

/** Disturbances of rounds: they cancel between processes of one round. */
const ROUNDS = [1, 0.7, 1.2, 0.9, 1.05]
/** Of log(ratio) by round. */
const DEVIATIONS = [-0.01, 0, 0.01, 0, 0]

/** Returns a server under a generator, at these requests/s in an undisturbed round. */
const under = (name: string, part: string, rate: number, processes = ROUNDS.length): Subject =>
  sampleSubject(
    name,
    ROUNDS.slice(0, processes).map((round, i) => ({
      perSecond: round * rate * Math.exp(name === 'http-node' ? 0 : (DEVIATIONS[i] ?? 0)),
      busy: part === 'wrk' ? 99 : 40,
      serverBusy: part === 'wrk' ? 80 : 99,
    })),
    { part },
  )

const limit = (generator: string, inFlight: number, perSecond: number, busy: number) =>
  sampleSubject(
    FIXED_RESPONSE,
    ROUNDS.map(() => ({ perSecond, busy, ownCpu: (1e4 * busy) / perSecond })),
    { part: limitPart(generator, inFlight) },
  )

const measured = (processes?: number) => {
  const file = sampleMeasurement(generators, [
    under('http-node', 'builtin', 20_000, processes),
    under('express', 'builtin', 10_000, processes),
    under('http-node', 'wrk', 16_000, processes),
    under('express', 'wrk', 6_000, processes),
    limit('wrk', 10, 400_000, 50),
    limit('wrk', 1, 100_000, 50),
    limit('builtin', 1, 40_000, 80),
  ])
  file.environment.generatorVersion = 'builtin 1, wrk 4.1.0'
  return file
}

const express = { name: 'express', runtime: 'node' } as const

const rounded = (value: number | null) => value && Number(value.toPrecision(3))

test('ratios pair processes by round; a generator shifts them relative to the built-in one', () => {
  const file = measured()
  const ratio = ratioOf(file, { ...express, part: 'wrk' }) ?? assert.fail()
  assert.equal(rounded(ratio.value), 0.375)
  // exp(∓ 2.776 × 0.00707 / √5) × 0.375, by Student's t.
  assert.deepEqual([ratio.low, ratio.high].map(rounded), [0.372, 0.378])
  const shift = percentOf(shiftOf(file, { ...express, part: 'wrk' })) ?? assert.fail()
  assert.deepEqual([shift.value, shift.low, shift.high].map(rounded), [-25, -25, -25])
  for (const part of ['builtin', 'wrk'])
    assert.equal(ratioOf(file, { name: 'http-node', runtime: 'node', part }), null)
  assert.equal(shiftOf(file, { ...express, part: 'builtin' }), null)
})

test('fewer than five processes have points and no interval, and nothing is claimed of them', () => {
  const { value, low, high, ...rest } = ratioOf(measured(3), { ...express, part: 'wrk' }) as {
    value: number
    low: null
    high: null
    points: number[]
  }
  assert.deepEqual([rounded(value), low, high], [0.375, null, null])
  assert.deepEqual(rest.points.map(rounded), [0.371, 0.375, 0.379])
  const lead = (processes?: number) =>
    generators.lead?.([{ file: measured(processes), path: '' }]) ?? ''
  assert.match(lead(3), /ratios to http-node under each load generator/)
  assert.match(lead(), /: wrk lowers ratios to http-node by 25% \(mean of 1 server\)\./)
})

test('each generator has a table, and a generator that was the limit a caveat', () => {
  const file = measured()
  const tables = tablesOf(generators, file)
  assert.deepEqual(
    tables.map(({ heading, rows }) => [heading, rows.map(({ name, marks }) => [name, marks])]),
    [
      ['builtin', ['http-node', 'express'].map((name) => [name, undefined])],
      ['wrk', ['http-node', 'express'].map((name) => [name, '(generator-limited)'])],
      ['The generators’ own limits', ['builtin', 'wrk', 'wrk'].map((name) => [name, undefined])],
    ],
  )
  assert.match(notesOf(generators, file).join(), /generator-limited: .*: http-node, express$/)
})

test('the limit of a generator is what it would send if it were busy all the time', () => {
  const file = measured()
  const { rows, columns } = tablesOf(generators, file).at(-1) ?? assert.fail()
  const cells = rows.map((row) => [
    row.version,
    ...columns.map(({ value }) => {
      const cell = value(row, file)
      return typeof cell === 'object' && cell ? cell.value : cell
    }),
  ])
  assert.deepEqual(cells, [
    ['1', 1, 40_000, 80, 50_000, 20],
    ['4.1.0', 1, 100_000, 50, 200_000, 5],
    ['4.1.0', 10, 400_000, 50, 800_000, 1.25],
  ])
})

test('servers that a generator cannot load are named, and those that it disqualifies are not', () => {
  const file = sampleMeasurement(generators, [
    ...['express', 'connect'].map((name) => under(name, 'wrk', 10_000)),
    under('express', 'autocannon', 10_000),
    sampleSubject('hapi', 'a reason', { part: 'autocannon' }),
    under('hapi', 'wrk', 10_000),
  ])
  const notes = notesOf(generators, file).filter((note) => note.startsWith('not loaded'))
  assert.deepEqual(notes, ['not loaded by autocannon, which cannot send a binary body: connect'])
})

test('a generator that lowers all ratios a little is found, where the interval of each server is too wide', () => {
  const noise = [0.3, -0.4, 0.2, 0.05, -0.15]
  const varying = (name: string, sign: number) =>
    sampleSubject(
      name,
      noise.map((each, i) => ({ perSecond: (ROUNDS[i] ?? 1) * 4_000 * Math.exp(sign * each) })),
      { part: 'wrk' },
    )
  const file = sampleMeasurement(generators, [
    ...['builtin', 'wrk'].map((part) => under('http-node', part, 20_000)),
    ...['express', 'koa'].map((name) => under(name, 'builtin', 5_000)),
    varying('express', 1),
    varying('koa', -1),
  ])
  for (const name of ['express', 'koa']) {
    const { low, high } = shiftOf(file, { ...express, name, part: 'wrk' }) ?? assert.fail()
    assert.ok(Number(low) < 1 && Number(high) > 1, name)
  }
  assert.match(
    generators.lead?.([{ file, path: '' }]) ?? '',
    /: wrk lowers ratios to http-node by \d+ to \d+% \(mean of 2 servers\)\./,
  )
})

test('what no generator shifts significantly has a limit: a shift that is not excluded', () => {
  const sample = sampleMeasurement(generators, [
    under('http-node', 'builtin', 20_000),
    under('express', 'builtin', 10_000),
    under('http-node', 'wrk', 16_000),
    sampleSubject(
      'express',
      ROUNDS.map((round, i) => ({ perSecond: round * 8_000 * Math.exp(i % 2 ? 0.1 : -0.1) })),
      { part: 'wrk' },
    ),
  ])
  const protocol = { ...sample.protocol, connections: 100, pipelining: 1 }
  const file = { ...sample, scenario: 'hello', protocol }
  assert.equal(
    generators.lead?.([{ file, path: '' }]),
    '**Hello, 100 connections with 1 in flight: no load generator shifts ratios to http-node significantly; shifts of up to 14% are not excluded.**',
  )
})
