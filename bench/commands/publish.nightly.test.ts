/** Publishing in a fresh clone. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { runFiles } from '../../shared/results/file.ts'
import { readPublished } from '../../shared/results/published.ts'
import { git } from '../processes/git.ts'
import { freshClone } from '../test/scripts.ts'

function changesIn(clone: string): string[] {
  return git(clone, 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3))
}

const skip = !existsSync(join(ROOT, '.git')) && 'no git'

test('a stored run is pooled with the existing ones', { skip }, (t) => {
  const clone = freshClone(temporaryDirectory(t))
  const [published] = readPublished(clone)
  const [newest] = published?.result.runs ?? []
  assert.ok(published && newest)
  const { scenario } = newest.file
  // The pages of other results take long to draw.
  for (const other of readdirSync(join(clone, 'results'), { withFileTypes: true })) {
    if (other.isDirectory() && other.name !== scenario)
      rmSync(join(clone, 'results', other.name), { recursive: true })
  }
  const recent = `results/${scenario}/2999-01-01T00-00-00Z.json`
  writeMeasurement(runFiles, join(clone, recent), {
    ...newest.file,
    startedAt: '2999-01-01T00:00:00.000Z',
  })
  writeFileSync(join(clone, 'charts/published/README.md'), 'edited by hand')
  writeFileSync(join(clone, `charts/published/${scenario}/nothing-makes-this.svg`), '')
  execFileSync(process.execPath, ['bench/node.mjs', 'bench/commands/main.ts', 'publish'], {
    cwd: clone,
  })
  const paths = readPublished(clone)[0]?.result.runs.map(({ path }) => path)
  assert.deepEqual(paths, [recent, ...published.result.runs.map(({ path }) => path)])
  const changes = changesIn(clone)
  assert.ok(changes.includes(`charts/published/${scenario}/README.md`), String(changes))
  const isOfPublication = /^(README\.md|docs\/.*\.md|results\/.*|charts\/published\/.*)$/
  for (const path of changes) assert.match(path, isOfPublication)
  assert.ok(!changes.some((path) => path.includes('nothing-makes-this')))
})
