import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { growthOf, workId } from './hostile/figures.ts'
import { hostile } from './hostile.ts'

test('the page says how many of the worst inputs were accepted, rejected and failed', () => {
  const size = (status: number) => ({ bytes: 4_000, received: 4_000, status })
  const input = { head: '', unit: '', middle: '', close: '', tail: '' }
  const server = (name: string, statuses: number[]) => {
    // The smaller size does not count.
    const evidence = statuses.map((status) => ({
      family: 'keys',
      input,
      sizes: [size(200), size(status)],
    }))
    const ids = statuses.flatMap((_, at) => [workId(at, 0), workId(at, 1)])
    const values = Object.fromEntries(ids.map((id) => [id, 1]))
    return sampleSubject(name, [], { samples: [{ round: 1, values, evidence }] })
  }
  const subjects = [server('http-node', [200, 400]), server('lax', [200, 422, 500])]
  const leadOf = (count: number) =>
    hostile.lead?.([{ file: sampleMeasurement(hostile, subjects.slice(0, count)), path: '' }]) ?? ''
  assert.match(
    leadOf(2),
    /Of 5 worst inputs at full size, 2 were accepted, 2 rejected and 1 caused a 5xx \(lax\)\.$/,
  )
  assert.match(leadOf(1), /1 were accepted and 1 rejected\.$/)
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
