import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import zod from '../../templates/libraries/zod.ts'
import { groupOf, type Template } from '../../templates/template.ts'
import { type Compiler, compilers } from './compile.ts'
import { type Measured, measureTypes, merge } from './measure.ts'

const seven = compilers.filter(({ name }) => name.endsWith('one checker'))
const measured = (template: Template, chosen: readonly Compiler[] = seven, limitSeconds = 60) =>
  measureTypes({
    ...{ template, folder: `${ROOT}/servers/zod`, sizes: [3], compilers: chosen, limitSeconds, emits: true },
  })

/** zod's template with another module of schemas. */
const withSchemas = (source: string): Template => ({
  ...zod,
  server: () => ({ [`${groupOf(0)}.ts`]: source, 'server.ts': '' }),
})
const schemas = (type: string) =>
  [0, 2].map((i) => `export type User${i} = ${type}\nexport const read${i} = (user: User${i}) => user`).join('\n')
const deep = [
  `type Grown<T extends string> = T extends 'end' ? T : \`\${Grown<\`\${T}x\`>}y\``,
  `export const grown: Grown<'x'> = ''`,
].join('\n')

test('the same project has the same counts each time, and in both compilers', async () => {
  const [first, again] = [await measured(zod), await measured(zod, compilers)]
  const counts = ({ compiler, types, instantiations }: Measured['compiles'][number]) => [
    ...[compiler, types, instantiations],
  ]
  const one = (all: Measured) => all.compiles.map(counts).findLast(([compiler]) => compiler === seven[0]?.name)
  assert.deepEqual(one(first), one(again))
  assert.deepEqual(first.declarations, again.declarations)
  assert.ok(again.compiles.every(({ instantiations }) => (instantiations ?? 0) > 100))
  const [compile] = first.compiles
  assert.ok(compile)
  const other = { ...first, compiles: [{ ...compile, types: 1 }] }
  const small = { ...first, compiles: [{ ...compile, size: 1 }, compile] }
  assert.deepEqual(
    merge([small, first]).compiles.map(({ cpuSeconds }) => cpuSeconds.length),
    [1, 2],
  )
  const ended = { ...compile, failure: 'more than 8 GB of memory', types: null }
  assert.equal(merge([first, { ...first, compiles: [ended] }]).compiles[0]?.failure, ended.failure)
  assert.match(merge([first, other]).refusal ?? '', /counts differently each time for the server of 3/)
})

test('a template that infers nothing is disqualified; a limit of the compiler is a result', async () => {
  await assert.rejects(measured(withSchemas(schemas('any'))), /check-\w+\.ts\(\d+,\d+\): error TS(2322|2578)/)
  await assert.rejects(measured(withSchemas(schemas('{ id: number }'))), /check-\w+\.ts\(\d+,\d+\): error TS2322/)
  const { compiles, declarations } = await measured(withSchemas(`${deep}\n${schemas('{ id: 1 }')}`))
  assert.match(compiles[0]?.failure ?? '', /^TS2589: Type instantiation is excessively deep/)
  assert.match(declarations[0]?.failure ?? '', /TS2589/)
  const late = await measured(zod, seven, 0.001)
  if (process.platform === 'linux') assert.equal(late.compiles[0]?.failure, 'more than 0.001 s of CPU time')
})
