import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders } from '../folders/servers.ts'
import { folderOf } from '../test/faulty/faulty-servers.ts'
import { memory } from '../test/faulty/memory.ts'
import { heapsOf } from './growth.ts'

test('what requests leak grows the heap, what they free does not', async (t) => {
  const directory = temporaryDirectory(t)
  for (const name of ['holds-nothing', 'leaks-and-slows'])
    writeTree(join(directory, name), folderOf('memory', name, memory[name] ?? assert.fail()))
  const { installed } = discoverServers(findServerFolders([directory]), updateUser.name)
  const plan = { scenario: updateUser, protocol: { seed: 1 } }
  const [none, leaked] = await Promise.all(
    installed.map(async (server) => {
      const { before, after } = await heapsOf(server, null, plan, { before: 100, counted: 300 })
      return (after - before) / 300
    }),
  )
  // It leaks a kilobyte per request.
  assert.ok(Number(leaked) - Number(none) > 900, `${none} and ${leaked} bytes per request`)
})
