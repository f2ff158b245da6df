import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { heap } from './heap.ts'

const retaining = (name: string, used: number, part = 'schema') =>
  sampleSubject(name, [{ built: used / 2, used }], { part })

test('the page begins with the least and the greatest, and leaves out what is disqualified', () => {
  const subjects = [
    retaining('b', 40_100),
    sampleSubject('broken', 'schema 0 accepts null', { part: 'schema' }),
    retaining('c', 2_000, 'route'),
    retaining('a', 2_100),
  ]
  const file = sampleMeasurement(heap, subjects)
  assert.deepEqual(
    rowsOf(heap, file).map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  assert.equal(
    heap.lead?.([{ path: '', file }]),
    'On Node.js, the schema of an object with four fields retains 2.10 KB (a) to 40.1 KB (b), and a route 2.00 KB (c) to 2.00 KB (c).',
  )
})
