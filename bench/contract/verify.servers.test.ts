/** Every server that is installed keeps the contract; the others are skipped with the command that installs them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { describeFailure } from './exchange.ts'
import { verify } from './verify.ts'

const folders = findServerFolders([SERVERS_DIR])
/** A start takes long on a machine that does other things too. */
const limits = { startTimeout: 60_000, stopTimeout: 10_000 }

for (const scenario of scenarios.values()) {
  // Those that load another one's file have its contract as well.
  if (scenario.name !== scenario.file) continue
  describe(`the contract of ${scenario.name} is kept by`, { concurrency: 2 }, () => {
    const { installed, notInstalled } = discoverServers(folders, scenario.name)
    for (const server of installed) {
      test(server.name, async () => {
        const { failures, broken } = await verify(server, scenario, 2, limits)
        assert.equal(broken, null)
        assert.deepEqual(failures.map(describeFailure), [])
      })
    }
    for (const { name, install } of notInstalled) test(name, { skip: `not installed: ${install}` }, () => {})
  })
}
