import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { heapOf, instructionsOf } from './measure.ts'

const parses = `({ name, held }, body) => typeof body?.id === 'number' && typeof body[name] === 'string'
  && typeof body.surname === 'string' && !Number.isNaN(Date.parse(body.lastUpdate))`
const builder = (user: string, accepts = parses, before = '') =>
  `${before}\nexport const heap = { library: 'x', package: 'x', user: ${user}, string: null, accepts: ${accepts} }`

const entries = {
  'right.mjs': builder('(name) => ({ name, held: new Uint8Array(5_000) })'),
  'one-object.mjs': builder(
    '(name) => Object.assign(one, { name })',
    'accepts',
    `const one = {}; const accepts = () => true`,
  ),
  'one-inside.mjs': builder('() => ({ name: "name0" })'),
  'accepts-all.mjs': builder('(name) => ({ name })', '() => true'),
  'accepts-wrong-dates.mjs': builder('(name) => ({ name })', parses.replace(/&& !Number.*/, '')),
}

test('bytes per schema are those that it holds; a builder that caches or does not validate is disqualified', async (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, entries)
  const runtime = findRuntime('node') ?? assert.fail('no Node')
  const measure = (name: keyof typeof entries) => heapOf({ entry: join(directory, name), runtime })
  const rejected = (name: keyof typeof entries, reason: RegExp) =>
    assert.rejects(measure(name), reason)
  const [process] = await Promise.all([
    measure('right.mjs'),
    rejected('one-object.mjs', /^Error: .*1000 schemas are only 1 objects/),
    rejected('one-inside.mjs', /^Error: .*schema 1 rejects \{"id":1,"name1":"Ada"/),
    rejected('accepts-all.mjs', /^Error: .*schema 0 accepts null/),
    rejected('accepts-wrong-dates.mjs', /^Error: .*schema 0 accepts .*"lastUpdate":\{/),
  ])
  const bytes = Number(process.values.built)
  assert.ok(bytes > 5_000 && bytes < 5_500, `${bytes} bytes`)
  const counter = {
    async toEnd([program = '', ...args]: readonly string[]) {
      await promisify(execFile)(program, args)
      return Number(args.at(-1))
    },
  }
  const counts = (name: keyof typeof entries) =>
    instructionsOf(counter, { entry: join(directory, name), runtime })
  assert.equal(await counts('right.mjs'), 1)
  await assert.rejects(counts('one-inside.mjs'), /schema 1 rejects/)
})
