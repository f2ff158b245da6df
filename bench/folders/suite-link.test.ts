import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { linkSuite, suiteLink } from './suite-link.ts'

test('a folder that names the suite gets one ignored link, which follows the suite; others get nothing', (t) => {
  const directory = realpathSync(temporaryDirectory(t))
  const named = "import { parseUser } from 'rpc-bench/shared/models/user.ts'"
  writeTree(directory, { 'a/node_modules/b/index.js': named, 'a/hello.ts': '' })
  linkSuite(join(directory, 'a'))
  assert.ok(!existsSync(join(directory, 'node_modules')))
  writeTree(directory, { 'a/lib/users.ts': named })
  const link = suiteLink(join(directory, 'a'))
  linkSuite(join(directory, 'a'))
  assert.equal(readlinkSync(link), ROOT)
  assert.equal(readFileSync(join(directory, 'node_modules/.gitignore'), 'utf8'), '*\n')
  for (const old of [directory, join(directory, 'gone')]) {
    rmSync(link)
    symlinkSync(old, link)
    linkSuite(join(directory, 'a'))
    assert.equal(readlinkSync(link), ROOT)
  }
  // The package is installed there.
  rmSync(link)
  mkdirSync(join(link, 'kept'), { recursive: true })
  linkSuite(join(directory, 'a'))
  const inside = join(directory, 'a/node_modules/rpc-bench')
  assert.equal(readlinkSync(inside), ROOT)
  rmSync(inside)
  mkdirSync(join(inside, 'kept'), { recursive: true })
  assert.throws(() => linkSuite(join(directory, 'a')), UsageError)
})
