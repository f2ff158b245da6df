/**
 * `shared/models/<library>/` has schemas that several servers import. Node resolves the library from there, and a server's
 * imports from its own folder: both must resolve to the same copy, at the version that the server declares.
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

function importsOf(directory: string): string[] {
  const sources = globSync('*.ts', { cwd: directory }).map((file) =>
    readFileSync(join(directory, file), 'utf8'),
  )
  return sources.flatMap((source) =>
    [...source.matchAll(/\bfrom '([^']+)'/g)].map(([, imported]) => imported ?? ''),
  )
}

/** Returns `@scope/name` for `@scope/name/file`. */
const packageOf = (imported: string) =>
  imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/')

/** The directories of `shared/models/` that import packages, with these packages. */
const libraries = new Map(
  globSync('*/', { cwd: MODELS })
    .map((name) => {
      const imports = importsOf(join(MODELS, name)).filter(
        (imported) => !/^(\.|node:)/.test(imported),
      )
      return [name, [...new Set(imports.map(packageOf))]] as const
    })
    .filter(([, packages]) => packages.length > 0),
)

function usersOf(library: string, folders: readonly ServerFolder[]): ServerFolder[] {
  const path = new RegExp(`^(\\.\\./\\.\\./shared/models|#shared)/${library}/`)
  return folders.filter(({ directory }) =>
    importsOf(directory).some((imported) => path.test(imported)),
  )
}

interface Declared {
  dependencies?: Record<string, string>
  /** Packages that a registry may lack, so that the repository cannot depend on them. */
  peerDependencies?: Record<string, string>
}

const declared = (directory: string): Declared =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))

const resolved = (name: string, directory: string) =>
  findPackageJSON(name, pathToFileURL(join(directory, 'package.json')))

describe('a library whose schemas servers share', () => {
  const folders = findServerFolders([SERVERS_DIR])
  const own = declared(ROOT).dependencies ?? {}

  test('is found in shared/models, with its servers', () => {
    assert.ok(libraries.has('zod'))
    assert.deepEqual(
      usersOf('zod', folders).map(({ name }) => name),
      [
        'express-zod',
        'fastify-zod',
        'hono-openapi',
        'hono-zod',
        'nest-standard',
        'orpc',
        'orpc-openapi',
        'trpc',
        'trpc-superjson',
        'trpc.bun',
        'zod',
        'zod-compiled',
      ],
    )
  })

  for (const [library, packages] of libraries) {
    const users = usersOf(library, folders)
    const peers = declared(users[0]?.directory ?? ROOT).peerDependencies ?? {}
    /** The common version. */
    const versionOf = (name: string) => own[name] ?? peers[name] ?? 'none'

    test(`${library} has packages of exact versions, and at least two servers`, () => {
      for (const name of packages) assert.match(versionOf(name), /^\d+\.\d+\.\d+$/, name)
      assert.ok(users.length >= 2)
    })

    for (const { name: server, directory } of users) {
      test(`${library} resolves to the same copy from ${server} as from shared/models`, () => {
        const { dependencies, peerDependencies } = declared(directory)
        for (const name of packages) {
          assert.equal(
            { ...peerDependencies, ...dependencies }[name],
            versionOf(name),
            `${name}: versions`,
          )
          // Not installed: nothing to compare.
          if (!own[name] && !isInstalled(name)) continue
          const copy = resolved(name, join(MODELS, library))
          assert.ok(copy, name)
          assert.equal(resolved(name, directory), copy)
        }
      })
    }
  }
})

function isInstalled(name: string): boolean {
  try {
    return resolved(name, ROOT) !== undefined
  } catch {
    return false
  }
}
