import assert from 'node:assert/strict'
import { existsSync, readFileSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { buildServer } from './build.ts'
import type { Server } from './servers.ts'

/** Appends a line per build. */
const working = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
  mkdirSync('dist', { recursive: true })
  appendFileSync('dist/count', 'built\\n')
  writeFileSync('dist/update-user.js', '')`

function server(
  t: TestContext,
  build: string | undefined,
  files: Record<string, string> = {},
): Server {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'package.json': { scripts: build === undefined ? {} : { build } },
    'update-user.ts': '',
    'build.mjs': working,
    ...files,
  })
  // Sources are older than any build, whatever the resolution of file times.
  for (const file of ['package.json', 'update-user.ts', 'build.mjs'])
    setTime(join(directory, file), -60)
  const entry = join(directory, build === undefined ? 'update-user.ts' : 'dist/update-user.js')
  return { name: 'a', directory, builds: build !== undefined, entry } as Server
}

function setTime(file: string, secondsFromNow: number): void {
  const time = Date.now() / 1000 + secondsFromNow
  utimesSync(file, time, time)
}

const builds = ({ directory }: Server) =>
  readFileSync(join(directory, 'dist/count'), 'utf8').split('\n').length - 1

test('a server without a build script is not built', async (t) => {
  const bare = server(t, undefined)
  await buildServer(bare)
  assert.ok(!existsSync(join(bare.directory, 'dist')))
})

test('builds once, and again after a source has changed, even in a subfolder', async (t) => {
  const a = server(t, 'node build.mjs')
  await buildServer(a)
  await buildServer(a)
  assert.equal(builds(a), 1)
  setTime(join(a.directory, 'package.json'), 60)
  await buildServer(a)
  assert.equal(builds(a), 2)
  setTime(join(a.directory, 'package.json'), -60)
  writeTree(a.directory, { 'src/part.ts': '' })
  setTime(join(a.directory, 'src/part.ts'), 60)
  await buildServer(a)
  assert.equal(builds(a), 3)
  setTime(join(a.directory, 'src/part.ts'), -60)
  await buildServer(a)
  assert.equal(builds(a), 3)
})

test('output of a failed build does not count', async (t) => {
  const a = server(t, 'node half.mjs', { 'half.mjs': `${working}\nprocess.exit(2)` })
  for (let time = 1; time <= 2; time++) await assert.rejects(buildServer(a), /did not make/)
  assert.equal(builds(a), 2)
})

const failing: [string, string, RegExp][] = [
  ['its error line is shown', 'node fail.mjs', /error TS2322: no such type$/],
  ['without an error line, its last line is shown', 'node mumble.mjs', /the end$/],
  ['without output, that is said', 'node silent.mjs', /: status 1, and no output$/],
  ['success without the file is a failure', 'node nothing.mjs', /: no output$/],
]
for (const [what, script, reason] of failing) {
  test(`a build that fails: ${what}`, async (t) => {
    const a = server(t, script, {
      'fail.mjs':
        "console.log('first line\\nupdate-user.ts(1,2): error TS2322: no such type\\nlast'); process.exit(1)",
      'mumble.mjs': "console.log('start\\nthe end'); process.exit(1)",
      'silent.mjs': 'process.exit(1)',
      'nothing.mjs': '',
    })
    await assert.rejects(buildServer(a), ({ message }: Error) => {
      const [where, what] = [relative('', a.directory), relative(a.directory, a.entry)]
      assert.ok(message.startsWith(`"npm run build" in ${where} did not make ${what}: `), message)
      assert.match(message, reason)
      assert.doesNotMatch(message, /\n/)
      return true
    })
  })
}
