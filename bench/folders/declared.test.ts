import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { assertDeclared } from './declared.ts'
import { discoverServers, findServerFolders, missingLine } from './servers.ts'

const { validation: hand } = disclosure
const bare = { ...disclosure, router: false, validation: hand, description: 'a server' }
const comparing = "createServer(({ url }) => url === '/updateUser')"

/** Discovers a folder with two packages installed above it; the first depends on a third. */
function discover(
  t: TestContext,
  bench: object,
  files: Record<string, string>,
  dependencies: object = { own: '1.0.0' },
) {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'node_modules/own/package.json': {
      name: 'own',
      version: '1.0.0',
      dependencies: { brought: '1.0.0' },
    },
    'node_modules/brought/package.json': { name: 'brought', version: '1.0.0' },
    'node_modules/hoisted/package.json': { name: 'hoisted', version: '2.0.0' },
    'servers/a/package.json': { dependencies, bench: { ...bare, ...bench } },
  })
  writeTree(join(directory, 'servers/a'), files)
  return discoverServers(findServerFolders([join(directory, 'servers')]), 'update-user')
}

function check(...given: Parameters<typeof discover>): void {
  const [server] = discover(...given).installed
  assert.ok(server)
  assertDeclared(server)
}

const names = (text: string) => (error: Error) =>
  error instanceof UsageError && error.message.includes(text)

test('an undeclared package of a parent folder is reported', (t) => {
  const file = (line: string) => ({ 'update-user.ts': `${line}\n${comparing}` })
  check(
    t,
    {},
    file(
      "import own from 'own/deep'\nimport type { T } from 'hoisted'\nimport { x } from 'node:http'",
    ),
  )
  for (const line of [
    "import hoisted from 'hoisted'",
    "await import('hoisted')",
    "export { a } from 'hoisted/sub'",
  ]) {
    assert.throws(
      () => check(t, {}, file(line)),
      names('update-user.ts imports hoisted, which is not among'),
    )
  }
  assert.throws(
    () => check(t, {}, file("import 'ownn'")),
    names('imports ownn, which is not among the folder\'s dependencies: did you mean "own"?'),
  )
  check(t, {}, { ...file(''), 'steps.ts': "import 'hoisted'" })
})

test('a server has a router if and only if it does not compare the path itself', (t) => {
  const router = { 'update-user.ts': "app.post('/updateUser', update)" }
  const inHelper = {
    'update-user.ts': "import { isFor } from './http.ts'",
    'http.ts': comparing,
  }
  check(t, { router: true }, router)
  check(t, { package: 'own' }, inHelper)
  check(t, {}, router)
  assert.throws(
    () => check(t, { router: true }, inHelper),
    names("bench.router is true, but http.ts compares the request's path itself"),
  )
  assert.throws(
    () => check(t, { package: 'own' }, router),
    names('bench.router is false, but update-user.ts does not read'),
  )
})

test('the validation library is a package of the folder or a dependency of the framework', (t) => {
  const by = (by: string, library?: string) => ({
    validation: { ...hand, by, ...(library && { library }) },
  })
  const files = { 'update-user.ts': comparing }
  check(t, by('library', 'own'), files)
  check(t, by('framework', 'brought'), files)
  check(t, by('framework'), files)
  assert.throws(
    () => check(t, by('library', 'brought'), files),
    names('bench.validation.library: brought is not among'),
  )
  assert.throws(
    () => check(t, by('framework', 'hoisted'), files),
    names('bench.validation.library: hoisted is not among'),
  )
  assert.throws(() => check(t, by('library'), files), names('name it in bench.validation.library'))
  assert.throws(
    () => check(t, by('hand-written', 'own'), files),
    names('"hand-written", but bench.validation.library is "own"'),
  )
})

test('a version other than in package.json counts as not installed, and both are named', (t) => {
  const { installed, notInstalled } = discover(
    t,
    {},
    { 'update-user.ts': '' },
    { hoisted: '2.1.0', own: '1.0.0', no: '3.0.0' },
  )
  assert.deepEqual(installed, [])
  const [missing] = notInstalled
  assert.ok(missing)
  assert.match(
    missingLine(missing),
    /^a is not installed; it needs hoisted 2\.1\.0 \(2\.0\.0 is installed\), no 3\.0\.0: npm install /,
  )
})
