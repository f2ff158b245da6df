import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { hello } from '../../shared/scenarios/hello.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { findRuntime } from '../machine/runtimes.ts'
import { valuesFor } from '../test/cli.ts'
import {
  chosenFolders,
  chosenServers,
  leftOutLines,
  missingServersStatus,
  onRuntimes,
  scenariosFor,
  serverOptions,
} from './server-options.ts'

const options = (...args: string[]) => valuesFor(serverOptions, ...args)

const names = (servers: readonly { name: string }[]) => servers.map(({ name }) => name)
const chosen = (...args: string[]) =>
  names(chosenServers(updateUser, options(...args), 'http-node').installed)

test('filters keep the baseline, unless servers are named', () => {
  assert.deepEqual(chosen('--tag', 'unmaintained').slice(0, 1), ['http-node'])
  assert.throws(() => chosen('--tag', 'unmaintained', '--servers', 'hono'), UsageError)
})

test('--tag takes tags of the manifests', (t) => {
  const directory = temporaryDirectory(t)
  const bench = { router: true, ...disclosure, description: 'a server' }
  writeTree(directory, {
    'a/package.json': { bench: { ...bench, tags: ['odd'] } },
    'b/package.json': { bench },
  })
  assert.deepEqual(names(chosenFolders(options('--servers-dir', directory, '--tag', 'odd,even'))), [
    'a',
  ])
})

test('a requested server without the scenario is named and sets the exit status', () => {
  const take = (...args: string[]) => {
    const all = options(...args)
    const found = chosenServers(hello, all, 'http-node')
    return {
      ...found,
      line: leftOutLines(found, hello),
      status: missingServersStatus(found, all, false),
      chosen: all,
    }
  }
  const missed = take('--servers', 'valibot,http-node')
  assert.deepEqual(names(missed.installed), ['http-node'])
  assert.deepEqual(
    [missed.line, missed.status],
    [['valibot: skipped for hello, no file hello.ts'], 1],
  )
  assert.equal(
    missingServersStatus(missed, missed.chosen, true),
    0,
    'with all scenarios, lacking one does not count',
  )

  const filtered = take('--tag', 'rpc,unmaintained')
  assert.deepEqual([filtered.line, filtered.status], [[], 0], 'a filter requests no server by name')
})

test('--runtime moves servers of Node to another runtime, under another name', (t) => {
  if (!findRuntime('bun')) return t.skip('no bun')
  assert.deepEqual(chosen('--servers', 'express,http-bun', '--runtime', 'bun'), [
    'express (bun)',
    'http-bun',
  ])
  const { installed } = chosenServers(
    updateUser,
    options('--servers', 'express', '--runtime', 'node,bun'),
  )
  assert.deepEqual(
    installed.map(({ name, runtime, manifest }) => [name, runtime.name, manifest.name]),
    [
      ['express', 'node', 'express'],
      ['express (bun)', 'bun', 'express (bun)'],
    ],
  )
})

test('--runtime node keeps a server on the Node that its binary needs', () => {
  const [server] = chosenServers(updateUser, options('--servers', 'express')).installed
  assert.ok(server)
  const older = { ...server.runtime, label: 'node@24', version: '24.21.0' }
  const native = { ...server, runtime: older, otherNode: 'no binary' }
  assert.deepEqual(onRuntimes([native], options('--runtime', 'node').runtime), [native])
})

test('without a chosen server on the runtime, there is nothing to measure', () => {
  assert.throws(() => chosen('--servers', 'http-bun', '--runtime', 'node'), UsageError)
})

test('the scenarios of the chosen servers are those with a file in one of them', () => {
  const scenarios = names(scenariosFor('all', options('--servers', 'trpc')))
  assert.ok(
    scenarios.includes('update-user') &&
      scenarios.includes('reject') &&
      !scenarios.includes('route-params'),
  )
})
