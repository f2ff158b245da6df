/** Publishing in a fresh clone, as somebody does who has just fetched the repository. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { readResult, writeResult } from '../../../shared/result/file.ts'
import type { Result } from '../../../shared/result/format.ts'
import { readPublished } from '../../../shared/result/published.ts'

/** The last commit, with its packages where Node looks for them and git sees nothing of them. */
function freshClone(t: TestContext): string {
  const directory = temporaryDirectory(t)
  const clone = join(directory, 'repository')
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  return clone
}

function changesIn(clone: string): string[] {
  const status = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    cwd: clone,
    encoding: 'utf8',
  })
  return status
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3))
}

/** What `run` prints when it has written a result that nobody chose the servers of. */
function publishAfterRun(
  clone: string,
  path: string,
  { scenario, source, environment, servers, notInstalled }: Result,
): string {
  const names = servers.map(({ name }) => ({ name }))
  const result = { scenario, source, environment, servers: names, notInstalled }
  const args = [join(clone, path), result].map((arg) => JSON.stringify(arg))
  const script = `import { publishRun } from './bench/application/publishing.ts'
    console.log(await publishRun(${args}))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: clone, encoding: 'utf8' })
}

const skip = !existsSync(join(ROOT, '.git')) && 'no git'

test('a newer run takes the place of the published one in a fresh clone', { skip }, (t) => {
  const clone = freshClone(t)

  const [old] = readPublished(clone)
  assert.ok(old)
  // As it is stored, with servers that are withdrawn.
  const stored = readResult(join(clone, old.path))
  const { scenario } = stored
  const recent = `results/${scenario}/2999-01-01T00-00-00Z.json`
  const result = { ...stored, startedAt: '2999-01-01T00:00:00.000Z', finishedAt: '2999-01-01T00:10:00.000Z' }
  writeResult(join(clone, recent), result)
  writeFileSync(join(clone, 'charts/published/README.md'), 'edited by hand')
  writeFileSync(join(clone, `charts/published/${scenario}/nothing-makes-this.svg`), '')
  const told = publishAfterRun(clone, recent, result)
  assert.match(told, new RegExp(`^published \\d+ files: charts/published/${scenario}/README\\.md`))
  assert.equal(readPublished(clone)[0]?.path, recent)
  const changes = changesIn(clone)
  assert.ok(changes.includes(`charts/published/${scenario}/README.md`), String(changes))
  const isOfPublication = /^(README\.md|METHODOLOGY\.md|results\/.*\.json|charts\/published\/.*)$/
  for (const path of changes) assert.match(path, isOfPublication)
  assert.ok(!changes.some((path) => path.includes('nothing-makes-this')))
})
