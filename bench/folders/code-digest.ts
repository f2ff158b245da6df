/** Identifies a server's own code: results of the same code can be pooled, and changes of other servers do not matter. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import jsTokens from 'js-tokens'
import { ROOT } from '../../shared/basics/root.ts'
import { MODELS_DIR, type Server } from './servers.ts'
import { SUITE } from './suite-link.ts'

/** Matches static, dynamic and type-only imports; the latter count because compilers generate validators from types. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** Targets of imports by name that are no packages. */
const NAMED_PLACES = { '#shared/': MODELS_DIR, [`${SUITE}/`]: ROOT }

/**
 * Returns the SHA-256 of a scenario's source file, its imports from the same folder and from `shared/models/`, and the build
 * settings. It excludes comments, descriptions, other scenarios and installed packages.
 */
export function codeDigest({ directory, source }: Pick<Server, 'directory' | 'source'>): string {
  const { type, imports, scripts } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  )
  const hash = createHash('sha256').update(JSON.stringify({ type, imports, scripts }))
  const settings = globSync('{tsconfig*.json,*.config.*}', { cwd: directory }).sort()
  const configured = settings.map((name) => readFileSync(join(directory, name), 'utf8'))
  for (const contents of [...configured, ...withImports(source).values()]) {
    hash.update(`${contents.length}\0`).update(contents)
  }
  return hash.digest('hex')
}

/** Returns the code of the file and of all local files that it imports, directly or not, in import order. */
export function withImports(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  const code = withoutComments(readFileSync(file, 'utf8'))
  found.set(file, code)
  for (const [, specifier = ''] of code.matchAll(IMPORT)) {
    const imported = localFile(dirname(file), specifier)
    if (imported) withImports(imported, found)
  }
  return found
}

/** Joins the tokens of a program with a space, or a line break where there was one: it may end a statement. */
function withoutComments(text: string): string {
  const gap =
    /^(?:WhiteSpace|LineTerminatorSequence|MultiLineComment|SingleLineComment|HashbangComment)$/
  let code = ''
  let separator = ''
  for (const { type, value } of jsTokens(text)) {
    if (gap.test(type)) {
      separator = separator === '\n' || value.includes('\n') ? '\n' : ' '
      continue
    }
    code += code ? separator + value : value
    separator = ''
  }
  return code
}

/** Returns the path of an imported local file; undefined for a package. */
function localFile(directory: string, specifier: string): string | undefined {
  const [name, place] = Object.entries(NAMED_PLACES).find(([name]) =>
    specifier.startsWith(name),
  ) ?? ['', directory]
  if (name === '' && !specifier.startsWith('.')) return undefined
  const path = resolve(place, specifier.slice(name.length))
  const sources = [path, path.replace(/\.js$/, '.ts'), `${path}.ts`]
  return sources.find((source) => statSync(source, { throwIfNoEntry: false })?.isFile())
}
