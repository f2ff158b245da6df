/** The package, as a maintainer installs it: from its archive, in an empty folder. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { counterOrNone } from '../counters/counter.ts'
import { npm } from '../folders/package-manager.ts'
import { git } from './scripts.ts'

test('the package compares releases, and runs servers of the suite and of its user', async (t) => {
  const folder = temporaryDirectory(t)
  await npm(['pack', '--silent', '--pack-destination', folder], ROOT)
  const [archive = ''] = readdirSync(folder)
  writeTree(folder, { 'package.json': { private: true } })
  await npm(['install', '--no-audit', '--no-fund', `./${archive}`], folder)
  const { NODE_TEST_CONTEXT: _, INIT_CWD: __, ...env } = process.env
  const own = {
    PATH: `${dirname(process.execPath)}${delimiter}${env.PATH}`,
    XDG_CACHE_HOME: join(folder, 'cache'),
  }
  const bench = (...args: string[]) => {
    const program = join(folder, 'node_modules/.bin/rpc-bench')
    const options = { cwd: folder, env: { ...env, ...own }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(program, args, options)
    assert.equal(status, 0, `${stdout}\n${stderr}`)
    return stdout
  }
  const { counter } = await counterOrNone(true)
  const metric = counter ? ['--metric', 'validators'] : ['--metric', 'bundle']
  const compared = [...metric, '--processes', '4', '--out', 'versions.json', '--wait']
  bench('versions', 'valibot@1.4.0', 'valibot@1.5.0', ...compared)
  const { details } = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))
  assert.match(details.repeat, /^rpc-bench versions update-user valibot@1\.4\.0 valibot@1\.5\.0 /)

  writeTree(join(folder, 'theirs'), { 'package.json': { name: 'hono' } })
  git(join(folder, 'theirs'), 'init', '--quiet')
  bench('init', 'theirs', '--suite', `owner/suite@${'0'.repeat(40)}`)

  bench('new', 'mine', '--like', 'hono')
  await npm(['install', '--prefix', 'mine', '--no-audit', '--no-fund'], folder)
  const chosen = ['--servers', 'http-node,hono,./mine', '--out', 'run.json', '--wait']
  const output = bench('run', 'update-user', '--quick', ...chosen)
  for (const name of ['http-node', 'hono', 'mine'])
    assert.match(output, new RegExp(`\\b${name}\\b`))
})
