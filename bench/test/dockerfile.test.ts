/** Checks the container image without a container engine. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, matchesGlob } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { ROOT } from '../../shared/basics/root.ts'
import { repositoryFiles } from './testing.ts'

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const dockerfile = read('Dockerfile')
const files = repositoryFiles()
const skip = files.length === 0 && 'no git'

/** Returns instructions with their arguments, each on one line. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean)

test('the Dockerfile passes its linter', () => {
  const show = (text: string) =>
    validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
  assert.deepEqual(show(dockerfile), [])
  // The linter finds faults.
  assert.match(show(dockerfile.replace('USER node', 'USR node')).join(), /Unknown instruction: USR/)
})

test('the base image is pinned by digest, and has a Node that package.json accepts', () => {
  const [, version = ''] =
    /^FROM node:([\d.]+)-bookworm-slim@sha256:[0-9a-f]{64}$/m.exec(dockerfile) ?? []
  const { engines } = JSON.parse(read('package.json'))
  assert.ok(
    require('semver').satisfies(version, engines.node),
    `${version} is not in ${engines.node}`,
  )
})

test('it does not run as root, and its entry point is the command line', () => {
  const users = instructions.filter((line) => line.startsWith('USER '))
  assert.deepEqual(users, ['USER node'])
  const [entry] = instructions.filter((line) => line.startsWith('ENTRYPOINT '))
  const { scripts } = JSON.parse(read('package.json'))
  assert.equal(
    JSON.parse(entry?.replace('ENTRYPOINT ', '') ?? '')
      .slice(2)
      .join(' '),
    scripts.bench,
  )
})

test('the image excludes what git ignores and includes the repository', { skip }, () => {
  const patterns = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  const ignored = patterns('.dockerignore')
  const asDocker = (pattern: string) =>
    (pattern.replace(/\/$/, '').includes('/') ? '' : '**/') + pattern.replace(/\/$/, '')
  assert.deepEqual([...ignored].sort(), patterns('.gitignore').map(asDocker).sort())
  for (const file of files) {
    const folders = file.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))
    assert.ok(!folders.some((path) => ignored.some((pattern) => matchesGlob(path, pattern))), file)
  }
})
