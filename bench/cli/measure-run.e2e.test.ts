/** A run in the process of the test, from its lock to its result. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { readResult } from '../../shared/results/file.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../host/servers.ts'
import { writingTo } from '../terminal/output.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bench-measure-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
// The machine's lock is in it: another run may go on meanwhile.
process.env.TMPDIR = scratch
const { measureRun } = await import('./measure-run.ts')

const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => name === 'http-node')
const { installed: servers } = discoverServers(folders, updateUser.name)
const short = { durationSeconds: 0.3, sliceSeconds: 0.3, warmupSeconds: 0, rounds: 1 }
const protocol = { ...defaultProtocol, ...short, connections: 10, polling: false, seed: 1 }
const order = { scenario: updateUser, servers, notInstalled: [], protocol }

test('a run has the machine until its result is written', async () => {
  const said: [text: string, isLocked: boolean][] = []
  const out = join(scratch, 'a.json')
  const lock = join(scratch, 'rpc-validation-benchmarks.lock')
  const sink = { write: (text: string) => said.push([text, existsSync(lock)]) }
  const status = await writingTo({ out: sink, err: sink }, () =>
    measureRun({ ...order, quick: true, publish: true, out }),
  )
  assert.equal(status, 0)
  const { rounds, quick } = readResult(out)
  assert.deepEqual([rounds.length, quick], [1, true])
  assert.ok(said.some(([text]) => /│ tier │ server .*│\s+1 │ http-node │.*│ +1\.0 │/s.test(text)))
  assert.equal(existsSync(lock), false)
  const [, isLocked] = said.find(([text]) => text.includes('written to')) ?? []
  assert.equal(isLocked, true)
  assert.ok(!said.some(([text]) => /^(not )?published /.test(text)), 'what has a file of its own is not published')
})
