/** Tests the contracts of every installed server. The others are skipped, with the command that installs them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import {
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type ServerFolder,
} from '../folders/servers.ts'
import { describeFailure } from '../verify/exchange.ts'
import { verify } from '../verify/verify.ts'
import { COMPILED } from './testing.ts'

/** Generous, for a busy machine. */
const limits = { startTimeout: 60_000, stopTimeout: 10_000 }
/** A small part of the cases of `verify --fuzz`. */
const fuzz = { inputs: 60, seed: 2 }

/** `thorough`: contract, invariants and arbitrary inputs; `null`: skipped. */
type Depth = 'thorough' | 'contract' | null

export function testContracts(depthOf: (server: ServerFolder, scenario: string) => Depth): void {
  const folders = findServerFolders([SERVERS_DIR])
  for (const scenario of scenarios.values()) {
    describe(`the contract of ${scenario.name} is kept by`, { concurrency: 2 }, () => {
      // Scenarios with the same file share its contract, so one server is enough for the others.
      const sharing =
        scenario.name === scenario.file
          ? folders
          : folders.filter(({ name }) => name === 'http-node')
      const chosen = sharing.filter((folder) => depthOf(folder, scenario.name) !== null)
      const { installed, notInstalled } = discoverServers(chosen, scenario.name)
      for (const server of installed) {
        test(server.name, async () => {
          const isThorough = depthOf(server, scenario.name) === 'thorough'
          const options = isThorough ? { limits, fuzz } : { limits, invariants: false }
          const cached = { ...server, env: COMPILED }
          const { failures, broken } = await verify(cached, scenario, 2, options)
          assert.equal(broken, null)
          assert.deepEqual(failures.map(describeFailure), [])
        })
      }
      for (const { name, install } of notInstalled)
        test(name, { skip: `not installed: ${install}` }, () => {})
    })
  }
}
