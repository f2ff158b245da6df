import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comparison } from '../../shared/comparison/comparison.ts'
import { formats } from './comparison.ts'

const figure = { figure: '× http-node', old: 0.5, new: 0.45, ratio: 0.9, low: 0.8812, high: 0.9234 }
const comparison: Comparison = {
  title: 'hello: old.json and new.json',
  figures: [
    { name: 'express', ...figure, verdict: 'worse' },
    { name: 'koa', ...figure, ratio: 1, low: null, high: null, verdict: 'undecided' },
    { name: 'hono', ...figure, verdict: 'equal' },
  ],
  uncompared: ['h3: not in old'],
  notes: ['a | b'],
  gate: { failBelow: 0.03, failed: ['express: × http-node'] },
}

test('a comparison as text, Markdown and JSON', () => {
  const summary = '0 better, 1 worse, 1 equal, 0 without a relevant difference, 1 undecided'
  const gate = 'gate failed: significantly worse by more than 3%: express: × http-node'
  const text = formats.text(comparison)
  assert.ok(
    text.startsWith(`${comparison.title}\n`) && text.endsWith(`\n${summary}\n${gate}`),
    text,
  )
  assert.match(text, /express .* 0\.5000 .* 0\.4500 .* 0\.900 .* 0\.881 to 0\.923 .* worse/)
  assert.ok(!text.includes('hono'))
  const markdown = formats.markdown(comparison)
  assert.match(
    markdown,
    /\n\| koa \| × http-node \| 0\.5000 \| 0\.4500 \| 1\.000 \| +\| undecided \|\n/,
  )
  assert.match(markdown, /\n- not compared: h3: not in old\n- a &#124; b\n/)
  assert.deepEqual(JSON.parse(formats.json(comparison)), comparison)
})
