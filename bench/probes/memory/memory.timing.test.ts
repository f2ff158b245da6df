/** Memory over time of servers that leak, that grow and settle, and that fail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../../../shared/probe/probe.ts'
import { memory as probe } from '../../../shared/probes/memory.ts'
import type { UsePoint } from '../../../shared/stats/leak.ts'
import { foldersOf } from '../../test/faulty/faulty-servers.ts'
import { limits } from '../../test/faulty/limits.ts'
import { memory } from '../../test/faulty/memory.ts'
import { measured } from '../../test/measured.ts'

test('a leak of ten bytes per request is reported, a filling cache is not', {
  timeout: 90_000,
}, async (t) => {
  const load = ['--soak', '--seconds', '24', '--rate', '600', '--idle', '0', '--side-by-side', '7']
  const folders = foldersOf('memory', memory)
  const options = ['update-user', ...load]
  const { status, output, result, named } = await measured(t, probe, folders, options)
  assert.equal(status, 1)
  const rows = rowsOf(probe, result)
  const figureOf = (name: string, id: string) => {
    const row = rows.find((each) => each.name === name)
    return row && probe.metrics.find((metric) => metric.id === id)?.value?.(row, result)
  }
  const leakOf = (name: string) => String(figureOf(name, 'leak'))
  t.diagnostic(
    JSON.stringify(
      result.subjects.map(({ name, disqualified }) => [
        name,
        disqualified ?? figureOf(name, 'growth'),
      ]),
    ),
  )
  assert.equal(leakOf('leaks'), 'leaks')
  const { value: slope } = figureOf('leaks', 'growth') as { value: number }
  assert.ok(slope > 5 && slope < 20, `${slope} bytes per request`)
  assert.ok(output.some((line) => /\bleaks .* leaks\b/.test(line)))
  for (const name of ['holds-nothing', 'closes-on-signals', 'fills-a-cache']) {
    // In so short a time a heap may still be settling.
    assert.match(leakOf(name), /^(none|growth slowing down)$/, name)
  }
  const [grown] = named('fills-a-cache').samples
  const points = grown?.evidence as UsePoint[]
  assert.ok((points.at(-1)?.[2] ?? 0) - (points.at(0)?.[2] ?? 0) > 1e6, 'the cache did grow')
  for (const name of ['is-too-slow', 'leaks-and-slows', 'breaks-under-load'] as const) {
    const { disqualified, samples } = named(name)
    assert.match(disqualified ?? '', memory[name]?.disqualified ?? /^$/)
    assert.deepEqual(samples, [])
  }
  for (const { values, evidence } of named('holds-nothing').samples) {
    const [start, peak, heap] = ['start', 'peak', 'heap'].map((id) => Number(values[id]))
    assert.ok(start && peak && peak >= start && start > 10e6)
    assert.ok((heap ?? 0) > 1e6)
    assert.ok((evidence as UsePoint[]).length >= 22)
  }
})

test('servers that the kernel kills at a limit are named with it, and disqualify none', {
  timeout: 90_000,
}, async (t) => {
  const load = ['--limits', '--quick', '--seconds', '4', '--rate', '50', '--side-by-side', '3']
  const folders = foldersOf('limits', limits)
  const { status, output, result } = await measured(t, probe, folders, ['update-user', ...load])
  assert.equal(status, 0, output.join('\n'))
  const rows = rowsOf(probe, result).map(({ name, samples: [first] }) => [
    name,
    first?.values.fits,
    first?.values.youngFits,
  ])
  assert.deepEqual(rows, [
    ['fits-in-the-least', 128, undefined],
    ['grows-under-load', 256, 256],
    ['loses-a-helper', 512, 512],
    ['fits-in-none', null, null],
  ])
  assert.ok(output.some((line) => /^more than 128 MiB: .*: grows-under-load$/.test(line)))
  assert.ok(output.some((line) => /\bfits-in-none .* more than 512\b/.test(line)))
})
