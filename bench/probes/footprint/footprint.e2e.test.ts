import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { readMeasurement } from '../../../shared/format/measurement-file.ts'
import { footprint } from '../../../shared/probes/footprint.ts'
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
    peer: {},
    tester: {},
    torn: { dependencies: at('lost') },
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
      Object.entries(servers).flatMap(([name, own]) => [
        [`servers/${name}/package.json`, own],
        [`servers/${name}/update-user.ts`, ''],
      ]),
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
  const { status, output, complaints } = await commandLine(scratch, [
    'footprint',
    '--servers',
    'http-node,sample,torn-one,not-installed',
    '--servers-dir',
    join(scratch, 'servers'),
    '--out',
    out,
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  const { subjects, notInstalled } = readMeasurement(footprint, out)
  const sampleOf = (server: string) =>
    subjects.find(({ name }) => name === server)?.samples[0] ?? assert.fail(server)
  const nothing = { round: 1, values: { packages: 0, bytes: 0, build: null } }
  const evidence = { framework: false, largest: [], installScripts: [] }
  assert.deepEqual(sampleOf('http-node'), { ...nothing, evidence })
  const { values, evidence: found } = sampleOf('sample')
  assert.equal(values.packages, 3)
  assert.match(
    JSON.stringify(found),
    /"largest":\[\{"name":"web",.*"installScripts":\["dates@1\.0\.0"\]/,
  )
  assert.ok(Number(values.bytes) > 10_000)
  assert.ok(
    output.some((line) => /^torn-one: disqualified: .*lost/.test(line)),
    output.join('\n'),
  )
  assert.deepEqual(
    notInstalled.map(({ name }) => name),
    ['not-installed'],
  )
})
