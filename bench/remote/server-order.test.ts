import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { findOrdered, orderOf } from './server-order.ts'

const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => name === 'http-node')
const [server] = discoverServers(folders, 'update-user').installed
assert.ok(server)
const order = orderOf(server)

test('a server that is ordered is found, under the name that it has in the run', () => {
  assert.equal(order.directory, 'servers/http-node')
  assert.deepEqual(findOrdered('update-user', order), server)
  const copy = findOrdered('update-user', { ...order, name: 'http-node.copy' })
  assert.deepEqual(copy, { ...server, name: 'http-node.copy' })
})

const different: [what: string, change: Partial<typeof order>, line: RegExp][] = [
  ['folder that is not there', { directory: 'servers/not-there' }, /^http-node: there is no server in \S+not-there$/],
  ['other file', { code: 'abc' }, /^http-node: its files are others than those here$/],
  ['other package', { packages: { ajv: '1.0.0' } }, /^http-node: its packages have other versions than here: npm ci$/],
  [
    'other runtime',
    { runtime: { name: 'node', version: '1.0.0' } },
    /^http-node is to run on node 1.0.0, and there is none/,
  ],
]
for (const [what, change, line] of different) {
  test(`a ${what} is named`, () => {
    const found = findOrdered('update-user', { ...order, ...change })
    assert.match(typeof found === 'string' ? found : '', line)
  })
}

test('a server without the scenario is named', () => {
  assert.equal(findOrdered('not-there', order), 'http-node has no file for not-there')
})
