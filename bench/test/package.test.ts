/** What `npm pack` puts into the package. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { manifestOf } from '../folders/package-json.ts'
import { npm } from '../folders/package-manager.ts'
import { findServerFolders, SERVERS_DIR } from '../folders/servers.ts'

const { dependencies = {} } = manifestOf(ROOT)

test('the package is small, and has what the program reads but no tests, results or builds', async () => {
  const packed = JSON.parse(await npm(['pack', '--dry-run', '--json'], ROOT))
  const [{ size, files }] = Object.values<{ size: number; files: { path: string }[] }>(packed) as [
    { size: number; files: { path: string }[] },
  ]
  assert.ok(size < 1_500_000, `${size} bytes`)
  const paths = files.map(({ path }) => path)
  for (const path of [
    ...['bench/rpc-bench.mjs', 'bench/node.mjs', 'bench/commands/main.ts', 'tsconfig.base.json'],
    ...['bench/counters/qemu-plugin.c', 'bench/probes/validators/worker.ts'],
    ...['servers/hono/update-user.ts', 'validators/yup/steps.ts', 'shared/models/zod/account.ts'],
  ])
    assert.ok(paths.includes(path), path)
  const superfluous = /\.test\.ts$|(^|\/)(dist|fixtures|node_modules|test)\/|^(bench\/ci|results)\//
  assert.deepEqual(
    paths.filter((path) => superfluous.test(path)),
    [],
  )
})

test('it depends on few packages, and on none that a server is about', () => {
  const names = Object.keys(dependencies)
  assert.ok(names.length <= 25, `${names.length}`)
  const measured = findServerFolders([SERVERS_DIR]).map(({ manifest }) => manifest.package)
  // The suite describes its files with zod.
  assert.deepEqual(
    names.filter((name) => measured.includes(name)),
    ['zod'],
  )
})
