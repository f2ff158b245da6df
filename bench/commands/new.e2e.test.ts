import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine, runDirectory } from '../test/testing.ts'
import { makeFolder } from './new.ts'

test('a new folder passes the contract with the printed command, on each runtime, even after a move', {
  timeout: 60_000,
}, async (t) => {
  const scratch = runDirectory(t)
  const serversDir = join(scratch, 'my/servers')
  const text = makeFolder('mine', { like: 'http-node', serversDir })
  for (const like of ['http-bun', 'http-deno']) makeFolder(`mine.${like}`, { like, serversDir })
  assert.match(
    text,
    /^created .*\/mine from http-node: package\.json, .*update-user\.ts, .*\. Now:\n/,
  )
  assert.ok(text.includes(`\n2. npm install --prefix ${serversDir}/mine\n`))
  const moved = join(scratch, 'moved')
  renameSync(serversDir, moved)
  const [, command = ''] = /^3\. npm run bench -- (.*) --watch$/m.exec(text) ?? []
  const names = ['mine', 'mine.http-bun', 'mine.http-deno']
  const words: Record<string, string> = {
    all: 'update-user',
    [join(serversDir, 'mine')]: names.map((name) => join(moved, name)).join(','),
  }
  const verified = await commandLine(
    scratch,
    command.split(' ').map((word) => words[word] ?? word),
  )
  assert.deepEqual([verified.status, verified.complaints], [0, []])
  for (const name of names) assert.ok(verified.output.includes(`ok    ${name}`), name)
})
