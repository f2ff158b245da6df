import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { versionsStore } from '../../../charts/instruments/versions/format.ts'
import { versionsVerdicts } from '../../../charts/instruments/versions/verdict.ts'
import { sampleVersions } from '../../../charts/test/versions.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { detectPinning } from '../../host/cpus.ts'
import { npm } from '../../host/npm.ts'
import { chooseServers, findServerFolders, SERVERS_DIR, type ServerFolder } from '../../host/servers.ts'
import { counterOrSkip } from '../../test/counting.ts'
import { commandLine, filesIn, processesOf, runDirectory } from '../../test/testing.ts'
import { SHORT_VERSIONS, TINY, tinyDirectory } from '../../test/tiny-package.ts'
import { countBoth } from './metrics.ts'
import { makePlace } from './place.ts'
import { parseSpec } from './spec.ts'

test('a much slower version fails the gate, and nothing is left behind', async (t) => {
  const [directory, scratch] = [tinyDirectory(t), runDirectory(t)]
  const kept = temporaryDirectory(t)
  await npm(['pack', '--loglevel=error', '--pack-destination', directory], join(directory, 'fair'))
  const [out, summary] = [join(kept, 'versions.json'), join(kept, 'summary.md')]
  const specs = [`${TINY}@file:${directory}/${TINY}-1.0.0.tgz`, `${TINY}@file:${directory}/slow`]
  const files = ['--servers-dir', join(directory, 'servers'), '--out', out, '--summary', summary]
  const { status, output, complaints } = await commandLine(scratch, [
    ...['versions', ...specs, ...SHORT_VERSIONS, ...files],
    ...['--fail-below', '20%', '--labels', 'base,head'],
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  const versions = versionsStore.read(out)
  assert.deepEqual([versions.first.label, versions.second.label], ['base', 'head'])
  assert.deepEqual([versions.first.spec, versions.second.spec], [`${TINY}@file:${TINY}-1.0.0.tgz`, `${TINY}@file:slow`])
  assert.deepEqual(versions.first.packages, [`${TINY}@1.0.0`])
  const [verdict] = versionsVerdicts(versions)
  assert.equal(verdict?.verdict, 'worse')
  assert.ok(output.some((line) => line.startsWith('gate failed: slower by more than 20% with confidence: requests/s')))
  assert.match(readFileSync(summary, 'utf8'), /\*\*gate failed: slower by more than 20%/)
  assert.deepEqual(filesIn(scratch), [])
  assert.deepEqual(processesOf(scratch), [])
})

/** Iterations per call: about 1% of this server's instructions per request without compilers. */
const ROUNDS = 24

test('1% more instructions in a copy of a real package are significant, an exact copy is not', async (t) => {
  const counter = await counterOrSkip(t)
  if (!counter) return
  const directory = temporaryDirectory(t)
  for (const name of ['copy', 'planted']) {
    cpSync(join(ROOT, 'node_modules/valibot'), join(directory, name), { recursive: true })
  }
  const module = join(directory, 'planted/dist/index.mjs')
  const source = readFileSync(module, 'utf8')
  const planted = source.replace(
    /\nfunction safeParse\([^)]*\) \{\n/,
    (head) => `${head}  for (let i = 0; i < ${ROUNDS}; i++) globalThis.sink = i\n`,
  )
  assert.notEqual(planted, source)
  writeFileSync(module, planted)
  const workshop = temporaryDirectory(t)
  const [folder] = chooseServers(findServerFolders([SERVERS_DIR]), ['valibot']) as [ServerFolder]
  const servers = []
  for (const [label, of] of Object.entries({ first: 'copy', copy: 'copy', more: 'planted' })) {
    const spec = parseSpec(`valibot@file:${join(directory, of)}`, (path) => path)
    const { server } = await makePlace({ workshop, name: label, spec, label, folder, scenario: updateUser })
    // Without compilers, counts need no warm-up.
    const args = ['--no-opt', '--no-maglev', '--no-sparkplug']
    servers.push({ ...server, runtime: { ...server.runtime, args } })
  }
  const amounts = { requests: 400, step: 50, shortestWarmUp: 150, longestWarmUp: 150 }
  const counts = await countBoth({
    counter,
    amounts,
    scenario: updateUser,
    servers,
    processes: 3,
    pinning: detectPinning(),
  })
  const verdictOf = (label: string) => {
    const { first, second, ...sample } = sampleVersions({})
    const sides = { first: { ...first, label: 'first' }, second: { ...second, label } }
    const [verdict] = versionsVerdicts(versionsStore.complete({ ...sample, ...sides, counts }))
    return verdict ?? assert.fail()
  }
  const [copy, more] = [verdictOf('copy'), verdictOf('more')]
  t.diagnostic(`copy ${JSON.stringify(copy)}, more ${JSON.stringify(more)}`)
  assert.equal(copy.verdict, 'no difference shown')
  assert.equal(more.verdict, 'worse')
  assert.ok(more.ratio > 1.005 && more.ratio < 1.02, `${more.ratio}`)
})
