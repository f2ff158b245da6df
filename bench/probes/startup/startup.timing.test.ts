import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
} from '../../folders/servers.ts'
import { countFirstResponse, openingRequests } from '../../measure/first-response.ts'
import { counterOrSkip } from '../../test/counting.ts'

test('instructions count from the start of the process', async (t) => {
  const counter = await counterOrSkip(t)
  if (!counter) return
  const directory = temporaryDirectory(t)
  const [server] = chooseServers(
    discoverServers(findServerFolders([SERVERS_DIR]), 'update-user').installed,
    ['http-node'],
  ) as [Server]
  /** The same server with a loop at its start. */
  const after = (rounds: number) => {
    const entry = join(directory, `after-${rounds}.mjs`)
    const loop = `for (let i = 0; i < ${rounds}; i++) globalThis.sink = i`
    writeFileSync(
      entry,
      `${loop}\nawait import(${JSON.stringify(pathToFileURL(server.entry).href)})`,
    )
    return { runtime: server.runtime, entry }
  }
  const ring = openingRequests(updateUser, 'plain', 1)
  const count = (rounds: number) =>
    countFirstResponse(counter, after(rounds), null, { ring, first: 1, limit: 240 })
  const [plain, busy] = [await count(0), await count(50_000_000)]
  t.diagnostic(`${plain} and ${busy}`)
  assert.ok(plain > 20e6, 'a runtime starts')
  assert.ok(busy - plain > 50e6, 'each iteration is at least one instruction')
})
