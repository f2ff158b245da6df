import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { growthOf, workId } from './hostile/figures.ts'
import { hostile } from './hostile.ts'

const input = { head: '', unit: '', middle: '', close: '', tail: '' }
const BYTES = [4_000, 16_000, 64_000]

interface Sizes {
  received?: number
  status?: number
  /** By size, in each process. */
  work?: number[][]
}

/** A server with a case of these figures. */
function server(name: string, { received = 1, status = 200, work = [[]] }: Sizes) {
  const sizes = BYTES.map((bytes) => ({ bytes, received: received * bytes, status }))
  const samples = work.map((counts, process) => ({
    round: process + 1,
    values: {
      errors: 'all',
      ...Object.fromEntries(counts.map((count, nth) => [workId(0, nth), count])),
    },
    ...(process === 0 && { evidence: [{ family: 'keys', input, sizes }] }),
  }))
  return sampleSubject(name, [], { samples })
}

const leadOf = (...subjects: ReturnType<typeof server>[]) =>
  hostile.lead?.([{ file: sampleMeasurement(hostile, subjects), path: '' }]) ?? ''
const five = (...counts: number[]) =>
  [1, 1.01, 1.02, 1.03, 1.04].map((by) => counts.map((count) => count * by))

test('the page says how many of the worst inputs were accepted, rejected and failed', () => {
  const lead = leadOf(
    server('http-node', {}),
    server('strict', { status: 422 }),
    server('lax', { status: 500 }),
  )
  assert.match(
    lead,
    /Of the 3 worst inputs \(one or two of each kind per server\), 1 was accepted, 1 rejected and 1 caused a 5xx \(lax\)\.$/,
  )
})

test('the page names the servers that return most, all of them if they return as much', () => {
  const servers = [server('a', { received: 2 }), server('b', { received: 297.96 })]
  assert.match(
    leadOf(...servers),
    /^- \*\*Update user: b returns 298 bytes per byte of one request, the most of 2 servers; 1 returns more than 10\.\*\*/,
  )
  const equal = server('c', { received: 297.96 })
  assert.match(leadOf(...servers, equal), /b and c return 298 bytes .* 3 servers; 2 return more/)
})

test('the chart leaves out the last ones if they return as much as those without room', () => {
  const servers = Array.from({ length: 22 }, (_, i) =>
    server(`server-${i}`, { received: i < 3 ? 9 - i : 1 }),
  )
  const [chart] = hostile.charts?.(sampleMeasurement(hostile, servers)) ?? []
  assert.ok(chart?.kind === 'dots')
  assert.deepEqual(
    chart.rows.map(({ name }) => name),
    ['server-0', 'server-1', 'server-2'],
  )
  assert.match(chart.subtitle, / the 3 servers that return the most; the others, 1\.00 bytes /)
})

test('the page compares a server that lists all errors with the one that reports the first', () => {
  const variant = { ...server('b', { received: 48.31 }), displayName: 'b, all errors', part: 'all' }
  assert.match(
    leadOf(server('a', { received: 2 }), server('b', {}), variant),
    /a returns 2\.00 bytes .* of 2 servers; 0 return more than 10\.\*\* b with all errors returns 48\.3 bytes per byte instead of 1\.00\. Of/,
  )
})

test('of work the page claims what five processes bear', () => {
  const slow = { work: five(1e6, 16e6, 256e6) }
  const lead = leadOf(server('http-node', { work: five(1e6, 4e6, 16e6) }), server('slow', slow))
  assert.match(
    lead,
    /one request can make slow do 16× the work that the worst one makes http-node do; 1 server does more than 10×/,
  )
  assert.match(lead, /work grows faster than the body in slow\.\*\*/)
  const one = { work: slow.work.slice(0, 1) }
  assert.doesNotMatch(
    leadOf(server('http-node', { work: [[1e6, 4e6, 16e6]] }), server('slow', one)),
    /\bwork\b/,
  )
})

test('what was not counted is said, and that http-node is missing', () => {
  const notesOf = (...subjects: ReturnType<typeof server>[]) =>
    hostile.notes?.(sampleMeasurement(hostile, subjects))
  const counted = server('counted', { work: [[1, 1, 1]] })
  const reference = server('http-node', { work: [[1, 1, 1]] })
  assert.deepEqual(notesOf(server('a', {})), ['work: instructions have not been counted yet'])
  assert.deepEqual(notesOf(counted), [
    'work, × http-node: not shown without http-node; add it to --servers',
  ])
  assert.deepEqual(notesOf(counted, reference, server('a', {})), [
    'work: instructions have not been counted yet for 1 of 3 servers',
  ])
  assert.deepEqual(notesOf(counted, reference), [])
})

test('growth is the exponent of the work, which a fixed part lowers; null with too few sizes', () => {
  const growth = (work: (bytes: number) => number, sizes = [200, 400, 800, 1_600]) =>
    growthOf(sizes.map((bytes) => ({ bytes, work: work(bytes) })))
  assert.equal(growth((bytes) => bytes ** 2)?.toFixed(3), '2.000')
  assert.ok((growth((bytes) => 50 + bytes) ?? 1) < 1)
  assert.equal(
    growth((bytes) => bytes, [200, 400]),
    null,
  )
})
