/** Checks the repository as a whole. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findingsPage } from '../../charts/pages/findings.ts'
import { inline } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { invariantCases } from '../../shared/invariants/invariant-cases.ts'
import { requestsOf } from '../../shared/invariants/show.ts'
import { readFindings } from '../../shared/results/findings.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { type WireName, wires } from '../../shared/wires/wires.ts'
import { deviationCases } from '../folders/concerns.ts'
import { assertDeclared } from '../folders/declared.ts'
import {
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  scenarioSource,
} from '../folders/servers.ts'
import { repositoryFiles } from './testing.ts'

const require = createRequire(import.meta.url)

describe('every server folder', () => {
  const names = readdirSync(SERVERS_DIR, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? [e.name] : [],
  )
  for (const name of names) {
    test(`${name} has a manifest with a description`, () => {
      const { bench } = JSON.parse(readFileSync(join(SERVERS_DIR, name, 'package.json'), 'utf8'))
      assert.equal(typeof bench?.description, 'string', 'bench.description')
      assert.notEqual(bench.description.trim(), '', 'bench.description')
    })
  }

  const folders = findServerFolders([SERVERS_DIR])
  test('is found, and takes part in a scenario', () => {
    assert.deepEqual(
      folders.map((folder) => folder.name),
      names.sort(),
    )
    for (const folder of folders) {
      assert.ok(
        [...scenarios.keys()].some((scenario) => scenarioSource(folder, scenario)),
        folder.name,
      )
    }
  })

  for (const { name, manifest, dependencies } of folders) {
    test(`${name} shows the version of a dependency, and has known deviations of existing cases`, () => {
      if (manifest.package) assert.ok(dependencies.includes(manifest.package), manifest.package)
      const cases = [...scenarios.values()].flatMap((scenario) => [...deviationCases(scenario)])
      for (const deviation of manifest.knownDeviations)
        assert.ok(cases.includes(deviation.case), deviation.case)
    })
  }

  test('has a file per work-around in its manifest, and no others', () => {
    for (const { directory, manifest } of folders) {
      const place = join(directory, 'workarounds')
      const files = existsSync(place)
        ? readdirSync(place).filter((file) => file.endsWith('.ts'))
        : []
      assert.deepEqual(files.sort(), manifest.workarounds.map(({ id }) => `${id}.ts`).sort(), place)
    }
  })

  test('has update-user with strict keys where its manifest names the option, and nowhere else', () => {
    for (const { name, directory, manifest } of folders) {
      const isThere = existsSync(join(directory, 'strict-keys/update-user.ts'))
      assert.equal(isThere, manifest.strictKeys !== undefined, name)
    }
  })

  for (const folder of folders) {
    test(`${folder.name} has notes only on its scenarios`, () => {
      for (const { scenarios: named = [], text } of folder.manifest.notes) {
        for (const scenario of named)
          assert.ok(scenarioSource(folder, scenario), `${scenario}: ${text}`)
      }
    })
  }
})

test('every manifest agrees with its folder’s files', () => {
  const folders = findServerFolders([SERVERS_DIR])
  for (const scenario of scenarios.keys()) {
    for (const server of discoverServers(folders, scenario).installed) assertDeclared(server)
  }
})

test('npm installs without a warning on every Node that package.json accepts', () => {
  const satisfies: (
    version: string,
    range: string,
  ) => boolean = require('semver/functions/satisfies')
  const minVersion: (range: string) => { version: string } = require('semver/ranges/min-version')
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const least = minVersion(engines.node).version
  const majors = Array.from({ length: 10 }, (_, i) => `${Number.parseInt(least, 10) + 1 + i}.0.0`)
  const taken = [least, ...majors, process.versions.node].filter((version) =>
    satisfies(version, engines.node),
  )
  assert.ok(taken.includes(process.versions.node), `the suite runs on ${process.versions.node}`)
  for (const version of taken) {
    const refusing = Object.entries<{ engines?: { node?: string } }>(packages)
      .filter(([, { engines }]) => !satisfies(version, engines?.node ?? '*'))
      .map(([name, { engines }]) => `${name} takes ${engines?.node}`)
    assert.deepEqual(refusing, [], version)
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
  // Home directories and this clone; a path starts where no word, dot, slash or bracket precedes it.
  const homes = ['home', 'root', 'Users'].map((name) => `/${name}/[\\w.-]+`)
  const places = [ROOT, homedir()].filter((path) => path.split(/[/\\]/).filter(Boolean).length > 1)
  const paths = [
    ...homes,
    '[A-Z]:\\\\+Users\\\\',
    ...places.map((path) => `${RegExp.escape(path)}\\b`),
  ]
  const machinePath = new RegExp(
    `(?<![\\w./\\-\\])}])(${paths.join('|')})|file://(${homes.join('|')})`,
  )
  for (const example of ['see "/home/me/x"', 'at file:///home/me/x', `in ${ROOT}/bench`]) {
    assert.equal(
      machinePath.test(example),
      !example.includes(ROOT) || places.includes(ROOT),
      example,
    )
  }
  for (const file of files) {
    if (file === 'bench/test/repository.test.ts') continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (text.includes('\0')) continue
    const found = machinePath.exec(text)
    assert.equal(found && `${file}: ${found[0]}`, null)
  }
})

test('the page of findings has every known deviation that violates an invariant, installed or not', () => {
  const page = findingsPage(readFindings())
  const breaches = ['crashes', 'hangs', 'closes', 'wrong answer']
  const cases = new Set(
    [...scenarios.values()].flatMap((scenario) =>
      invariantCases(scenario, createRandom(1)).map(({ id }) => id),
    ),
  )
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const shown = findServerFolders([SERVERS_DIR]).flatMap(({ name, manifest }) =>
    manifest.knownDeviations
      .filter(
        ({ case: id, status = 0, does = '' }) =>
          cases.has(id) || status >= 500 || breaches.includes(does),
      )
      .map(({ reason }) => {
        const row = rows.find((line) => line.includes(`| ${inline(reason)} |`)) ?? ''
        assert.ok(
          row
            .split('|')[1]
            ?.trim()
            .split(', ')
            .includes(manifest.name ?? name),
          `${name}: ${reason}`,
        )
        return name
      }),
  )
  for (const name of [
    'adonis',
    'carbon',
    'connect',
    'effect',
    'elysia',
    'graphql-yoga',
    'trpc.bun',
  ])
    assert.ok(shown.includes(name), name)
})

test('a finding can be reproduced; a past one is no known deviation', () => {
  const folders = findServerFolders([SERVERS_DIR])
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

test('validation.by follows from the folder’s dependencies, as in CONTRIBUTING', () => {
  for (const { name, manifest, dependencies } of findServerFolders([SERVERS_DIR])) {
    const { by, library } = manifest.validation
    const isOwn = library !== undefined && dependencies.includes(library)
    assert.equal(
      isOwn,
      by === 'library',
      `${name}: validation.by is "${by}", and validation.library "${library}" is ${isOwn ? 'one' : 'none'} of its dependencies`,
    )
    if (by === 'hand-written') assert.equal(library, undefined, name)
  }
})

test('servers built from source name the source', () => {
  for (const { name, manifest } of findServerFolders([SERVERS_DIR])) {
    const says = manifest.notes.some(({ text }) =>
      /built from its public repository \(.+\) at the tag /.test(text),
    )
    assert.equal(manifest.tags.includes('from-source'), says, name)
  }
})
