/** What the repository shows is what its published results say. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCurrentPackages } from '../../shared/result/current-packages.ts'
import { readResult } from '../../shared/result/file.ts'
import { readFindings } from '../../shared/result/findings.ts'
import { RESULT_VERSION, type Result } from '../../shared/result/format.ts'
import { readPublished } from '../../shared/result/published.ts'
import { countsToPublish } from '../../shared/result/stored-counts.ts'
import { publication } from './publication.ts'
import { leftovers } from './publish.ts'

const root = new URL('../../', import.meta.url)
const RESULTS = fileURLToPath(new URL('results', root))
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').replaceAll('\r\n', '\n')

test('pages and charts are made from the published results', async () => {
  const files = await publication(
    readPublished(),
    {
      'README.md': read('README.md'),
      'METHODOLOGY.md': read('METHODOLOGY.md'),
    },
    readFindings(),
    readCurrentPackages(),
    countsToPublish(),
  )
  for (const [path, contents] of files) {
    assert.ok(existsSync(new URL(path, root)), `${path} is missing: npm run bench -- publish`)
    assert.ok(read(path) === contents, `${path} does not match: npm run bench -- publish`)
  }
  assert.deepEqual(leftovers(files), [], 'nothing makes these files any more: npm run bench -- publish removes them')
})

test('what a result of this version says of its servers follows from their trials', () => {
  const directories = readdirSync(RESULTS).filter((name) => name !== 'experiments' && !name.endsWith('.json'))
  const files = directories.flatMap((name) => readdirSync(join(RESULTS, name)).map((file) => join(RESULTS, name, file)))
  for (const path of files.filter((name) => /[\dT-]+Z\.json$/.test(name))) {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Pick<Result, 'schemaVersion' | 'servers' | 'copy'>
    if (stored.schemaVersion !== RESULT_VERSION) continue
    const { servers, copy } = readResult(path)
    assert.deepEqual({ servers: stored.servers, copy: stored.copy }, { servers, copy }, path)
  }
})
