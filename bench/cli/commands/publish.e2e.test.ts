/** Publishing in a fresh clone, as somebody does who has just fetched the repository. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { PUBLISHED_FILE, publishableResults, readPublished } from '../../../shared/result/published.ts'

/** The last commit, with its packages where Node looks for them and git sees nothing of them. */
function freshClone(t: TestContext): string {
  const directory = temporaryDirectory(t)
  const clone = join(directory, 'repository')
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  return clone
}

function publishIn(clone: string, ...args: string[]): string {
  const { NODE_TEST_CONTEXT: _, INIT_CWD: __, ...env } = process.env
  return execFileSync('npm', ['run', '--silent', 'bench', '--', 'publish', ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
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

const skip = !existsSync(join(ROOT, '.git')) && 'no git'

test('publishing in a fresh clone changes nothing, and what is out of place is put back', { skip }, (t) => {
  const clone = freshClone(t)
  publishIn(clone)
  assert.deepEqual(changesIn(clone), [])

  const shown = join(clone, 'charts/published')
  writeFileSync(join(shown, 'README.md'), 'edited by hand')
  writeFileSync(join(shown, 'hello/nothing-makes-this.svg'), '')
  rmSync(join(shown, 'hello/README.md'))
  publishIn(clone)
  assert.deepEqual(changesIn(clone), [])
})

test('a file that is published takes the place of its scenario’s, and gives it back', { skip }, (t) => {
  const clone = freshClone(t)
  const published = readPublished(clone)
  const [other, ruled] = published.flatMap(({ result, path }) => {
    const others = publishableResults(result.scenario, clone).filter((each) => each.path !== path)
    return others[0] ? [others[0].path, path] : []
  })
  assert.ok(other && ruled, 'no scenario has two results')

  const output = publishIn(clone, other)
  assert.ok(readPublished(clone).some(({ path }) => path === other))
  assert.ok(output.includes(`the rule has ${ruled} published, not ${other}`), output)
  const changes = changesIn(clone)
  assert.ok(changes.includes(PUBLISHED_FILE) && changes.includes(`charts/published/${scenarioOf(other)}/README.md`))
  const isOfPublication = /^(README\.md|METHODOLOGY\.md|charts\/published\/.*|results\/published\.json)$/
  for (const path of changes) assert.match(path, isOfPublication)

  publishIn(clone, ruled)
  assert.deepEqual(changesIn(clone), [])
})

/** Of a result's path. */
function scenarioOf(path: string): string {
  return path.split('/')[1] ?? ''
}
