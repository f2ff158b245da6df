/** Identifies a server's own code: results of the same code can be pooled, and changes of other servers do not matter. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { MODELS_DIR, type Server } from './servers.ts'

/** Matches static, dynamic and type-only imports; the latter count because compilers generate validators from types. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
const MODELS_ALIAS = '#shared/'

/**
 * Returns the SHA-256 of a scenario's source file, its imports from the same folder and from `shared/models/`, and the build
 * settings. It excludes descriptions, other scenarios and installed packages.
 */
export function codeDigest({ directory, source }: Pick<Server, 'directory' | 'source'>): string {
  const { type, imports, scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const hash = createHash('sha256').update(JSON.stringify({ type, imports, scripts }))
  const settings = globSync('tsconfig*.json', { cwd: directory }).sort()
  for (const path of [...settings.map((name) => join(directory, name)), ...withImports(source)]) {
    const contents = readFileSync(path)
    hash.update(`${contents.length}\0`).update(contents)
  }
  return hash.digest('hex')
}

/** Returns the file and all local files that it imports, directly or not, in import order. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const imported = localFile(dirname(file), specifier)
    if (imported) withImports(imported, found)
  }
  return found
}

/** Returns the path of an imported local file; undefined for a package. */
function localFile(directory: string, specifier: string): string | undefined {
  const isModel = specifier.startsWith(MODELS_ALIAS)
  if (!isModel && !specifier.startsWith('.')) return undefined
  const path = isModel ? join(MODELS_DIR, specifier.slice(MODELS_ALIAS.length)) : resolve(directory, specifier)
  const sources = [path, path.replace(/\.js$/, '.ts'), `${path}.ts`]
  return sources.find((source) => statSync(source, { throwIfNoEntry: false })?.isFile())
}
