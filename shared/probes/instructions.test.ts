import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caveatNotes } from '../probe/notes.ts'
import { estimateOf, figureOf, rowsOf } from '../probe/probe.ts'
import { sampleCounts } from '../test/measurements.ts'
import { INSTRUCTIONS, instructions } from './instructions.ts'

const file = sampleCounts({
  'http-node': [99_000, 99_100, 99_050],
  fastify: [96_000, 96_100, 96_050],
  koa: [150_000, 170_000, 160_000],
})

test('the fewest instructions are first, with the ratio to http-node; scattered processes are marked', () => {
  const ratio = instructions.metrics.find(({ id }) => id === 'http_node')
  assert.deepEqual(
    rowsOf(instructions, file).map((row) => [
      row.name,
      row.marks,
      ratio?.format?.(Number(ratio.value?.(row, file))),
    ]),
    [
      ['fastify', undefined, '0.970'],
      ['http-node', undefined, '1.000'],
      ['koa', '(scattered)', '1.615'],
    ],
  )
  assert.match(caveatNotes(instructions, file).join(), /^scattered: .*: koa$/)
})

test('a count is the mean of its processes with an interval', () => {
  const counts = sampleCounts({ fastify: [100, 102, 104] })
  const [subject = assert.fail()] = counts.subjects
  const { value, high } = figureOf(subject, INSTRUCTIONS, counts) ?? assert.fail()
  assert.equal(value, 102)
  // Student's t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs(Number(high) - (102 + (4.303 * 2) / Math.sqrt(3))) < 0.01)
  assert.equal(estimateOf({ samples: [] }, INSTRUCTIONS), null)
})

test('a process that has not settled marks its server', () => {
  const [first, ...others] = file.subjects
  const samples = first?.samples.map((sample, i) => ({
    ...sample,
    values: { ...sample.values, settled: Number(i > 0) },
  }))
  const unsettled = {
    ...file,
    subjects: [{ ...(first ?? assert.fail()), samples: samples ?? [] }, ...others],
  }
  assert.match(caveatNotes(instructions, unsettled).join('\n'), /^unsettled: .*: http-node$/m)
})
