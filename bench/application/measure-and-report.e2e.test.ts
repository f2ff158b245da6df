/** What a run has of the machine and of its orders, from its beginning to its end. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { quickProtocol } from '../measure/protocol.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bench-measure-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
// The machine's lock is in it: another run may go on meanwhile.
process.env.TMPDIR = scratch
const { measureAndReport } = await import('./measure-and-report.ts')

const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => name === 'http-node')
const { installed: servers } = discoverServers(folders, updateUser.name)
const protocol = { ...quickProtocol, connections: 10, secondPipelining: null, polling: false, seed: 1 }
const order = { scenario: updateUser, servers, notInstalled: [], protocol, isChoice: true, until: undefined }

test('a run has the machine until its result is written', async (t) => {
  const said: [line: string, isLocked: boolean][] = []
  const lock = join(scratch, 'rpc-validation-benchmarks.lock')
  t.mock.method(console, 'log', (line: string) => said.push([line, existsSync(lock)]))
  const out = join(scratch, 'a.json')
  const { status } = await measureAndReport({ ...order, quick: false, publish: true, repeats: undefined, out })
  assert.equal(status, 0)
  assert.deepEqual([existsSync(out), existsSync(lock)], [true, false])
  const [, isLocked] = said.find(([line]) => line.includes('written to')) ?? []
  assert.equal(isLocked, true)
})
