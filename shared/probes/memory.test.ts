import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleText } from '../probe/column.ts'
import { caveatNotes } from '../probe/notes.ts'
import { estimateOf, rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { leaks, memory } from './memory.ts'

const PROTOCOL = { rate: 2_500, connections: 16, loadSeconds: 40, idleSeconds: 10, sideBySide: 4 }

/** Returns a process by its MB at start, at peak and at rest, and of heap after GC. */
const process = (
  start: number,
  peak: number,
  idle: number,
  heap: number | null,
  loadTook = 40,
) => ({
  start: start * 1e6,
  peak: peak * 1e6,
  idle: idle * 1e6,
  heap: heap === null ? null : heap * 1e6,
  loadTook,
})
const light = [process(40, 60, 55, 5), process(41, 62, 56, 5.1), process(42, 64, 57, 5.2)]

test('the lowest peak is first; a server that did not hold the rate is marked and named', () => {
  const file = sampleMeasurement(
    memory,
    [
      sampleSubject('heavy', [process(80, 150, 140, null, 45)]),
      sampleSubject('light', light),
      sampleSubject('broken', 'a wrong response'),
    ],
    { ...PROTOCOL, processes: 3, soak: false },
  )
  const rows = rowsOf(memory, file)
  assert.deepEqual(
    rows.map(({ name, marks }) => [name, marks]),
    [
      ['light', undefined],
      ['heavy', '(slower)'],
    ],
  )
  assert.match(caveatNotes(memory, file).join(), /^slower: .*: heavy$/)
  assert.match(
    memory.conditions?.(file)[0] ?? '',
    /^2,500 requests\/s, evenly spaced, on 16 connections for 40 s: 100,000 requests$/,
  )
  const shown = memory.metrics.filter(({ when }) => when?.(file) ?? true)
  const [first, heavy] = rows.map((row) => shown.map((metric) => estimateOf(row, metric)))
  assert.deepEqual(first?.[0], { value: 41, low: 40, high: 42 })
  assert.equal(heavy?.[3], null)
  const [chart] = memory.charts?.(file) ?? []
  assert.equal(chart?.region, undefined)
  assert.ok(chart?.kind === 'dots')
  const { figure, aside, more } = chart.figures(rows[0])
  assert.deepEqual([figure, aside, more], ['62.0 MB', '41.0', ['56.0', '5.10']])
})

test('garbage collections have columns only in files that have them', () => {
  const columnsOf = (values: object[]) => {
    const samples = values.map((more) => ({ ...process(40, 60, 55, 5), ...more }))
    const file = sampleMeasurement(memory, [sampleSubject('light', samples)], PROTOCOL)
    const [row] = rowsOf(memory, file)
    const shown = memory.metrics.filter(({ id, when }) => /^(gc|coll)/.test(id) && when?.(file))
    return row && shown.map((metric) => estimateOf(row, metric))
  }
  assert.deepEqual(columnsOf([{}]), [])
  assert.deepEqual(columnsOf([{ collections: null, gcPercent: null }]), [null, null])
  assert.deepEqual(columnsOf([1, 2, 4].map((n) => ({ collections: n, gcPercent: 3 * n }))), [
    { value: 2, low: 1, high: 4 },
    { value: 6, low: 3, high: 12 },
  ])
})

test('a soak names leaks, by bytes per request, and draws memory over time', () => {
  const soaked = (name: string, slope: number | null) => {
    const subject = sampleSubject(name, light.slice(0, 1))
    const points = Array.from({ length: 60 }, (_, i) => [
      i * 10,
      i * 25_000,
      8e6 + i * 25_000 * (slope ?? 0),
    ])
    const evidence = slope === null ? [] : points
    return { ...subject, samples: subject.samples.map((sample) => ({ ...sample, evidence })) }
  }
  const file = sampleMeasurement(
    memory,
    [soaked('heavy', 10), soaked('light', 0), soaked('silent', null)],
    { ...PROTOCOL, loadSeconds: 600, soak: true },
  )
  const growth = memory.metrics.filter(({ id }) => ['growth', 'leak'].includes(id))
  const rows = rowsOf(memory, file)
  assert.deepEqual(
    rows.map((row) => [row.name, ...growth.map(({ value }) => value?.(row, file))]),
    [
      ['heavy', { value: 10, low: 10, high: 10 }, 'leaks'],
      ['light', { value: 0, low: 0, high: 0 }, 'none'],
      ['silent', null, 'the runtime reports no heap'],
    ],
  )
  assert.deepEqual(rows.map(leaks), [true, false, false])
  assert.match(memory.notes?.(file).join() ?? '', /in the last 360 of 600 s/)
  const [chart] = memory.charts?.(file) ?? []
  assert.ok(chart?.kind === 'multiples')
  assert.equal(chart.region, 'memory-over-time')
  assert.equal(
    chart.title,
    'heavy leaked over 10 minutes at 2,500 requests/s (2 servers, one process each)',
  )
  assert.deepEqual(chart.pointsOf(rows[0])[1], { at: 1 / 6, value: 8.25 })
  const titleOf = (...names: string[]) =>
    memory
      .charts?.({ ...file, subjects: file.subjects.filter(({ name }) => names.includes(name)) })
      .at(0)?.title
  const rest = 'over 10 minutes at 2,500 requests/s'
  assert.equal(titleOf('light', 'silent'), `Memory in use ${rest} (1 server, one process each)`)
  const still = { ...file, subjects: [soaked('light', 0), soaked('quiet', 0)] }
  const [title] = (memory.charts?.(still) ?? []).map((each) => each.title)
  assert.equal(title, `No server leaked 2 bytes per request ${rest} (2 servers, one process each)`)
})

test('the memory of each server under load is drawn over its requests', () => {
  const { samples, ...subject } = sampleSubject('light', light)
  const evidence = [
    [1, 2_500, 60e6],
    [2, 5_000, 61e6],
  ]
  const file = sampleMeasurement(
    memory,
    [{ ...subject, samples: samples.map((each, i) => (i === 0 ? { ...each, evidence } : each)) }],
    PROTOCOL,
  )
  const chart = memory.charts?.(file)[1]
  assert.ok(chart?.kind === 'multiples')
  assert.equal(
    chart.title,
    'Resident memory over 100,000 requests at 2,500 requests/s (1 server, one process each)',
  )
  assert.deepEqual(chart.pointsOf(file.subjects[0]), [
    { at: 2.5, value: 60 },
    { at: 5, value: 61 },
  ])
})

test('limits: a server fits in the least that all its processes fit in, or in none', () => {
  const limited = (name: string, processes: object[]) =>
    sampleSubject(
      name,
      processes.map((values) => ({ peak: 100 * 2 ** 20, loadTook: 40, ...values })),
    )
  const counts = { instructions: 100, youngInstructions: 125 }
  const file = sampleMeasurement(
    memory,
    [
      limited('none', [{ fits: 512 }, { fits: null, less: '512 MiB: killed' }]),
      limited('tuned', [{ fits: 256, less: '128 MiB: killed', youngPeak: 9e7, youngFits: 128 }]),
      limited('small', [{ fits: 128, youngPeak: 8e7, ...counts }]),
      {
        ...limited('bun', [{ fits: 128 }, { fits: 256, less: '128 MiB: killed' }]),
        runtime: 'bun',
      },
      sampleSubject('broken', 'a wrong response'),
      { ...limited('accepting', [{ fits: 128 }]), isUnranked: true },
    ],
    { ...PROTOCOL, processes: 2, soak: false, limits: 'cgroup v2', counter: null },
  )
  const shown = memory.metrics.filter(({ id }) => /^(fits|youngFits|cost)$/.test(id))
  const figures = rowsOf(memory, file).map((row) => [
    row.name,
    ...shown.map(({ value }) => value?.(row, file)),
  ])
  assert.deepEqual(figures, [
    ['accepting', 128, null, null],
    ['small', 128, 128, 25],
    ['bun', 256, null, null],
    ['tuned', 256, 128, null],
    ['none', 'more than 512', null, null],
  ])
  assert.equal(
    memory.lead?.([{ file: { ...file, checksum: '' }, path: '' }]),
    '**1 of 4 servers fit in 128 MiB of memory, the smallest limit tried; 1 more with `--max-semi-space-size=1`** (1 process each).',
  )
  assert.deepEqual(memory.notes?.(file).slice(2), [
    'more than 512 MiB: killed: none',
    'more than 128 MiB: killed: tuned, bun',
  ])
  const peak = memory.metrics.find(({ id }) => id === 'peak')
  const [of] = rowsOf(memory, file)
  assert.deepEqual(
    [peak && titleText(peak.title, file), of && peak?.value?.(of, file)],
    ['peak, MiB', { value: 100, low: 100, high: 100 }],
  )
  assert.deepEqual(memory.charts?.(file), [])
  assert.equal(memory.lead?.([]), '')
})
