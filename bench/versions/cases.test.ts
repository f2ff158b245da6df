import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { casesOf } from '../probes/validators/operations.ts'
import { assertRepeatable } from './cases.ts'

test('each exported function is an operation, whose input is the number of the call', async () => {
  const module = { size: 3, double: (call: number) => 2 * call, later: async () => 'done' }
  const { operations, isAsync } = await casesOf(module)
  assert.deepEqual([[...operations.keys()], isAsync], [['double', 'later'], true])
  const double = operations.get('double') ?? assert.fail()
  assert.equal(double.call(double.input(21)), 42)
})

test('a module without functions, and one that throws, are reported on one line', async () => {
  await assert.rejects(casesOf({ size: 3 }), /^Error: the module exports no function$/)
  const throws = () => {
    throw new TypeError('no schema')
  }
  await assert.rejects(casesOf({ throws }), /^Error: throws throws TypeError: no schema$/)
  await assert.rejects(
    casesOf({ later: async () => throws() }),
    /^Error: later throws TypeError: no schema$/,
  )
})

test('a function that does other work in an equal process is named', () => {
  const counts = (parse: number) => ({ parse })
  assertRepeatable(counts(10_000), counts(10_010))
  assert.throws(
    () => assertRepeatable(counts(10_000), counts(10_100)),
    (error: unknown) =>
      error instanceof Unmeasurable &&
      /^parse executes 10,000 and 10,100 instructions per call in two equal processes: /.test(
        error.message,
      ),
  )
})
