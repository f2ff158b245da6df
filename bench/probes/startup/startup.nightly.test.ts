/** Startup with faulty servers. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { readMeasurement } from '../../../shared/format/measurement-file.ts'
import { startup as probe } from '../../../shared/probes/startup.ts'
import { folderOf } from '../../test/faulty/faulty-servers.ts'
import { LATE, routes, startup } from '../../test/faulty/startup.ts'
import { commandLine, processesOf, runDirectory } from '../../test/testing.ts'

const timeout = 240_000
const table = pathToFileURL(join(import.meta.dirname, '../../test/faulty/startup.ts'))

test('the start ends with the first correct response, and a server without one is disqualified', {
  timeout,
}, async (t) => {
  const scratch = runDirectory(t)
  const servers = temporaryDirectory(t)
  for (const [name, faulty] of Object.entries(startup))
    writeTree(join(servers, name), folderOf('startup', name, faulty))
  const out = join(scratch, 'starts.json')
  const chosen = ['--servers-dir', servers, '--servers', Object.keys(startup).join(',')]
  const options = ['--processes', '2', '--no-counts', '--no-deployed', '--out', out]
  const { status, output, complaints } = await commandLine(scratch, [
    'startup',
    ...chosen,
    ...options,
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  assert.deepEqual(processesOf(scratch), [])
  const result = readMeasurement(probe, out)
  for (const [name, { disqualified }] of Object.entries(startup)) {
    const server = result.subjects.find((each) => each.name === name) ?? assert.fail(name)
    if (disqualified) {
      assert.match(server.disqualified ?? '', disqualified, name)
      assert.equal(
        output.filter((line) => line.startsWith(`${name}: disqualified: `)).length,
        2,
        name,
      )
    } else {
      assert.equal(server.disqualified, null, name)
      assert.equal(server.samples.length, 2, name)
    }
  }
  const processesNamed = (name: string) =>
    result.subjects.find((each) => each.name === name)?.samples ?? []
  for (const { values } of processesNamed('starts-honestly')) {
    assert.ok(Number(values.seconds) > 0)
    if (process.platform === 'linux') assert.ok(Number(values.peak) > 10e6)
  }
  for (const { values } of processesNamed('listens-too-early'))
    assert.ok(Number(values.seconds) > LATE / 2000)
})

test('a server with too few routes, or without validation, is disqualified', {
  timeout,
}, async (t) => {
  const scratch = runDirectory(t)
  const servers = temporaryDirectory(t)
  for (const name of Object.keys(routes)) {
    const folder = folderOf('startup', 'starts-honestly', { description: 'has routes' })
    const source = `import { routes } from '${table}'\n\nroutes['${name}'].run()\n`
    writeTree(join(servers, name), { ...folder, 'routes.ts': source })
  }
  const out = join(scratch, 'starts.json')
  const chosen = ['--servers-dir', servers, '--servers', Object.keys(routes).join(',')]
  const options = [
    '--processes',
    '1',
    '--no-counts',
    '--no-deployed',
    '--routes',
    '3',
    '--out',
    out,
  ]
  const { status } = await commandLine(scratch, ['startup', ...chosen, ...options])
  assert.equal(status, 1)
  assert.deepEqual(processesOf(scratch), [])
  const result = readMeasurement(probe, out)
  for (const [name, { disqualified }] of Object.entries(routes)) {
    const server = result.subjects.find((each) => each.name === name) ?? assert.fail(name)
    const three = result.subjects.find((each) => each.name === name && each.part === '3 routes')
    assert.equal(server.disqualified, null, `${name} is a correct server of the scenario`)
    if (disqualified) assert.match(three?.disqualified ?? '', disqualified)
    else assert.equal(three?.samples.length, 1, three?.disqualified ?? '')
  }
})
