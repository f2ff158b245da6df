import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute } from './attribute.ts'
import type { CallNode } from './cpu-profile.ts'
import { divide } from './divide.ts'
import { Stacks } from './stacks.ts'

function node(
  name: string,
  self: number,
  parent: CallNode | null,
  url = 'file:///x/node_modules/express/a.js',
): CallNode {
  return { name, url, line: 3, hasScript: true, parent, self, lines: [] }
}

/** Parses the file by speedscope's schema. */
function readStacks(text: string) {
  const { shared, profiles, $schema } = JSON.parse(text)
  assert.equal($schema, 'https://www.speedscope.app/file-format-schema.json')
  const [{ type, unit, samples, weights, endValue }] = profiles
  assert.deepEqual([type, unit], ['sampled', 'microseconds'])
  assert.equal(samples.length, weights.length)
  const names = samples.map((stack: number[]) => stack.map((frame) => shared.frames[frame].name).join(' > '))
  return {
    frames: shared.frames,
    endValue,
    weights: Object.fromEntries(names.map((name: string, i: number) => [name, weights[i]])),
  }
}

test('stacks of several profiles add up to µs per request, callers first', () => {
  const root: CallNode = { name: '(root)', url: '', line: 0, hasScript: false, parent: null, self: 0, lines: [] }
  const outer = node('outer', 300, root)
  const attributed = attribute([root, outer, node('inner', 100, outer), node('(idle)', 900, root, '')], '/server')
  const stacks = new Stacks()
  for (const requests of [10, 30]) stacks.add(attributed, divide(attributed, { cpu: 600, waiting: 0 }), requests)
  const { weights, frames, endValue } = readStacks(stacks.file('express', 'test'))
  assert.deepEqual(weights, { outer: 15, 'outer > inner': 5, '(outside JavaScript)': 10 })
  assert.equal(endValue, 30)
  assert.deepEqual(frames[0], { name: 'outer', file: 'express/a.js', line: 3 })
})

test('the file stays small: rare stacks are merged into their callers', () => {
  const root: CallNode = { name: '(root)', url: '', line: 0, hasScript: false, parent: null, self: 0, lines: [] }
  const nodes = [root]
  for (let i = 0; i < 200; i++) {
    const top = node(`top-of-all-the-functions-${i}`, 10, root)
    nodes.push(top)
    for (let j = 0; j < 100; j++) nodes.push(node(`called-now-and-then-${j}`, 1 + (j % 7), top))
  }
  const attributed = attribute(nodes, '/server')
  const sum = nodes.reduce((total, { self }) => total + self, 0)
  const stacks = new Stacks()
  stacks.add(attributed, divide(attributed, { cpu: sum, waiting: 0 }), 1)
  const text = stacks.file('large', 'test')
  assert.ok(text.length <= 100_000, `${text.length}`)
  assert.ok(Math.abs(readStacks(text).endValue / sum - 1) < 1e-3)
})
