import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import elysia from '../../templates/libraries/elysia.ts'
import hono from '../../templates/libraries/hono-zod.ts'
import type { Template } from '../../templates/template.ts'
import { COMPILERS, type Compile } from './compile.ts'
import { compileAll, compileFigures } from './measure.ts'

const withOneChecker = COMPILERS.filter(([name]) => name === 'declarations' || name === 'one')
const measured = (template: Template, folder: string, sizes: number[]) =>
  compileAll(template, `${ROOT}/servers/${folder}`, 'client', sizes, withOneChecker)
const failuresOf = (compiles: readonly Compile[]) => [
  ...new Set(compiles.map(({ failure }) => failure)),
]
const withClient = (compiles: Compile[]) => {
  const largest = Math.max(...compiles.map(({ size }) => size))
  return Math.round(Number(compileFigures(compiles, largest).values.instantiations_one))
}

test('Elysia: 1,000 procedures compile as plugins of ten plugins, and not as 100 plugins in one chain', async () => {
  const [chain] = elysia.variants
  const compiles = await measured(elysia, 'elysia', [100, 1000])
  assert.deepEqual(failuresOf(compiles), [null])
  // In Elysia 1.4.30; it hardly grows with the project.
  assert.equal(withClient(compiles), 1783)
  assert.equal(withClient(await measured(elysia, 'elysia', [10, 100])), 1754)
  assert.deepEqual(failuresOf(await measured(chain as Template, 'elysia', [900])), [null])
  assert.deepEqual(failuresOf(await measured(chain as Template, 'elysia', [1000])), [
    'TS2589: Type instantiation is excessively deep and possibly infinite.',
  ])
})

test("Hono: a precompiled client costs a seventh of the instantiations of hc's, which infers the server's types", async () => {
  const [precompiled] = hono.variants
  // In Hono 4.13.19.
  assert.equal(withClient(await measured(hono, 'hono-zod', [10, 100])), 3955)
  assert.equal(withClient(await measured(precompiled as Template, 'hono-zod', [10, 100])), 590)
  // Declarations without the procedures leave nothing to call.
  const none = { 'server.ts': '', 'hc.ts': 'export const hcWithType = (url: string) => ({ url })' }
  const empty = { ...(precompiled as Template), server: () => none }
  await assert.rejects(
    measured(empty, 'hono-zod', [10]),
    /calls-of-group0\.ts\(\d+,\d+\): error TS2339/,
  )
})
