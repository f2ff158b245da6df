import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../../shared/basics/root.ts'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { dataFiles } from './data.ts'

const published = publishedAs(inventedResult(threeServers))
const files = new Map(
  [...dataFiles([published], 'https://example.com')].map(([path, text]) => [
    path,
    JSON.parse(text),
  ]),
)
const validator = (kind: string) =>
  new Ajv2020({ allowUnionTypes: true }).compile(files.get(`schema/${kind}.json`))

test('every file matches its schema, and a faulty one does not', () => {
  for (const [path, data] of files) {
    const [, kind = ''] = /^(index|results|badge|schema)[/.]/.exec(path) ?? assert.fail(path)
    if (kind === 'schema') continue
    const validate = validator(kind)
    assert.ok(validate(data), `${path}: ${JSON.stringify(validate.errors)}`)
  }
  const { message: _, ...faulty } = files.get('badge/express/update-user.json')
  assert.ok(!validator('badge')(faulty))
})

test('a badge shows the rank interval of its row, and the index leads to every row', () => {
  const [{ runs, servers, results }] = files.get('index.json').scenarios
  const rows = new Map<string, Figures>(
    files
      .get(results)
      .rows.map(({ server, figures }: { server: string; figures: Figures }) => [server, figures]),
  )
  for (const { link, file } of runs) assert.equal(link, `https://example.com/${file}`)
  assert.deepEqual(servers.toSorted(), [...rows.keys()].sort())
  for (const [server, { rank }] of rows) {
    const { label, message } = files.get(`badge/${server}/update-user.json`)
    assert.equal(label, 'rank, Update user')
    const ranks = rank.low === rank.high ? rank.low : `${rank.low} to ${rank.high}`
    assert.ok(message.startsWith(`${ranks} of ${rows.size}`), message)
  }
  const { low, value, high } = rows.get('express')?.ratio_to_baseline ?? assert.fail()
  assert.ok(low < value && value < high)
})

type Figures = Record<'rank' | 'ratio_to_baseline', { low: number; value: number; high: number }>

/** Required keys and ours: https://github.com/citation-file-format/citation-file-format/blob/main/schema-guide.md */
const Citation = z.strictObject({
  'cff-version': z.literal('1.2.0'),
  message: z.string().min(1),
  type: z.literal('software'),
  title: z.string().min(1),
  abstract: z.string(),
  version: z.string(),
  license: z.literal('MIT'),
  authors: z.array(z.strictObject({ name: z.string().min(1) })).min(1),
})

test('CITATION.cff is valid, and names the version of the suite', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const citation = parse(read('CITATION.cff'))
  assert.equal(Citation.parse(citation).version, JSON.parse(read('package.json')).version)
  assert.ok(!Citation.safeParse({ ...citation, authors: [] }).success)
})
