import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRuntime } from '../../machine/runtimes.ts'
import definition, { orderOf } from './probe.ts'

test('a library is measured with each documented option, and its first schema where something counts', () => {
  const [found] = definition.subjects.find({ servers: ['arktype'], serversDir: [] } as never)
  const node = { text: 'node', name: 'node', major: undefined }
  assert.ok(findRuntime('node'))
  const partsOf = (counter: object | null) =>
    found?.subjects.flatMap(
      (subject) =>
        definition
          .expand?.(subject, { runtime: [node] } as never, { counter } as never)
          .map(({ part, kind }) => `${kind}/${part}`) ?? [],
    )
  const options = ['/', '/clone-false', '/range', '/then-date']
  assert.deepEqual(partsOf(null), options)
  assert.deepEqual(partsOf({}), [
    ...options,
    'schema/construction',
    'schema/without code generation',
  ])
})

test('operations are shuffled, but not where versions are compared', () => {
  const operations = ['validate', 'parse', 'stringify', 'firstError', 'allErrors']
  const orders = (repeatably: boolean) =>
    new Set([1, 2, 3].map((seed) => orderOf(operations, seed, repeatably).join()))
  assert.ok(orders(false).size > 1)
  assert.deepEqual([...orders(true)], [operations.join()])
})
