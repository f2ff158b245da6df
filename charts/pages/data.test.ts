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
  const kinds = {
    index: /^index\.json$/,
    results: /^results\//,
    badge: /^badge\//,
    schema: /^schema\//,
  }
  for (const path of files.keys())
    assert.ok(
      Object.values(kinds).some((kind) => kind.test(path)),
      path,
    )
  for (const kind of ['index', 'results', 'badge'] as const) {
    const validate = validator(kind)
    const own = [...files].filter(([path]) => kinds[kind].test(path))
    assert.ok(own.length > 0)
    for (const [path, data] of own)
      assert.ok(validate(data), `${path}: ${JSON.stringify(validate.errors)}`)
  }
  const { message: _, ...faulty } = files.get('badge/express/update-user.json')
  assert.ok(!validator('badge')(faulty))
})

test('a badge shows the rank interval of its row, and the index leads to every row', () => {
  const [listed] = files.get('index.json').scenarios
  const { rows } = files.get(listed.results)
  assert.ok(
    listed.runs.every(
      (run: { link: string; file: string }) => run.link === `https://example.com/${run.file}`,
    ),
  )
  assert.deepEqual(
    listed.servers.toSorted(),
    rows.map(({ server }: { server: string }) => server).toSorted(),
  )
  for (const { server, figures } of rows) {
    const { low, high } = figures.rank
    const ranks = low === high ? low : `${low} to ${high}`
    const badge = files.get(`badge/${server}/update-user.json`)
    assert.equal(badge.label, 'rank, Update user')
    assert.ok(badge.message.startsWith(`${ranks} of ${rows.length}`), badge.message)
  }
  const express = rows.find(({ server }: { server: string }) => server === 'express').figures
  const { low, value, high } = express.ratio_to_baseline
  assert.ok(low < value && value < high)
})

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
