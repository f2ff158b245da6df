import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { assertDeclared } from './declared.ts'
import { discoverServers, findServerFolders, missingLine } from './servers.ts'

const bare = { ...disclosure, router: false, description: 'a server' }
const comparing = "createServer(({ url }) => url === '/updateUser')"

/** Discovers a folder with two packages installed above it; the first depends on a third. */
function discover(
  t: TestContext,
  bench: object,
  files: Record<string, string>,
  dependencies: object = { own: '1.0.0' },
) {
  const directory = temporaryDirectory(t)
  const own = { name: 'own', version: '1.0.0', dependencies: { brought: '1.0.0' } }
  writeTree(directory, {
    'node_modules/own/package.json': own,
    'node_modules/brought/package.json': { name: 'brought', version: '1.0.0' },
    'node_modules/hoisted/package.json': { name: 'hoisted', version: '2.0.0' },
    'servers/a/package.json': { dependencies, bench: { ...bare, ...bench } },
  })
  writeTree(join(directory, 'servers/a'), files)
  return discoverServers(findServerFolders([join(directory, 'servers')]), 'update-user')
}

const file = (line: string) => ({ 'update-user.ts': `${line}\n${comparing}` })
const routing = { 'update-user.ts': "app.post('/updateUser', update)" }
const inHelper = {
  'update-user.ts': "import { isFor } from './http.ts'",
  'http.ts': comparing,
}
const validation = (by: string, library?: string) => ({
  validation: { ...bare.validation, by, ...(library && { library }) },
})

/** What folders declare, their files, and the error if it is wrong. */
const cases: [bench: object, files: Record<string, string>, error?: string][] = [
  [{}, file("import own from 'own/deep'\nimport type { T } from 'hoisted'")],
  [{}, file("import { x } from 'node:http'")],
  [{}, { ...file(''), 'steps.ts': "import 'hoisted'" }],
  [{}, file("import hoisted from 'hoisted'"), 'update-user.ts imports hoisted, which is not among'],
  [{}, file("await import('hoisted')"), 'imports hoisted, which is not among'],
  [{}, file("export { a } from 'hoisted/sub'"), 'imports hoisted, which is not among'],
  [{}, file("import 'ownn'"), 'not among the folder\'s dependencies: did you mean "own"?'],
  // A server has a router if and only if it does not compare the path itself.
  [{ router: true }, routing],
  [{ package: 'own' }, inHelper],
  [{}, routing],
  [
    { router: true },
    inHelper,
    "bench.router is true, but http.ts compares the request's path itself",
  ],
  [{ package: 'own' }, routing, 'bench.router is false, but update-user.ts does not read'],
  // The validation library is a package of the folder or a dependency of the framework.
  [validation('library', 'own'), file('')],
  [validation('framework', 'brought'), file('')],
  [validation('framework'), file('')],
  [validation('library', 'brought'), file(''), 'bench.validation.library: brought is not among'],
  [validation('framework', 'hoisted'), file(''), 'bench.validation.library: hoisted is not among'],
  [validation('library'), file(''), 'name it in bench.validation.library'],
  [validation('framework', 'own'), file(''), 'own is a dependency of the folder: write "library"'],
  // What the manifest names exists.
  [
    { notes: [{ scenarios: ['hello'], text: 'x' }] },
    file(''),
    'a note is about hello, for which the folder has no file',
  ],
  [{ workarounds: [{ id: 'a', why: 'x' }] }, file(''), 'there is no file workarounds/a.ts'],
  [{}, { ...file(''), 'workarounds/a.ts': '' }, 'bench.workarounds does not have workarounds/a.ts'],
  [{}, { ...file(''), 'strict-keys/update-user.ts': '' }, 'bench.strictKeys is missing'],
  [{ tags: ['from-source'] }, file(''), 'bench.tags has "from-source", but no note'],
  [
    validation('hand-written', 'own'),
    file(''),
    '"hand-written", but bench.validation.library is "own"',
  ],
]
for (const [bench, files, error] of cases) {
  const what = `${JSON.stringify(bench)} with ${JSON.stringify(files)}`
  test(error ? `${what} is rejected` : `${what} is accepted`, (t) => {
    const [server] = discover(t, bench, files).installed
    assert.ok(server)
    if (!error) return assertDeclared(server)
    assert.throws(
      () => assertDeclared(server),
      (thrown: Error) => thrown instanceof UsageError && thrown.message.includes(error),
    )
  })
}

test('a version other than in package.json counts as not installed, and both are named', (t) => {
  const dependencies = { hoisted: '2.1.0', own: '1.0.0', no: '3.0.0' }
  const { installed, notInstalled } = discover(t, {}, file(''), dependencies)
  assert.deepEqual(installed, [])
  assert.match(
    missingLine(notInstalled[0] ?? assert.fail()),
    /^a is not installed; it needs hoisted 2\.1\.0 \(2\.0\.0 is installed\), no 3\.0\.0: npm install /,
  )
})
