/** Servers that need more memory than a limit. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { BY_FLAGS, KILLED } from '../../../shared/probes/memory-limits.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { chooseServers, discoverServers, findServerFolders } from '../../folders/servers.ts'
import { foldersOf } from '../../test/faulty/faulty-servers.ts'
import { limits } from '../../test/faulty/limits.ts'
import { ownRunDirectory, processesOf } from '../../test/testing.ts'
import { leastLimit, limitedBy } from './limits.ts'

const by = await limitedBy()
// Those of the runtimes: copies would have to be read from the disk, which may be slow.
const executables = { use: <T>(own: string, work: (copy: string) => Promise<T>) => work(own) }
const PLAN = {
  ...{ scenario: updateUser, rate: 100, seconds: 0.2, idle: 0, seed: 1 },
  ...{ points: [], soak: false, cpus: null },
  // However busy the machine is.
  stall: 100,
}

for (const limitedBy of new Set([by, BY_FLAGS]))
  test(`what needs more memory than a limit is stopped, with its reason: by ${limitedBy}`, async (t) => {
    const scratch = ownRunDirectory(t)
    const directory = temporaryDirectory(t)
    for (const [name, files] of Object.entries(foldersOf('limits', limits)))
      writeTree(join(directory, name), files)
    const { installed } = discoverServers(findServerFolders([directory]), 'update-user')
    const means = { executables, limits: limitedBy }
    const least = Object.fromEntries(
      await Promise.all(
        chooseServers(installed, Object.keys(limits)).map(async (server) => {
          const { fits, less } = await leastLimit(server, PLAN, means)
          return [server.name, [fits, less?.replace(/\d{3} MiB$/, '…')]]
        }),
      ),
    )
    const reason = limitedBy === BY_FLAGS ? 'takes …' : KILLED
    assert.deepEqual(least, {
      'fits-in-the-least': [128, undefined],
      'grows-under-load': [256, `128 MiB: ${reason}`],
      'loses-a-helper': [512, `256 MiB: ${reason}`],
      'fits-in-none': [null, `512 MiB: ${reason}`],
    })
    assert.deepEqual(processesOf(scratch), [])
  })
