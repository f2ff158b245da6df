import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { instructions } from '../../../shared/probes/instructions.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import { countProcess, javascriptOf } from '../../counters/count-process.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { requestsFor } from '../../counters/requests.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
} from '../../folders/servers.ts'
import { detectPinning } from '../../machine/cpus.ts'
import { counterOrSkip } from '../../test/counting.ts'
import { faultyFolders } from '../../test/faulty/faulty-servers.ts'
import { measured } from '../../test/measured.ts'

/** The same server with a loop before each response. Without compilers its counts need no warm-up. */
function planted(directory: string, server: Server, rounds: number): Server {
  const entry = join(directory, `planted-${rounds}.mjs`)
  writeFileSync(
    entry,
    `const stringify = JSON.stringify
JSON.stringify = (...values) => {
  for (let i = 0; i < ${rounds}; i++) globalThis.sink = i
  return stringify(...values)
}
await import(${JSON.stringify(pathToFileURL(server.entry).href)})`,
  )
  return {
    ...server,
    entry,
    runtime: { ...server.runtime, args: ['--no-opt', '--no-maglev', '--no-sparkplug'] },
  }
}

test('a server with 1% more work differs significantly, and a copy does not', async (t) => {
  const counter = await counterOrSkip(t)
  if (!counter) return
  const directory = temporaryDirectory(t)
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), 'update-user')
  const [server] = chooseServers(installed, ['http-node']) as [Server]
  const { lanes } = lanesFor(detectPinning())
  // An emulated server is slow, so only few requests are counted.
  const protocol = { requests: 200, step: 50, shortestWarmUp: 150, longestWarmUp: 150 }
  const counting = {
    counter,
    protocol,
    ring: (each: Server) => requestsFor({ scenario: updateUser, protocol: { seed: 1 } }, each),
  }
  const counts = { plain: [] as number[], copy: [] as number[], more: [] as number[] }
  const [plain, more] = [planted(directory, server, 0), planted(directory, server, 21)]
  const subjects = { plain, copy: plain, more }
  const waiting = [1, 2, 3].flatMap(() => Object.keys(subjects) as (keyof typeof subjects)[])
  await Promise.all(
    lanes.map(async (cpus) => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        counts[name].push(javascriptOf(await countProcess(counting, subjects[name], cpus)))
      }
    }),
  )
  const ratio = (values: readonly number[]) => spreadOf(values).mean / spreadOf(counts.plain).mean
  t.diagnostic(`copy ${ratio(counts.copy)}, more ${ratio(counts.more)}, ${JSON.stringify(counts)}`)
  assert.ok(Math.abs(ratio(counts.copy) - 1) <= 0.005, `copy ${ratio(counts.copy)}`)
  assert.ok(ratio(counts.more) > 1.005 && ratio(counts.more) < 1.02, `more ${ratio(counts.more)}`)
})

test('a failing server is disqualified with one line, the others are measured, and no process is left', async (t) => {
  if (!(await counterOrSkip(t))) return
  const folders = faultyFolders('honest', 'throws-at-start')
  const options = ['update-user', '--processes', '1', '--requests', '200']
  const { status, output, named } = await measured(t, instructions, folders, options)
  assert.equal(status, 1)
  const [honest, faulty] = [named('honest'), named('throws-at-start')]
  assert.ok(Number(honest.samples[0]?.values.instructions) > 10_000)
  assert.deepEqual(faulty.samples, [])
  assert.match(faulty.disqualified ?? '', /^exited with status 1/)
  assert.ok(
    output.some((line) => line.startsWith('throws-at-start: disqualified: exited with status 1')),
  )
})
