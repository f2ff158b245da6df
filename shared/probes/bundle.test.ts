import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { bundle } from './bundle.ts'

const bundled = (name: string, gzipped: number, documented: number | null = null) =>
  sampleSubject(name, [{ raw: 9e6, minified: 9e5, gzipped, documented, builtins: 0 }], {
    part: 'server',
  })

test('servers are ranked by one import style of zod; the page says what the documented one costs', () => {
  const subjects = [
    bundled('dear', 20_000, 90_000),
    bundled('cheap', 10_000, 9_990),
    bundled('without', 30_000),
  ]
  const file = sampleMeasurement(bundle, subjects)
  assert.deepEqual(
    rowsOf(bundle, file).map(({ name }) => name),
    ['cheap', 'dear', 'without'],
  )
  const lead = bundle.lead?.([{ path: '', file }]) ?? ''
  assert.match(lead, / 1 bundle would be up to 4\.5 times as large \(up to 70\.0 KB more\)/)
  assert.match(lead, /docs\/articles\/imports\.md/)
})
