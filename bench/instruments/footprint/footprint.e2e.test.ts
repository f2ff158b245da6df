import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { footprintStore, summarizeFootprint } from '../../../charts/instruments/footprint/format.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { disclosure } from '../../../shared/test/samples.ts'
import { commandLine } from '../../test/testing.ts'

const bench = { router: false, ...disclosure, description: 'a sample' }
const [version, main] = ['1.0.0', 'index.js']

/** Packages in folders: npm needs no registry for them. */
const treeIn = (scratch: string) => {
  const at = (name: string) => ({ [name]: `file:${join(scratch, 'packages', name)}` })
  const packages = {
    web: { dependencies: at('dates'), devDependencies: at('tester'), peerDependencies: at('peer') },
    dates: { optionalDependencies: at('elsewhere'), scripts: { postinstall: 'exit 1' } },
    ...{ peer: {}, tester: {}, torn: { dependencies: at('lost') } },
  }
  const servers = {
    sample: {
      dependencies: { web: 'file:../../packages/web' },
      devDependencies: { tester: '1.0.0' },
      bench,
    },
    'torn-one': { dependencies: at('torn'), bench },
    'not-installed': { dependencies: { absent: '1.0.0' }, bench },
  }
  return {
    ...Object.fromEntries(
      Object.entries(packages).map(([name, own]) => [
        `packages/${name}/package.json`,
        { name, version, main, ...own },
      ]),
    ),
    'packages/web/index.js': 'x'.repeat(10_000),
    ...Object.fromEntries(
      Object.entries(servers).map(([name, own]) => [`servers/${name}/package.json`, own]),
    ),
    // A workspace's packages are not what is measured.
    'servers/sample/node_modules/web/package.json': {
      version,
      dependencies: { 'of-the-workspace': '1' },
    },
    'servers/torn-one/node_modules/torn/package.json': { version },
  }
}

test('footprint is that of a fresh install; what npm cannot install is disqualified', async (t) => {
  const scratch = temporaryDirectory(t)
  writeTree(scratch, treeIn(scratch))
  const out = join(scratch, 'footprint.json')
  const servers = [
    '--servers',
    'http-node,sample,torn-one,not-installed',
    '--servers-dir',
    join(scratch, 'servers'),
  ]
  const { status, output, complaints } = await commandLine(scratch, [
    'footprint',
    ...servers,
    '--out',
    out,
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  const footprint = footprintStore.read(out)
  const summaryOf = (name: string) =>
    summarizeFootprint(
      footprint.servers.find((each) => each.name === name) ?? assert.fail(name),
      footprint,
    )
  assert.deepEqual(summaryOf('http-node'), {
    packages: 0,
    largest: [],
    bytes: 0,
    installScripts: [],
  })
  const { packages, largest, installScripts } = summaryOf('sample')
  assert.deepEqual([packages, installScripts], [3, ['dates@1.0.0']])
  assert.equal(largest[0]?.name, 'web')
  assert.ok((largest[0]?.bytes ?? 0) > 10_000)
  assert.ok(
    output.some((line) => /^torn-one: disqualified: .*lost/.test(line)),
    output.join('\n'),
  )
  assert.deepEqual(
    footprint.notInstalled.map(({ name }) => name),
    ['not-installed'],
  )
})
