import assert from 'node:assert/strict'
import { readFileSync, utimesSync } from 'node:fs'
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

function server(t: TestContext, build: string, files: Record<string, string> = {}): Server {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'package.json': { scripts: { build } },
    'update-user.ts': '',
    'build.mjs': working,
    ...files,
  })
  // Sources are older than any build, whatever the resolution of file times.
  for (const file of ['package.json', 'update-user.ts', 'build.mjs'])
    setTime(join(directory, file), -60)
  const entry = join(directory, 'dist/update-user.js')
  return { name: 'a', directory, builds: true, entry } as Server
}

function setTime(file: string, secondsFromNow: number): void {
  const time = Date.now() / 1000 + secondsFromNow
  utimesSync(file, time, time)
}

const builds = ({ directory }: Server) =>
  readFileSync(join(directory, 'dist/count'), 'utf8').split('\n').length - 1

test('builds once, and again after a source has changed, even in a subfolder', async (t) => {
  const a = server(t, 'node build.mjs')
  writeTree(a.directory, { 'src/part.ts': '' })
  setTime(join(a.directory, 'src/part.ts'), -60)
  await buildServer(a)
  await buildServer(a)
  assert.equal(builds(a), 1)
  for (const [i, file] of ['package.json', 'src/part.ts'].entries()) {
    setTime(join(a.directory, file), 60)
    await buildServer(a)
    setTime(join(a.directory, file), -60)
    await buildServer(a)
    assert.equal(builds(a), 2 + i, file)
  }
})

test('output of a failed build does not count', async (t) => {
  const a = server(t, 'node half.mjs', { 'half.mjs': `${working}\nprocess.exit(2)` })
  for (let time = 1; time <= 2; time++) await assert.rejects(buildServer(a), /did not make/)
  assert.equal(builds(a), 2)
})

const failing: [what: string, source: string, RegExp][] = [
  [
    'its error line is shown',
    "console.log('first line\\nupdate-user.ts(1,2): error TS2322: no such type\\nlast'); process.exit(1)",
    /error TS2322: no such type$/,
  ],
  ['without output, that is said', 'process.exit(1)', /: status 1, and no output$/],
  ['success without the file is a failure', '', /: no output$/],
]
for (const [what, source, reason] of failing) {
  test(`a build that fails: ${what}`, async (t) => {
    const a = server(t, 'node fail.mjs', { 'fail.mjs': source })
    await assert.rejects(buildServer(a), ({ message }: Error) => {
      const [where, what] = [relative('', a.directory), relative(a.directory, a.entry)]
      assert.ok(message.startsWith(`"npm run build" in ${where} did not make ${what}: `), message)
      assert.match(message, reason)
      assert.doesNotMatch(message, /\n/)
      return true
    })
  })
}
