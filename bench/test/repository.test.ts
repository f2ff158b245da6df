/** Checks the repository as a whole. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findingsPage } from '../../charts/pages/findings.ts'
import { inline } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { invariantCases } from '../../shared/invariants/invariant-cases.ts'
import { requestsOf } from '../../shared/invariants/show.ts'
import { readFindings } from '../../shared/results/findings.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { type WireName, wires } from '../../shared/wires/wires.ts'
import { assertDeclared, assertKnownCases } from '../folders/declared.ts'
import {
  discoverServers,
  findServerFolders,
  OTHER_ERRORS,
  SERVERS_DIR,
  scenarioSource,
} from '../folders/servers.ts'
import { repositoryFiles } from './testing.ts'

const require = createRequire(import.meta.url)

const folders = findServerFolders([SERVERS_DIR])
const allScenarios = [...scenarios.values()]

test('every folder of a server is found, and has a description', () => {
  const entries = readdirSync(SERVERS_DIR, { withFileTypes: true })
  assert.deepEqual(
    folders.map(({ name }) => name),
    entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort(),
  )
  for (const { name, manifest } of folders) assert.ok(manifest.description.trim() !== '', name)
})

for (const folder of folders) {
  const { name } = folder
  test(`the manifest of ${name} agrees with its files`, () => {
    const own = allScenarios.filter((scenario) => scenarioSource(folder, scenario.name))
    assert.ok(own.length > 0, 'it takes part in a scenario')
    for (const { name: scenario } of own)
      for (const server of discoverServers([folder], scenario).installed) assertDeclared(server)
    assertKnownCases(folder)
    for (const file of globSync('*.ts', { cwd: join(folder.directory, OTHER_ERRORS) })) {
      const isVariant = existsSync(join(folder.directory, file)) && !folder.builds
      assert.ok(isVariant, `${OTHER_ERRORS}/${file} runs as it is, beside ${file}`)
    }
  })
}

test('a server with the name of an installed package measures that package', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const { name, dependencies } of folders)
    assert.ok(!packages[`node_modules/${name}`] || dependencies.includes(name), name)
  const packageOf = (server: string) =>
    folders.find(({ name }) => name === server)?.manifest.package
  assert.equal(packageOf('hono-openapi'), 'hono-openapi')
  assert.equal(packageOf('hono-zod-openapi'), '@hono/zod-openapi')
})

test('Elysia with its JSON parser differs from its default by that option alone', () => {
  for (const [tuned, usual] of [
    ['elysia-parse-json', 'elysia'],
    ['elysia-parse-json.bun', 'elysia.bun'],
  ] as const)
    for (const file of globSync('*.ts', { cwd: join(SERVERS_DIR, tuned) })) {
      const source = (server: string) => readFileSync(join(SERVERS_DIR, server, file), 'utf8')
      assert.equal(source(tuned).replace(/\s*parse: 'json',/, ''), source(usual), file)
      assert.equal(source(tuned) !== source(usual), source(usual).includes('.post('), file)
    }
})

test('npm installs without a warning on every Node that package.json accepts', () => {
  const { satisfies, minVersion } = require('semver')
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const least = minVersion(engines.node).version
  const majors = Array.from({ length: 10 }, (_, i) => `${Number.parseInt(least, 10) + 1 + i}.0.0`)
  const taken = [least, ...majors, process.versions.node].filter((version) =>
    satisfies(version, engines.node),
  )
  assert.ok(taken.includes(process.versions.node), `the suite runs on ${process.versions.node}`)
  for (const version of taken) {
    const rejecting = Object.entries<{ engines?: { node?: string } }>(packages)
      .filter(([, { engines }]) => !satisfies(version, engines?.node ?? '*'))
      .map(([name, { engines }]) => `${name} takes ${engines?.node}`)
    assert.deepEqual(rejecting, [], version)
  }
})

test('the page on architecture names existing files and folders', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const paths = [...page.matchAll(/`((?:bench|charts|shared|results)\/[\w./-]*)`/g)].map(
    ([, path]) => path ?? '',
  )
  assert.ok(paths.length > 20)
  for (const path of paths) assert.ok(existsSync(join(ROOT, path)), path)
})

const files = repositoryFiles()
test('no text file contains a path of the machine that it was made on', {
  skip: files.length === 0 && 'no git',
}, () => {
  // A path starts where no word, dot, slash or bracket precedes it.
  const homes = ['home', 'root', 'Users'].map((name) => `/${name}/[\\w.-]+`)
  const places = [ROOT, homedir()].filter((path) => path.split(/[/\\]/).filter(Boolean).length > 1)
  const paths = [...homes, '[A-Z]:\\\\+Users\\\\', ...places.map(RegExp.escape)]
  const machinePath = new RegExp(
    `(?<![\\w./\\-\\])}])(${paths.join('|')})\\b|file://(${homes.join('|')})`,
  )
  for (const example of ['see "/home/me/x"', 'at file:///home/me/x', 'C:\\Users\\me'])
    assert.match(example, machinePath)
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (file === 'bench/test/repository.test.ts' || text.includes('\0')) continue
    assert.equal(machinePath.exec(text)?.[0], undefined, file)
  }
})

test('the page of findings has every known deviation that violates an invariant, installed or not', () => {
  const page = findingsPage(readFindings())
  const breaches = ['crashes', 'hangs', 'closes', 'wrong answer']
  const cases = new Set(
    allScenarios.flatMap((scenario) =>
      invariantCases(scenario, createRandom(1)).map(({ id }) => id),
    ),
  )
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const shown = folders.filter(({ name, manifest }) => {
    const own = manifest.knownDeviations.filter(
      ({ case: id, status = 0, does = '' }) =>
        cases.has(id) || status >= 500 || breaches.includes(does),
    )
    for (const { reason } of own) {
      const row = rows.find((line) => line.includes(`| ${inline(reason)} |`)) ?? ''
      const servers = row.split('|')[1]?.trim().split(', ')
      assert.ok(servers?.includes(manifest.name ?? name), `${name}: ${reason}`)
    }
    return own.length > 0
  })
  assert.ok(shown.length > 20)
})

test('a finding can be reproduced; a past one is no known deviation', () => {
  const { present, past } = readFindings()
  const requests = (name: string, id = '', wire: WireName = 'plain') =>
    requestsOf(scenarios.get(name) ?? assert.fail(name), id, wires[wire])
  for (const { servers, scenario, cases, reason } of present)
    assert.ok(requests(scenario, cases[0], servers[0]?.wire), reason)
  for (const { server, scenario, case: id, what } of past) {
    const { knownDeviations, wire } =
      folders.find(({ name }) => name === server)?.manifest ?? assert.fail(server)
    assert.ok(!knownDeviations.some((known) => known.case === id), what)
    assert.ok(requests(scenario, id, wire), what)
  }
})
