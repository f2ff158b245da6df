import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine, runDirectory } from '../../test/testing.ts'

test('the new folder passes the contract with the printed commands', { timeout: 60_000 }, async (t) => {
  const scratch = runDirectory(t)
  const directory = join(scratch, 'my/servers')
  const args = ['new', 'mine', '--like', 'http-node', '--servers-dir', directory]
  const { status, output, complaints } = await commandLine(scratch, args)
  assert.deepEqual([status, complaints], [0, []])
  assert.match(output[0] ?? '', /^made .*\/mine from http-node: package\.json, .*update-user\.ts, .*\. Now:$/)
  assert.equal(output[2], `2. npm install --prefix ${directory}/mine`)
  const command = /^3\. npm run bench -- (.*) --watch$/.exec(output[3] ?? '')?.[1]?.split(' ') ?? []
  const one = command.map((word) => (word === 'all' ? 'update-user' : word))
  const verified = await commandLine(scratch, one)
  assert.deepEqual([verified.status, verified.complaints], [0, []])
  assert.ok(verified.output.includes('ok    mine'))
})
