/**
 * `shared/models/<library>/` has schemas that several servers import. Node resolves the library from there, and a server's
 * imports from its own folder: both must resolve to the same copy, at the version that the server declares. A bundler that
 * builds a server's program has its own rules.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import { manifestOf } from './package-json.ts'
import { findServerFolders, MODELS_DIR, SERVERS_DIR, type ServerFolder } from './servers.ts'

function importsOf(directory: string): string[] {
  return globSync('*.ts', { cwd: directory }).flatMap((file) => {
    const source = readFileSync(join(directory, file), 'utf8')
    return [...source.matchAll(/\bfrom '([^']+)'/g)].map(([, imported = '']) => imported)
  })
}

/** Returns the packages that a directory of `shared/models/` imports: `@scope/name` for `@scope/name/file`. */
const packagesOf = (library: string) => {
  const imports = importsOf(join(MODELS_DIR, library)).filter((each) => !/^(\.|node:)/.test(each))
  const names = imports.map((each) => each.split('/', each.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)]
}

function usersOf(library: string, folders: readonly ServerFolder[]): ServerFolder[] {
  const path = new RegExp(`^(\\.\\./\\.\\./shared/models|#shared)/${library}/`)
  return folders.filter(({ directory }) => importsOf(directory).some((each) => path.test(each)))
}

/** Returns the package that a folder imports by that name; undefined if it is not installed. */
function resolved(name: string, directory: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(join(directory, 'package.json')))
  } catch {
    return undefined
  }
}

test('servers resolve a library whose schemas they share to the same copy as shared/models', () => {
  const folders = findServerFolders([SERVERS_DIR])
  const { dependencies: own = {} } = manifestOf(ROOT)
  const libraries = globSync('*/', { cwd: MODELS_DIR }).filter(
    (name) => packagesOf(name).length > 0,
  )
  assert.ok(libraries.includes('zod'))
  for (const library of libraries) {
    const users = usersOf(library, folders)
    assert.ok(users.length >= 2, library)
    for (const name of packagesOf(library)) {
      // A registry may lack a peer, so that the repository cannot depend on it.
      const version = own[name] ?? users[0]?.versions[name] ?? ''
      assert.match(version, /^\d+\.\d+\.\d+$/, name)
      const copy = resolved(name, join(MODELS_DIR, library))
      assert.ok(copy !== undefined || !own[name], name)
      for (const user of users) {
        assert.equal(user.versions[name], version, `${user.name}: ${name}`)
        const isBundled = user.manifest.entry !== undefined
        if (copy && !isBundled)
          assert.equal(resolved(name, user.directory), copy, `${user.name}: ${name}`)
      }
    }
  }
})
