import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { versionsStore } from '../../../charts/instruments/versions/format.ts'
import { sampleVersions } from '../../../charts/test/versions.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { detectPinning } from '../../host/cpus.ts'
import { npm } from '../../host/package-manager.ts'
import { chooseServers, findServerFolders, SERVERS_DIR, type Server, type ServerFolder } from '../../host/servers.ts'
import type { ProtocolChoices } from '../../run/protocol.ts'
import { counterOrSkip } from '../../test/counting.ts'
import { commandLine, filesIn, processesOf, runDirectory } from '../../test/testing.ts'
import { SHORT_VERSIONS, TINY, tinyDirectory } from '../../test/tiny-package.ts'
import { loadMetric } from './metrics.ts'
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
  assert.equal(versions.verdicts[0]?.verdict, 'slower')
  assert.ok(output.some((line) => line.startsWith('worse: requests/s slower, ')))
  assert.match(readFileSync(summary, 'utf8'), /\*\*worse: requests\/s slower, .*20%/)
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
  const servers: Server[] = []
  for (const [label, of] of Object.entries({ first: 'copy', copy: 'copy', more: 'planted' })) {
    const spec = parseSpec(`valibot@file:${join(directory, of)}`, (path) => path)
    const place = await makePlace({ workshop, name: label, spec, label, folder, pack: undefined, tools: [] })
    const server = place.server(updateUser.name)
    // Without compilers, counts settle soon.
    const args = ['--no-opt', '--no-maglev', '--no-sparkplug']
    servers.push({ ...server, runtime: { ...server.runtime, args } })
  }
  const amounts = { requests: 400, step: 200, shortestWarmUp: 400, longestWarmUp: 2_000 }
  const instructions = await loadMetric('instructions')
  const plan = { folder, counter, amounts, scenario: updateUser, processes: 4, pinning: detectPinning(), lanes: [null] }
  const verdictOf = async (second: Server) => {
    const sides = () => [servers[0] as Server, second]
    const { rows } = await instructions.measure({ ...plan, run: {} as ProtocolChoices, servers: sides })
    const { threshold, exact, larger } = instructions
    const measured = { metric: 'instructions', threshold, exact, larger, how: '', notMeasured: null, rows }
    return sampleVersions({ more: [measured] }).verdicts[0] ?? assert.fail()
  }
  const [copy, more] = [await verdictOf(servers[1] as Server), await verdictOf(servers[2] as Server)]
  t.diagnostic(`copy ${JSON.stringify(copy)}, more ${JSON.stringify(more)}`)
  // One process of four in another state leaves it undecided.
  assert.ok(!['slower', 'faster'].includes(copy.verdict), copy.verdict)
  assert.equal(more.verdict, 'slower')
  assert.ok(more.ratio > 1.005 && more.ratio < 1.02, `${more.ratio}`)
})
