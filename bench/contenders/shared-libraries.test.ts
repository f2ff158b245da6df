/**
 * `shared/models/<library>/` holds schemas that several servers import. Node looks for the library from there, and a server
 * from its own folder: both must find the same copy, at the version that the server declares and a result names.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import { findServerFolders, SERVERS_DIR, type ServerFolder } from './servers.ts'

const MODELS = join(ROOT, 'shared/models')

/** What the TypeScript files of a directory import. */
function importsOf(directory: string): string[] {
  const sources = globSync('*.ts', { cwd: directory }).map((file) => readFileSync(join(directory, file), 'utf8'))
  return sources.flatMap((source) => [...source.matchAll(/\bfrom '([^']+)'/g)].map(([, imported]) => imported ?? ''))
}

/** The directories of `shared/models/`, each with the packages that it takes. */
const libraries = new Map(
  globSync('*/', { cwd: MODELS }).map((name) => {
    const packages = importsOf(join(MODELS, name)).filter((imported) => !/^(\.|node:)/.test(imported))
    return [name, [...new Set(packages)]] as const
  }),
)

function usersOf(library: string, folders: readonly ServerFolder[]): ServerFolder[] {
  const path = new RegExp(`^(\\.\\./\\.\\./shared/models|#shared)/${library}/`)
  return folders.filter(({ directory }) => importsOf(directory).some((imported) => path.test(imported)))
}

const declared = (directory: string): Record<string, string> =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).dependencies ?? {}

const resolved = (name: string, directory: string) =>
  findPackageJSON(name, pathToFileURL(join(directory, 'package.json')))

describe('a library whose schemas servers share', () => {
  const folders = findServerFolders([SERVERS_DIR])
  const own = declared(ROOT)

  test('is found in shared/models, and so are its servers', () => {
    assert.ok(libraries.has('zod'))
    assert.deepEqual(
      usersOf('zod', folders).map(({ name }) => name),
      ['express-zod', 'fastify-zod', 'hono-zod', 'orpc', 'trpc'],
    )
  })

  for (const [library, packages] of libraries) {
    test(`${library} has the packages that it takes in the repository's own dependencies, and two servers or more`, () => {
      assert.ok(packages.length > 0)
      for (const name of packages) assert.match(own[name] ?? 'none', /^\d+\.\d+\.\d+$/, name)
      assert.ok(usersOf(library, folders).length >= 2)
    })

    for (const { name: server, directory } of usersOf(library, folders)) {
      test(`${library} is the same copy for ${server} as for shared/models`, () => {
        for (const name of packages) {
          assert.equal(declared(directory)[name], own[name], `${name}: versions in package.json`)
          const copy = resolved(name, join(MODELS, library))
          assert.ok(copy, name)
          assert.equal(resolved(name, directory), copy)
        }
      })
    }
  }
})
