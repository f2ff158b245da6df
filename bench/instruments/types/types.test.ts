import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Compile } from '../../../charts/instruments/types/format.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import elysia from '../../templates/libraries/elysia.ts'
import hono from '../../templates/libraries/hono-zod.ts'
import zod from '../../templates/libraries/zod.ts'
import { writeProject } from '../../templates/project.ts'
import { groupOf, groupsOf, type Template } from '../../templates/template.ts'
import { type Compiler, compilers } from './compile.ts'
import { measureTypes, merge } from './measure.ts'

const seven = compilers.filter(({ name }) => name.endsWith('one checker'))
const measured = (template: Template, chosen: readonly Compiler[] = seven) =>
  measureTypes(template, `${ROOT}/servers/zod`, [3], chosen)

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
  const [first, again] = [await measured(zod), await measured(zod, compilers)]
  const counts = ({ part, types, instantiations, bytes }: Compile) => [
    part,
    types,
    instantiations,
    bytes,
  ]
  const ofSeven = again.filter(({ compiler }) => compiler === seven[0]?.name)
  assert.deepEqual(first.map(counts), ofSeven.map(counts))
  assert.ok(again.every(({ instantiations }) => (instantiations ?? 0) > 100))
  const [compile] = first as [Compile]
  assert.deepEqual(
    merge([first, [compile]]).compiles.map(({ cpuSeconds }) => cpuSeconds.length),
    [2, 1],
  )
  const ended = { ...compile, failure: 'more than 600 s', types: null }
  assert.equal(merge([first, [ended]]).compiles[0]?.failure, ended.failure)
  const { refusal, compiles } = merge([first, [{ ...compile, types: 1 }]])
  assert.match(refusal ?? '', /counts differently each time for the declarations of 3/)
  assert.deepEqual(compiles, [])
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
