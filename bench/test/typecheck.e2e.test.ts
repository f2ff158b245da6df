/** `npm run typecheck`: servers and runner are checked separately, so that global types of a server's packages reach no other. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'

const tsc = (cwd: string) =>
  spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-b'], {
    cwd,
    encoding: 'utf8',
  })

test('a server or shared library with DOM types does not affect the runner, and is checked itself', (t) => {
  const copy = temporaryDirectory(t)
  for (const file of globSync('tsconfig*.json', { cwd: ROOT }))
    copyFileSync(join(ROOT, file), join(copy, file))
  const runner = '// @ts-expect-error: there is no document\nexport const page = document\n'
  writeTree(copy, {
    'package.json': { type: 'module' },
    'bench/runner.ts': runner,
    'charts/chart.ts': runner,
    'charts/report/client/page.ts': 'export const page: Document = document\n',
    'shared/format/format.ts': runner,
    'shared/models/fets/user.ts':
      '/// <reference lib="dom" />\nexport const page: Document = document\n',
    'servers/fets/package.json': { type: 'module' },
    'servers/fets/hello.ts':
      '/// <reference lib="dom" />\nexport const page: Document = document\nexport const wrong: number = "text"\n',
  })
  // The types of Node and Bun; tsc's cache goes to another directory.
  writeTree(join(copy, 'node_modules'), { '.cache/readme.txt': '' })
  for (const name of ['@types', 'undici-types', 'bun-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  }
  const { status, stdout } = tsc(copy)
  assert.notEqual(status, 0)
  assert.deepEqual(
    stdout.split('\n').filter((line) => line.includes('error')),
    [
      "servers/fets/hello.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    ],
  )
})

test('a server excluded from the common check has its own tsconfig.json, or is not installed with the others', () => {
  const { exclude } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.servers.json'), 'utf8'))
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const folders = globSync(
    exclude.filter((pattern: string) => pattern.startsWith('servers/')),
    { cwd: ROOT },
  )
  assert.ok(folders.length > 0)
  for (const folder of folders.filter((each) => !workspaces.includes(`!${each}`)))
    assert.deepEqual(globSync('tsconfig.json', { cwd: join(ROOT, folder) }).length, 1, folder)
})
