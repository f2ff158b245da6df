/** Starts among faulty servers. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { startupStore } from '../../shared/result/startup.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { Launch } from '../contenders/server-process.ts'
import { chooseServers, discoverServers, findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import type { Counter } from '../counters/counter.ts'
import type { FaultyServer } from '../test/faulty/faulty-server.ts'
import { folderOf } from '../test/faulty/faulty-servers.ts'
import { LATE, routes, startup, WRONG } from '../test/faulty/startup.ts'
import { commandLine, processesOf, runDirectory } from '../test/testing.ts'
import { startServers } from './start-servers.ts'

const timeout = 240_000
const table = pathToFileURL(join(import.meta.dirname, '../test/faulty/startup.ts'))

test('the start is the first right answer, and who never gives one is refused by name', { timeout }, async (t) => {
  const scratch = runDirectory(t)
  const servers = temporaryDirectory(t)
  for (const [name, faulty] of Object.entries<FaultyServer>(startup))
    writeTree(join(servers, name), folderOf('startup', name, faulty))
  const out = join(scratch, 'starts.json')
  const chosen = ['--servers-dir', servers, '--servers', Object.keys(startup).join(',')]
  const options = ['--processes', '2', '--counter', 'none', '--limit', '10', '--out', out]
  const { status, output, complaints } = await commandLine(scratch, ['startup', ...chosen, ...options])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  assert.deepEqual(processesOf(scratch), [])
  const result = startupStore.read(out)
  for (const [name, { expected }] of Object.entries<FaultyServer>(startup)) {
    const server = result.servers.find((each) => each.name === name) ?? assert.fail(name)
    if ('refused' in expected) {
      assert.match(server.refusal ?? '', expected.refused, name)
      assert.equal(server.summary, null)
      assert.equal(output.filter((line) => line.startsWith(`${name}: refused: `)).length, 2, name)
    } else {
      assert.equal(server.refusal, null, name)
      assert.equal(server.processes.length, 2, name)
    }
  }
  const processesNamed = (name: string) => result.servers.find((each) => each.name === name)?.processes ?? []
  for (const { seconds, listening, wrong, cpuSeconds, memory } of processesNamed('starts-honestly')) {
    assert.ok(seconds >= listening && listening > 0)
    assert.equal(wrong, 0)
    if (process.platform === 'linux') assert.ok((cpuSeconds ?? 0) > 0 && (memory ?? 0) > 10e6)
  }
  for (const { seconds, listening } of processesNamed('listens-too-early')) assert.ok(seconds - listening > LATE / 2000)
  for (const { wrong } of processesNamed('wrong-at-first')) assert.equal(wrong, WRONG)
})

test('who registers fewer routes than it says, or does not validate, is refused', { timeout }, async (t) => {
  const scratch = runDirectory(t)
  const servers = temporaryDirectory(t)
  for (const name of Object.keys(routes)) {
    const folder = folderOf('startup', 'starts-honestly', startup['starts-honestly'])
    const source = `import { routes } from '${table}'\n\nroutes['${name}'].run()\n`
    writeTree(join(servers, name), { ...folder, 'routes.ts': source })
  }
  const out = join(scratch, 'starts.json')
  const chosen = ['--servers-dir', servers, '--servers', Object.keys(routes).join(',')]
  const options = ['--processes', '1', '--counter', 'none', '--routes', '3', '--limit', '60', '--out', out]
  const { status } = await commandLine(scratch, ['startup', ...chosen, ...options])
  assert.equal(status, 1)
  assert.deepEqual(processesOf(scratch), [])
  const result = startupStore.read(out)
  for (const [name, { refused }] of Object.entries(routes)) {
    const server = result.servers.find((each) => each.name === name) ?? assert.fail(name)
    const [three] = server.routes
    assert.equal(server.refusal, null, `${name} is an honest server of the scenario`)
    if (refused) assert.match(three?.refusal ?? '', refused)
    else assert.equal(three?.processes.length, 1, three?.refusal ?? '')
  }
})

test('starts are counted as many at a time as there are lanes; who fails in two at once is refused once', {
  timeout,
}, async () => {
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), 'update-user')
  const servers = chooseServers(installed, ['http-node', 'express'])
  const lanes = [[0], [1]]
  const busy = new Set<number | undefined>()
  let most = 0
  const counter = {
    kind: 'qemu',
    emulates: true,
    async fromStart({ entry }: Launch, cpus: number[] | null) {
      const lane = cpus?.[0]
      assert.ok(!busy.has(lane), 'one at a time on a CPU')
      busy.add(lane)
      most = Math.max(most, busy.size)
      await new Promise((resolve) => setTimeout(resolve, 20))
      busy.delete(lane)
      if (entry.includes('express')) throw new Error('it was not counted')
      return { javascript: 1_000, others: 0 }
    },
  } as unknown as Counter
  const plan = {
    ...{ scenario: updateUser, servers, withRoutes: [], routes: [], cpus: null, polling: false, limit: 30, seed: 1 },
    ...{ processes: 1, routeProcesses: 0, discarded: 0, counter, lanes, counted: 4, routeCounted: 0 },
  }
  const refused: string[] = []
  const started = await startServers(plan, {
    started: () => {},
    counted: () => {},
    refused: ({ server }, reason) => refused.push(`${server.name}: ${reason}`),
  })
  assert.equal(most, 2)
  assert.deepEqual(refused, ['express: it was not counted'])
  assert.deepEqual(
    started.map(({ name, counted, refusal }) => [name, counted.length, refusal]),
    [
      ['express', 0, 'it was not counted'],
      ['http-node', 4, null],
    ],
  )
})
