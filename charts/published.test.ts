/** What the repository shows is what its published results say. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { publishedResults } from '../bench/publish.ts'
import { pictureFolder } from './pictures.ts'
import { leftovers, publication } from './publication.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').replaceAll('\r\n', '\n')

test('pages and charts are made from the published results', async () => {
  const published = publishedResults()
  for (const { result, path } of published) assert.equal(result.quick, false, `${path} is quick: never published`)
  const files = await publication(published, {
    'README.md': read('README.md'),
    'METHODOLOGY.md': read('METHODOLOGY.md'),
  })
  for (const [path, contents] of files) {
    assert.ok(existsSync(new URL(path, root)), `${path} is missing: npm run bench -- publish`)
    assert.ok(read(path) === contents, `${path} does not match: npm run bench -- publish`)
  }
  for (const { result } of published) {
    const present = readdirSync(new URL(`${pictureFolder(result.scenario)}/`, root))
    assert.deepEqual(leftovers(result.scenario, files, present), [], 'pictures that no chart draws any more')
  }
})
