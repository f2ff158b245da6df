/**
 * Every server that is installed keeps the contract and the laws, also where what is sent is arbitrary; the others are skipped
 * with the command that installs them.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { describeFailure } from './exchange.ts'
import { verify } from './verify.ts'

const folders = findServerFolders([SERVERS_DIR])
/** A start takes long on a machine that does other things too, and so does an answer. */
const limits = { startTimeout: 60_000, stopTimeout: 10_000 }
/** Some of the cases that `verify --fuzz` sends; the server that keeps the contract is there already. */
const fuzz = { inputs: 60, seed: 2, timeout: 20_000 }

for (const scenario of scenarios.values()) {
  describe(`the contract of ${scenario.name} is kept by`, { concurrency: 2 }, () => {
    // Those that load another one's file have its contract as well: one server shows that.
    const chosen = scenario.name === scenario.file ? folders : folders.filter(({ name }) => name === 'http-node')
    const { installed, notInstalled } = discoverServers(chosen, scenario.name)
    for (const server of installed) {
      test(server.name, async () => {
        const { failures, broken } = await verify(server, scenario, 2, { limits, fuzz })
        assert.equal(broken, null)
        assert.deepEqual(failures.map(describeFailure), [])
      })
    }
    for (const { name, install } of notInstalled) test(name, { skip: `not installed: ${install}` }, () => {})
  })
}
