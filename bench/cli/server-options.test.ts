import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { hello } from '../../shared/scenarios/hello.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { disclosure } from '../../shared/test/samples.ts'
import type { MissingServer } from '../folders/servers.ts'
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

test('a requested server that is not installed or lacks the scenario is named and sets the exit status', () => {
  const all = options('--servers', 'valibot,http-node')
  const found = chosenServers(hello, all, 'http-node')
  assert.deepEqual(names(found.installed), ['http-node'])
  assert.deepEqual(leftOutLines(found, hello), ['valibot: skipped for hello, no file hello.ts'])
  assert.equal(missingServersStatus(found, all, false), 1)
  assert.equal(
    missingServersStatus(found, all, true),
    0,
    'with all scenarios, lacking one is usual',
  )
  const filter = options('--tag', 'rpc,unmaintained')
  const filtered = chosenServers(hello, filter, 'http-node')
  assert.deepEqual(leftOutLines(filtered, hello), [], 'a filter requests no server by name')
  assert.equal(missingServersStatus(filtered, filter, false), 0)
  const absent = { ...found, lacking: [], notInstalled: [{ name: 'lost' } as MissingServer] }
  assert.equal(missingServersStatus(absent, options('--servers', 'lost'), true), 1)
  assert.equal(missingServersStatus(absent, options(), false), 0)
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
