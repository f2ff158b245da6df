import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edge, EdgeFile, Ran } from './format.ts'
import edge from './instrument.ts'

const runs = (functions = 0): Ran => ({ failure: null, functions })
const fails: Ran = { failure: 'EvalError: no code', functions: null }

const library = (name: string, node: Ran, workers: Ran, strict: Ran) => {
  const observed: Edge = {
    node,
    workers,
    strict,
    starts: [3e6, 1e6, 2e6],
    costs: [],
  }
  const identity = {
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '26.0.0',
    refusal: null,
  } as const
  return { ...identity, name, displayName: name, kind: 'library' as const, edge: observed }
}

test('the page begins with what runs, and gives the reason of what does not', () => {
  const servers = [
    library('never', runs(1), fails, fails),
    library('at start', runs(1), runs(1), fails),
    library('back', runs(1), runs(0), runs(0)),
    library('plain', runs(), runs(), runs()),
  ]
  const file = { servers, notInstalled: [], protocol: { processes: 5 } } as unknown as EdgeFile
  assert.deepEqual(
    edge.rows(file).map(({ name, workers, strict, start }) => [name, workers, strict, start]),
    [
      ['plain', 'yes', 'yes', 2],
      ['back', 'falls back', 'falls back', 2],
      ['at start', 'yes, compiled', 'no', 2],
      ['never', 'no', 'no', 2],
    ],
  )
  assert.equal(
    edge.lead?.([{ path: '', file }]),
    '3 of 4 validation libraries and 0 of 0 frameworks run on Workers, all but never. 2 of 4 validation libraries and 0 of 0 frameworks run where no code may be generated, all but at start and never.',
  )
  const factors = [
    [0.9, 1.5, 1.6],
    [1, 1, 1],
    [1.1, 1.1, 1.2],
    [1.2, 1.3, 1.4],
  ]
  const counted = servers.map((server, i) => {
    const costs =
      factors[i]?.map((factor) => ({ workers: 100 * factor, withoutKeepNames: 100 })) ?? []
    return { ...server, edge: { ...server.edge, costs } }
  })
  assert.match(
    edge.lead?.([{ path: '', file: { ...file, servers: counted } }]) ?? '',
    / multiplies the instructions of a request by up to 1\.3 \(plain\), of 4 measured\.$/,
  )
  const [least, most] = servers
    .slice(-2)
    .map((server, i) => ({ ...server, edge: { ...server.edge, starts: [(1 + i) * 1e6] } }))
  const [chart] = edge.charts?.({ ...file, servers: [least, most] } as EdgeFile) ?? []
  assert.equal(chart?.title, 'Startup work of each library on Workers')
  assert.deepEqual(edge.notes?.(file), [
    'at start, without code generation: EvalError: no code',
    'never, on Workers: EvalError: no code',
  ])
})
