import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import elysia from '../../templates/libraries/elysia.ts'
import hono from '../../templates/libraries/hono-zod.ts'
import { writeProject } from '../../templates/project.ts'
import { validators } from '../../templates/schemas.ts'
import { groupOf, groupsOf, type Template } from '../../templates/template.ts'
import { COMPILERS, type Compile } from './compile.ts'
import { compileAll, compileFigures } from './measure.ts'

const zod = validators.zod as Template
const withOneChecker = COMPILERS.filter(([name]) => name === 'declarations' || name === 'one')
const measured = (template: Template, compilers: typeof COMPILERS = withOneChecker) =>
  compileAll(template, `${ROOT}/servers/zod`, 'server', [3], compilers)

/** zod's template with another module of schemas. */
const withSchemas = (source: string): Template => ({
  ...zod,
  server: () => ({ [`${groupOf(0)}.ts`]: source, 'server.ts': '' }),
})
const schemas = (type: string) =>
  [0, 2]
    .map((i) => `export type User${i} = ${type}\nexport const read${i} = (user: User${i}) => user`)
    .join('\n')
const deep = [
  `type Grown<T extends string> = T extends 'end' ? T : \`\${Grown<\`\${T}x\`>}y\``,
  `export const grown: Grown<'x'> = ''`,
].join('\n')

test('the same project has the same counts each time, and in both compilers', async () => {
  const [first, again] = [await measured(zod), await measured(zod, COMPILERS)]
  const counts = ({ compiler, types, instantiations, bytes }: Compile) => [
    compiler,
    types,
    instantiations,
    bytes,
  ]
  const ofOne = again.filter(({ compiler }) => compiler === 'declarations' || compiler === 'one')
  assert.deepEqual(first.map(counts), ofOne.map(counts))
  assert.ok(again.every(({ instantiations }) => (instantiations ?? 0) > 100))
})

test('figures are slopes between the two largest projects that compile', () => {
  const compiles = ([10, 100, 1000] as const).flatMap((size) =>
    COMPILERS.map(([compiler]) => ({
      compiler,
      size,
      failure: compiler === 'seven' && size === 1000 ? 'out of memory' : null,
      types: size,
      instantiations: compiler === 'seven' && size === 1000 ? null : 500 + 200 * size + size ** 2,
      bytes: 100 + 20 * size,
      cpu: size,
      peak: 1e6 * size,
    })),
  )
  const { values, evidence } = compileFigures(compiles, 1000)
  assert.deepEqual(
    [values.instantiations_six, values.before_six, values.types, values.bytes],
    [1300, 310, 1, 20],
  )
  assert.deepEqual([values.cpu_one, values.peak_one], [1000, 1e9])
  assert.deepEqual([values.instantiations_seven, values.before_seven], [310, 310])
  assert.deepEqual(evidence, [{ compiler: 'seven', size: 1000, failure: 'out of memory' }])
  // Further processes compile the smaller projects alone.
  const further = compileFigures(
    compiles.filter(({ size }) => size < 1000),
    1000,
  )
  assert.deepEqual(further.values, { before_six: 310, before_seven: 310, before_one: 310 })
})

test('a template that infers nothing is disqualified; a limit of the compiler is a result', async () => {
  await assert.rejects(
    measured(withSchemas(schemas('any'))),
    /check-\w+\.ts\(\d+,\d+\): error TS(2322|2578)/,
  )
  await assert.rejects(
    measured(withSchemas(schemas('{ id: number }'))),
    /check-\w+\.ts\(\d+,\d+\): error TS2322/,
  )
  const [declarations, server] = await measured(withSchemas(`${deep}\n${schemas('{ id: 1 }')}`))
  assert.match(server?.failure ?? '', /^TS2589: Type instantiation is excessively deep/)
  assert.match(declarations?.failure ?? '', /TS2589/)
})

test('a precompiled client is compiled without the sources of the server', async (t) => {
  const filesOf = (template: Template) => {
    const directory = temporaryDirectory(t)
    writeProject(template, directory, 10)
    return JSON.parse(readFileSync(join(directory, 'client.json'), 'utf8')).files
  }
  const client = ['client.ts', 'calls-of-group0.ts', 'check-first.ts', 'check-last.ts']
  assert.deepEqual(filesOf(hono), ['group0.ts', 'server.ts', ...client])
  assert.deepEqual(filesOf(hono.variants[0] as Template), client)
})

test('Elysia puts plugins of ten plugins together, and as a variant all in one chain', () => {
  const uses = (template: Template, file: string) =>
    template.server(groupsOf(1000))[file]?.match(/\.use\(/g)?.length
  assert.deepEqual([uses(elysia, 'server.ts'), uses(elysia, 'plugin9.ts')], [10, 10])
  assert.equal(uses(elysia.variants[0] as Template, 'server.ts'), 100)
})
