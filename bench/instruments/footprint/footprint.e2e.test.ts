import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { footprintStore, summarizeFootprint } from '../../../charts/instruments/footprint/format.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { disclosure } from '../../../shared/results/samples.ts'
import { commandLine } from '../../test/testing.ts'

test('footprint writes the packages of each server, and disqualifies a server with a missing transitive dependency', async (t) => {
  const scratch = temporaryDirectory(t)
  const bench = { router: false, ...disclosure, description: 'a sample' }
  const missing = { name: 'x', dependencies: { torn: '1.0.0' }, bench }
  writeTree(scratch, {
    'servers/torn-one/package.json': missing,
    'servers/torn-one/node_modules/torn/package.json': { version: '1.0.0', dependencies: { lost: '1' } },
    'servers/not-installed/package.json': { ...missing, dependencies: { absent: '1.0.0' } },
  })
  const out = join(scratch, 'footprint.json')
  const servers = ['--servers', 'http-node,express,torn-one,not-installed', '--servers-dir', join(scratch, 'servers')]
  const { status, output, complaints } = await commandLine(scratch, ['footprint', ...servers, '--out', out])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  const footprint = footprintStore.read(out)
  const summaryOf = (name: string) =>
    summarizeFootprint(footprint.servers.find((each) => each.name === name) ?? assert.fail(name), footprint)
  assert.equal(summaryOf('http-node').packages, 0)
  assert.ok(summaryOf('express').packages > 20 && summaryOf('express').bytes > 500_000)
  assert.ok(output.some((line) => /^torn-one: disqualified: lost, which .* needs, is not installed$/.test(line)))
  assert.deepEqual(
    footprint.notInstalled.map(({ name }) => name),
    ['not-installed'],
  )
})
