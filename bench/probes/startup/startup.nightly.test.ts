/** Startup with faulty servers. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startup as probe } from '../../../shared/probes/startup.ts'
import { folderOf, foldersOf } from '../../test/faulty/faulty-servers.ts'
import { LATE, routes, startup } from '../../test/faulty/startup.ts'
import { measured } from '../../test/measured.ts'

const timeout = 240_000
const table = pathToFileURL(join(import.meta.dirname, '../../test/faulty/startup.ts'))

test('the start ends with the first correct response, and a server without one is disqualified', {
  timeout,
}, async (t) => {
  const options = ['--processes', '2', '--no-counts', '--no-deployed']
  const folders = foldersOf('startup', startup)
  const { status, output, named } = await measured(t, probe, folders, options)
  assert.equal(status, 1)
  for (const [name, { disqualified }] of Object.entries(startup)) {
    const server = named(name)
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
  for (const { values } of named('starts-honestly').samples) {
    assert.ok(Number(values.seconds) > 0)
    assert.equal(Number(values.peak) > 10e6, process.platform === 'linux')
  }
  for (const { values } of named('listens-too-early').samples)
    assert.ok(Number(values.seconds) > LATE / 2000)
})

test('a server with too few routes, or without validation, is disqualified', {
  timeout,
}, async (t) => {
  const folder = folderOf('startup', 'starts-honestly', { description: 'has routes' })
  const sourceOf = (name: string) =>
    `import { routes } from '${table}'\n\nroutes['${name}'].run()\n`
  const folders = Object.fromEntries(
    Object.keys(routes).map((name) => [name, { ...folder, 'routes.ts': sourceOf(name) }]),
  )
  const options = ['--processes', '1', '--no-counts', '--no-deployed', '--routes', '3']
  const { status, result, named } = await measured(t, probe, folders, options)
  assert.equal(status, 1)
  for (const [name, { disqualified }] of Object.entries(routes)) {
    const server = named(name)
    const three = result.subjects.find((each) => each.name === name && each.part === '3 routes')
    assert.equal(server.disqualified, null, `${name} is a correct server of the scenario`)
    if (disqualified) assert.match(three?.disqualified ?? '', disqualified)
    else assert.equal(three?.samples.length, 1, three?.disqualified ?? '')
  }
})
