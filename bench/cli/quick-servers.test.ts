import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  findServerFolders,
  type MissingServer,
  SERVERS_DIR,
  type Server,
} from '../folders/servers.ts'
import { assertWrongUsage, valuesFor } from '../test/cli.ts'
import { quickChoice, quickLines, quickOptions } from './quick-servers.ts'
import { serverOptions } from './server-options.ts'

const options = (...args: string[]) => valuesFor({ ...quickOptions, ...serverOptions }, ...args)
const folders = findServerFolders([SERVERS_DIR])
const names = (servers: readonly { name: string }[]) => servers.map(({ name }) => name)

/** All of the repository's servers, installed but for those named, and one of another directory. */
function possible(...missing: string[]) {
  const elsewhere = { ...folders[0], name: 'mine', directory: join('/elsewhere', 'mine') }
  return {
    installed: [...folders.filter(({ name }) => !missing.includes(name)), elsewhere] as Server[],
    notInstalled: folders.filter(({ name }) => missing.includes(name)) as MissingServer[],
    lacking: [],
  }
}

test('--quick measures eleven servers, with a stand-in for mion, and those of other directories', () => {
  const { installed } = quickChoice(possible(), options('--quick'))
  assert.equal(installed.length, 12)
  for (const name of ['http-node', 'http-bun', 'nest-express', 'mion', 'mine'])
    assert.ok(names(installed).includes(name))
  const chosen = quickChoice(possible('mion', 'koa'), options('--quick'))
  assert.ok(names(chosen.installed).includes('trpc'))
  assert.deepEqual(names(chosen.notInstalled), ['koa'], 'mion has a stand-in, koa none')
})

test('chosen servers are measured', () => {
  const all = possible()
  for (const args of ['', '--quick --all', '--quick --servers zod', '--quick --tag rpc'])
    assert.equal(quickChoice(all, options(...args.split(' ').filter(Boolean))), all)
})

test('before it begins a line says how many servers are measured, and how long all would take', () => {
  const lines = (...args: string[]) =>
    quickLines(possible(), options(...args), (servers) => 10 * servers)
  const [few, all] = ['12', String(folders.length + 1)]
  const [usual, ...others] = lines('--quick')
  assert.deepEqual(others, [])
  for (const token of [few, all, '--servers', '--all', 'about '])
    assert.ok(usual?.includes(token), String(usual))
  const [wide] = lines('--quick', '--all')
  for (const token of [few, all]) assert.ok(wide?.includes(token), String(wide))
  const seconds = [...(wide?.matchAll(/about (\d+) (s|min)/g) ?? [])].map(
    ([, number, unit]) => Number(number) * (unit === 'min' ? 60 : 1),
  )
  assert.ok((seconds[0] ?? 0) > (seconds[1] ?? 0), 'all take longer than the usual ones')
  assert.deepEqual([lines(), lines('--quick', '--servers', 'zod')], [[], []])
})

test('--all is nothing without --quick, nor beside a choice', async () => {
  for (const args of ['--all', '--all --quick --servers zod', '--all --quick --runtime bun'])
    await assertWrongUsage(['run', 'update-user', ...args.split(' ')], '--all', '--quick')
})
