import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { normalNumbers } from '../basics/testing.ts'
import { compareCounts, gateOf } from './compare-counts.ts'
import { countsFormats } from './compare-counts-report.ts'
import { allTiers, sampleCounts } from './counts-fixtures.ts'
import type { Counts } from './instructions.ts'

type Servers = Parameters<typeof sampleCounts>[0]
type Change = Parameters<typeof sampleCounts>[1]

function compared(old: Servers, recent: Servers, change: Change = {}, stored: Counts[] = []) {
  const later = { startedAt: '2026-11-22T10:00:00.000Z', code: 'b', ...change }
  return compareCounts(
    { file: 'old.json', counts: sampleCounts(old) },
    { file: 'new.json', counts: sampleCounts(recent, later) },
    stored,
  )
}

describe('the gate', () => {
  test('is the third quartile plus three times the interquartile range, scaled to the means', () => {
    const changes = [0.001, 0.002, 0.003, 0.004]
    // Quartiles 0.0015 and 0.0035; two means of one process each differ as much as two processes.
    assert.ok(Math.abs((gateOf(changes, 1, 1) ?? 0) - (0.0035 + 3 * 0.002)) < 1e-12)
    assert.ok(Math.abs((gateOf(changes, 4, 4) ?? 0) - (0.0035 + 3 * 0.002) / 2) < 1e-12)
    assert.deepEqual(
      gateOf(
        changes.map((change) => -change),
        1,
        1,
      ),
      gateOf(changes, 1, 1),
    )
  })

  test('is at least 0.1%, and unknown with two processes', () => {
    assert.equal(gateOf([0, 0, 0], 3, 3), 0.001)
    assert.equal(gateOf([0.01], 2, 2), null)
  })

  test('detects 1% more in a server whose processes differ by 0.2%, and rarely a copy', () => {
    const normal = normalNumbers(7)
    const draw = (mean: number) => Array.from({ length: 5 }, () => mean * (1 + 0.002 * normal()))
    const tries = Array.from({ length: 200 }, () =>
      compared({ a: draw(100_000), b: draw(100_000) }, { a: draw(101_000), b: draw(100_000) }),
    )
    const found = (server: string) =>
      tries.filter(({ rows }) => rows.find((row) => row.server === server)?.difference !== 'none').length / tries.length
    assert.ok(found('a') >= 0.95, `detected in ${found('a')}`)
    assert.ok(found('b') <= 0.05, `a copy detected in ${found('b')}`)
  })

  test('is learned only from stored runs of the same code', () => {
    const run = (counts: number[], startedAt: string, code = 'a') =>
      ({ ...sampleCounts({ a: counts }, { startedAt, code }), checksum: '' }) as Counts
    const old = run([100, 100.1, 100], '2026-11-21T10:00:00.000Z')
    const recent = run([101, 101.1, 101], '2026-11-21T11:00:00.000Z', 'b')
    const files = [
      { file: 'old', counts: old },
      { file: 'new', counts: recent },
    ] as const
    assert.equal(compareCounts(...files, []).rows[0]?.difference, 'more')
    const restless = run([98, 102, 100], '2026-11-20T10:00:00.000Z')
    assert.equal(compareCounts(...files, [restless]).rows[0]?.difference, 'none')
    const other = run([98, 102, 100], '2026-11-20T10:00:00.000Z', 'c')
    assert.equal(compareCounts(...files, [other]).rows[0]?.difference, 'more')
    assert.equal(compareCounts(...files, [old, recent]).rows[0]?.changes, 6)
  })
})

test('counts on another operating system are not used for the gate, and the systems are named', () => {
  const same = { a: [100_000, 100_050, 100_020] }
  const change = { a: [102_000, 102_050, 102_020] }
  const stored = (os?: string) => ({
    ...sampleCounts({ a: [90_000, 100_000, 110_000] }, { startedAt: '2026-11-20T10:00:00.000Z', ...(os && { os }) }),
    checksum: '',
  })
  assert.equal(compared(same, change, {}, [stored()]).rows[0]?.difference, 'none')
  assert.equal(compared(same, change, {}, [stored('Another Linux')]).rows[0]?.difference, 'more')
  assert.deepEqual(compared(same, same, { os: 'Another Linux' }).notes, ['OS: Sample Linux, then Another Linux'])
})

test('counts of two kinds, or of other requests, are a usage error that names the difference', () => {
  assert.throws(
    () => compared({ a: [1, 1, 1] }, { a: [1, 1, 1] }, { protocol: { counter: 'perf', seed: 2 } }),
    (error) => {
      assert.ok(error instanceof UsageError)
      assert.match(error.message, /they differ in counter qemu and perf, seed 1 and 2/)
      return true
    },
  )
  const longer = { protocol: { shortestWarmUp: 8_000 } }
  assert.throws(
    () => compared({ a: [1, 1, 1] }, { a: [1, 1, 1] }, longer),
    /they differ in shortestWarmUp 6000 and 8000/,
  )
  const alike = { protocol: { shortestWarmUp: 6_000 } }
  assert.equal(compared({ a: [1, 1, 1] }, { a: [1, 1, 1] }, alike).rows.length, 1)
  assert.throws(() => compared({ a: [1, 1, 1] }, { b: [1, 1, 1] }), /no server in common/)
})

test('a comparison shows its gate, servers not compared, and changes', () => {
  const same = [100_000, 100_050, 100_020]
  const comparison = compared(
    { a: same, b: same, c: same },
    { a: [102_000, 102_050, 102_020], b: same },
    { version: '1.1.0' },
  )
  const text = countsFormats.text(comparison)
  assert.match(text, /│ a +│ 100,023 │ 102,023 │ +1\.0200 │ ±0\.\d\d% │ +\+2\.00% │/)
  assert.match(text, /c: not compared: not in new\.json/)
  assert.match(text, /note: b: 1\.0\.0, then 1\.1\.0/)
  assert.match(text, /1 more, 0 fewer, 1 without a difference$/)
  assert.match(countsFormats.markdown(comparison), /\| a +\| 100,023 \|/)
  assert.equal(JSON.parse(countsFormats.json(comparison)).rows.length, 2)
})

describe('tiers of compiler', () => {
  const same = { a: [100_000, 100_050, 100_020] }
  const fewer = { engine: 'V8 13', on: ['Ignition'], off: ['Sparkplug', 'Maglev', 'Turbofan'] }

  test('are named if they differ, but not if unknown', () => {
    assert.deepEqual(compared(same, same, { tiers: fewer }).notes, [
      'a: tiers of compiler: V8 13 with Ignition, Sparkplug, Maglev, Turbofan, then V8 13 with Ignition; off: Sparkplug, Maglev, Turbofan',
    ])
    assert.deepEqual(compared(same, same, { tiers: null }).notes, [])
    assert.deepEqual(compared(same, same, { tiers: allTiers }).notes, [])
  })

  test('that were off make it other code, which the gate does not use; unknown ones count as on', () => {
    const stored = (tiers: typeof fewer | null) => ({
      ...sampleCounts({ a: [90_000, 100_000, 110_000] }, { startedAt: '2026-11-20T10:00:00.000Z', tiers }),
      checksum: '',
    })
    const change = { a: [102_000, 102_050, 102_020] }
    assert.equal(compared(same, change, {}, [stored(fewer)]).rows[0]?.difference, 'more')
    assert.equal(compared(same, change, {}, [stored(null)]).rows[0]?.difference, 'none')
  })
})
