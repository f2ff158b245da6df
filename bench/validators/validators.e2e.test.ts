import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine, runDirectory } from '../test/testing.ts'

test('a folder without steps and a runtime that there is not are wrong usage, told in one line', async (t) => {
  const scratch = runDirectory(t)
  const told = async (...args: string[]) => {
    const { status, complaints } = await commandLine(scratch, ['validators', ...args])
    assert.equal(status, 2)
    assert.equal(complaints.length, 1)
    return complaints[0] ?? ''
  }
  assert.match(await told('--libraries', 'koa'), /^no server called koa: there are arktype, /)
  assert.match(await told('--runtimes', 'node,quickjs'), /It takes node, bun, deno\.$/)
})
