import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Calls } from '../probes/validators/calls.ts'
import { caseNames, caseOf } from '../probes/validators/operations.ts'
import { pairedNames } from './cases.ts'

test('each exported function is an operation, whose input is the number of the call', async () => {
  const module = { size: 3, double: (call: number) => 2 * call, later: async () => 'done' }
  assert.deepEqual(caseNames(module), ['double', 'later'])
  const double = await caseOf(module, 'double')
  assert.equal(double.call(double.input(21)), 42)
})

test('a module without functions, and a function that throws or is not run, are reported on one line', async () => {
  assert.throws(() => caseNames({ size: 3 }), /^Error: the module exports no function$/)
  const throws = () => {
    throw new TypeError('no schema')
  }
  const module = {
    ...{ throws, later: async () => throws() },
    *items() {
      yield 1
    },
  }
  await assert.rejects(caseOf(module, 'throws'), /^Error: throws throws TypeError: no schema$/)
  await assert.rejects(caseOf(module, 'later'), /^Error: later throws TypeError: no schema$/)
  await assert.rejects(caseOf(module, 'items'), /^Error: items returns an iterator, which nothing/)
})

test('each call runs to its end, also of a function that returns promises or thenables for some', async () => {
  const ended: number[] = []
  const promise = (call: number) => sleep(1).then(() => ended.push(call))
  const some = (call: number) => {
    if (call % 3 === 1) return promise(call)
    // biome-ignore lint/suspicious/noThenProperty: as query builders have it
    if (call % 3 === 2) return { then: (done: () => void) => void promise(call).then(done) }
    return ended.push(call)
  }
  let serial = 0
  const calls = new Calls(await caseOf({ some }, 'some'), () => serial++, 'some')
  ended.length = 0
  await calls.callAll(await calls.inputs(9))
  calls.verify()
  assert.deepEqual(ended, [0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('a function that only one side exports is named, and the others are measured', () => {
  const sides = [
    { name: 'zod@3', exports: ['parse', 'email'] },
    { name: 'zod@4', exports: ['parse', 'iso'] },
  ]
  assert.deepEqual(pairedNames(sides), {
    shared: ['parse'],
    single: [
      { name: 'email', notMeasured: 'zod@3: no other module exports it' },
      { name: 'iso', notMeasured: 'zod@4: no other module exports it' },
    ],
  })
})
