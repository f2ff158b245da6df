/** What the repository shows is what its published result says. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Result } from '../bench/result.ts'
import { pictureFolder } from './pictures.ts'
import { leftovers, publication } from './publication.ts'
import { publishedResultPath } from './readme.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').replaceAll('\r\n', '\n')
const readme = read('README.md')
const resultPath = publishedResultPath(readme)

test('README, METHODOLOGY and charts are made from the published result', {
  skip: resultPath === null && 'no result is published yet',
}, async () => {
  assert.ok(resultPath)
  const result: Result = JSON.parse(read(resultPath))
  assert.equal(result.quick, false, 'a quick result is never published')
  const files = await publication(result, resultPath, { 'README.md': readme, 'METHODOLOGY.md': read('METHODOLOGY.md') })
  for (const [path, contents] of files) {
    assert.ok(existsSync(new URL(path, root)), `${path} is missing: npm run bench -- publish ${resultPath}`)
    assert.ok(read(path) === contents, `${path} does not match: npm run bench -- publish ${resultPath}`)
  }
  const present = readdirSync(new URL(`${pictureFolder(result.scenario)}/`, root))
  assert.deepEqual(leftovers(result.scenario, files, present), [], 'pictures that no chart draws any more')
})
