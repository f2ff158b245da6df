import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRuntime } from '../../machine/runtimes.ts'
import { EAGER } from '../../machine/v8-flags.ts'
import type { Launch } from '../../server/server-process.ts'
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

test('libraries are counted with eager compilers, also where versions are compared', async () => {
  const [found] = definition.subjects.find({ servers: ['arktype'], serversDir: [] } as never)
  const flags: (readonly string[] | undefined)[] = []
  const start = async ({ runtime }: Launch) => {
    flags.push(runtime.args)
    throw new Error('nothing is counted')
  }
  for (const repeatably of [false, true]) {
    const values = { times: false, repeatably }
    const plan = { ...{ round: 1, cpus: null, values }, once: async () => ({ operations: [] }) }
    const measured = definition.measure(
      found?.subjects[0] as never,
      {
        ...(plan as object),
        tools: { counter: { start } },
      } as never,
    )
    await assert.rejects(async () => await measured, /nothing is counted/)
  }
  for (const each of flags)
    assert.ok(
      EAGER.every((flag) => each?.includes(flag)),
      `${each}`,
    )
  assert.equal(flags.length, 2)
})
