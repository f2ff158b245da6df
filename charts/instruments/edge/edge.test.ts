import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edge, EdgeFile, Ran } from './format.ts'
import edge from './instrument.ts'

const runs = (startup = 0): Ran => ({ failure: null, functions: { startup, requests: 0 } })
const fails: Ran = { failure: 'EvalError: no code', functions: null }

const library = (name: string, node: Ran, workers: Ran, strict: Ran) => {
  const observed: Edge = {
    node,
    workers,
    strict,
    nodejsCompat: false,
    instructions: null,
    bundle: { minified: 2, gzipped: 1 },
  }
  const identity = { version: '1.0.0', runtime: 'node', runtimeVersion: '26.0.0', refusal: null } as const
  return { ...identity, name, displayName: name, kind: 'library' as const, edge: observed }
}

test('the page begins with what runs, and gives the reason of what does not', () => {
  const servers = [
    library('never', runs(1), fails, fails),
    library('at start', runs(1), runs(1), fails),
    library('back', runs(1), runs(0), runs(0)),
    library('plain', runs(), runs(), runs()),
  ]
  const file = { servers, notInstalled: [] } as unknown as EdgeFile
  assert.deepEqual(
    edge.rows(file).map(({ name, workers, strict }) => [name, workers, strict]),
    [
      ['plain', 'yes', 'yes'],
      ['back', 'falls back', 'falls back'],
      ['at start', 'yes, compiled', 'no'],
      ['never', 'no', 'no'],
    ],
  )
  assert.equal(
    edge.lead?.([{ path: '', file }]),
    '3 of 4 validation libraries run on Workers. Compiled at start-up: at start. Interpreted, unlike on Node: back. Not running: never. 0 of 0 frameworks run there. 2 of 4 validation libraries run where no code may be generated. Interpreted, unlike on Node: back. Not running: at start and never. 0 of 0 frameworks run there.',
  )
  assert.deepEqual(edge.notes?.(file), [
    'at start, without code generation: EvalError: no code',
    'never, on Workers: EvalError: no code',
  ])
})
