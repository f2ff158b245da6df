/** Servers with a native binary, which may lack the ABI of the pinned Node. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import { type Discovery, discoverServers, findServerFolders } from './servers.ts'

const node = findRuntime('node') ?? assert.fail()
const older: Runtime = { ...node, args: ['--title=older'], label: 'node@24', version: '24.21.0' }
const both: typeof findRuntime = (_, major) => (major === undefined ? node : older)
const pinnedAlone: typeof findRuntime = (_, major) => (major === undefined ? node : undefined)

function discover(
  t: TestContext,
  source: string,
  native: boolean,
  find: typeof findRuntime,
): Discovery {
  const directory = temporaryDirectory(t)
  const bench = { router: true, ...disclosure, description: 'a server', package: 'addon', native }
  writeTree(directory, {
    'a/package.json': { bench, dependencies: { addon: '1.0.0' } },
    'a/update-user.ts': '',
    'a/node_modules/addon/package.json': { name: 'addon', version: '1.0.0', main: 'index.js' },
    'a/node_modules/addon/index.js': source,
  })
  return discoverServers(findServerFolders([directory]), 'update-user', find)
}

/** Fails like packages with a binary per ABI, but none for this one. */
const LACKING = `if (process.title !== 'older') throw new Error('no binary')`

test('runs on the pinned Node if its package has a binary for it', (t) => {
  const [server] = discover(t, '', true, both).installed
  assert.deepEqual([server?.runtime.label, server?.otherNode], ['node', null])
})

test('runs on Node 24 if its package has none, with the reason', (t) => {
  const [server] = discover(t, LACKING, true, both).installed
  const reason = `addon does not load on Node ${node.version}`
  assert.deepEqual([server?.runtime.label, server?.otherNode], ['node@24', reason])
})

test('is not installed without Node 24, and the command installs Node 24', (t) => {
  const { installed, notInstalled } = discover(t, LACKING, true, pinnedAlone)
  assert.deepEqual(installed, [])
  const command = /^npm install --prefix runtimes\/node-24 --no-save node-\S+@24\.\d+\.\d+$/
  assert.match(notInstalled[0]?.install ?? '', command)
})

test('is not installed if its package has no binary for the system', (t) => {
  const { installed, notInstalled } = discover(
    t,
    `throw new Error('GLIBC_2.38 not found')`,
    true,
    both,
  )
  assert.deepEqual(installed, [])
  assert.equal(notInstalled[0]?.missing, 'a system on which addon loads')
})

test('a package is not loaded unless the manifest declares it native', (t) => {
  assert.equal(discover(t, LACKING, false, both).installed[0]?.runtime.label, 'node')
})
