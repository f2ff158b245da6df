import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { findRuntime } from '../../host/runtimes.ts'
import { bundleOf } from './measure.ts'

const isUser = `typeof body.name === 'string' ? { ...body, lastUpdate: new Date(body.lastUpdate) } : null`
const stepsWith = (parse: string, before = '') =>
  `${before}\nexport const steps = { library: 'x', package: null, stringify: JSON.stringify, parse: (body: any) => ${parse} }`

const entries = {
  'right.ts': stepsWith(isUser),
  'larger.ts': stepsWith(`util.types.isDate(body) ? null : ${isUser}`, `import util from 'node:util'`),
  'accepts-all.ts': stepsWith('body'),
  'rejects-all.ts': stepsWith('null'),
  'lost.ts': stepsWith('lost(body)', `import lost from 'lost'`),
  'needs-its-name.ts': stepsWith(
    isUser,
    `class User {}\nif (new User().constructor.name !== 'User') throw new Error('no class User')`,
  ),
}

test('bundle sizes are reproducible; a bundle that no longer validates is disqualified', async (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, entries)
  const runtime = findRuntime('node') ?? assert.fail('no Node')
  const of = (name: keyof typeof entries) => bundleOf({ entry: join(directory, name), runtime })
  const [right, again, larger] = await Promise.all([of('right.ts'), of('right.ts'), of('larger.ts')])
  assert.deepEqual(right, again)
  assert.ok(right.gzipped < right.minified && right.minified < right.raw && right.raw < larger.raw)
  assert.deepEqual([right.builtins, larger.builtins], [[], ['util']])
  await assert.rejects(of('accepts-all.ts'), /^Error: its bundle accepts the invalid \{"id":1,"name":\{/)
  await assert.rejects(of('rejects-all.ts'), /^Error: its bundle returns null for the valid \{"id":1/)
  await assert.rejects(of('lost.ts'), /^Error: cannot be bundled: Could not resolve "lost" \(.*lost\.ts\)/)
  await assert.rejects(of('needs-its-name.ts'), /^Error: its bundle does not run: Error: no class User$/)
})
