/** Checks a manifest against its folder: packages, router and validation library. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, sep } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { didYouMean } from '../../shared/basics/text.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { closureOf } from './closure.ts'
import { withImports } from './code-digest.ts'
import { deviationCases, deviationsFor, requiresAcceptance } from './manifest-scope.ts'
import { PROBE_FILES, type Server, type ServerFolder, scenarioSource } from './servers.ts'
import { SUITE } from './suite-link.ts'

/** Matches the specifier of an import that exists at run time. */
const IMPORT =
  /^(?!\s*(?:import|export)\s+type\b).*?\b(?:from|import|require)\s*\(?\s*(['"])([^'"]+)\1/gm
/** Matches a comparison of the request's path. */
const COMPARED = /(?:\burl|\bpathname|\bpathOf\([^)]*\))\s*===/
const READ = /\burl\b|\bpathname\b/i

/** @throws UsageError with file, key and value of the first false declaration */
export function assertDeclared(server: Server): void {
  const place = relative('', join(server.directory, 'package.json'))
  const fault =
    undeclaredImport(server) ??
    routerFault(server) ??
    libraryFault(server) ??
    fileFault(server) ??
    sourceFault(server)
  if (fault) throw new UsageError(`${place}: ${fault}`)
}

function sourcesOf(directory: string): string[] {
  const exclude = [
    '**/node_modules/**',
    'dist/**',
    ...PROBE_FILES,
    ...PROBE_FILES.map((name) => `${name}/**`),
  ]
  return globSync('**/*.{ts,mts,js,mjs,cjs}', { cwd: directory, exclude })
}

/** Node would also find a package of a parent folder, at an undeclared version. */
function undeclaredImport({ directory, dependencies }: Server): string | undefined {
  for (const file of sourcesOf(directory)) {
    for (const [, , module = ''] of readFileSync(join(directory, file), 'utf8').matchAll(IMPORT)) {
      const name = packageOf(module)
      if (name === undefined || name === SUITE || dependencies.includes(name)) continue
      return `${file} imports ${name}, which is not among the folder's dependencies${didYouMean(name, dependencies)}`
    }
  }
  return undefined
}

/** Returns the package of a specifier; undefined for files, built-in modules and a package's `#imports`. */
function packageOf(module: string): string | undefined {
  if (/^[./#]|:/.test(module) || isBuiltin(module)) return undefined
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/')
}

/** A server without a router compares the path itself, in the scenario's file or one that it imports. */
function routerFault({ directory, manifest, source }: Server): string | undefined {
  const texts = [...withImports(source)]
    .filter(([path]) => path.startsWith(`${directory}${sep}`))
    .map(([path, text]) => ({ file: relative(directory, path), text }))
  if (manifest.router) {
    const comparing = texts.find(({ text }) => COMPARED.test(text))
    return (
      comparing && `bench.router is true, but ${comparing.file} compares the request's path itself`
    )
  }
  if (manifest.package === undefined || texts.some(({ text }) => READ.test(text))) return undefined
  return `bench.router is false, but ${relative(directory, source)} does not read the request's path`
}

/** The validation library must be a package of the folder or one of their dependencies. */
function libraryFault({ directory, manifest, dependencies }: Server): string | undefined {
  const { by, library } = manifest.validation
  if (library === undefined) {
    return by === 'library'
      ? 'bench.validation.by is "library": name it in bench.validation.library'
      : undefined
  }
  if (by === 'hand-written')
    return `bench.validation.by is "hand-written", but bench.validation.library is "${library}"`
  const isOwn = dependencies.includes(library)
  if (by === 'framework' && isOwn)
    return `bench.validation.by is "framework", but ${library} is a dependency of the folder: write "library"`
  if (by === 'library' && isOwn) return undefined
  const isLibrary = (name: string) => name === library || name.endsWith(`/${library}`)
  const available =
    by === 'framework'
      ? [...dependencies, ...closureOf(directory, dependencies).map(({ name }) => name)]
      : []
  if (available.some(isLibrary)) return undefined
  const where = by === 'framework' ? 'nor among their dependencies' : 'as package.json lists them'
  return `bench.validation.library: ${library} is not among the folder's packages, ${where}${didYouMean(library, dependencies)}`
}

/** Notes, work-arounds and strict keys name files of the folder. */
function fileFault(server: Server): string | undefined {
  const { directory, manifest } = server
  const { notes, workarounds, strictKeys } = manifest
  const [absent] = notes
    .flatMap(({ scenarios = [] }) => scenarios)
    .filter((name) => !scenarioSource(server, name))
  if (absent) return `bench.notes: a note is about ${absent}, for which the folder has no file`
  const files = globSync('*.ts', { cwd: join(directory, 'workarounds') })
  const declaredFiles = workarounds.map(({ id }) => `${id}.ts`)
  const [undeclared] = files.filter((file) => !declaredFiles.includes(file))
  if (undeclared) return `bench.workarounds does not have workarounds/${undeclared}`
  const [missing] = declaredFiles.filter((file) => !files.includes(file))
  if (missing) return `bench.workarounds: there is no file workarounds/${missing}`
  const strict = 'strict-keys/update-user.ts'
  if (existsSync(join(directory, strict)) === (strictKeys !== undefined)) return undefined
  return strictKeys
    ? `bench.strictKeys: there is no file ${strict}`
    : `bench.strictKeys is missing, but there is ${strict}`
}

/** Matches a note that says where a framework comes from that the registry lacks. */
const BUILT_FROM = /built from its public repository \(.+\) at the tag /

function sourceFault({ manifest: { tags, notes } }: Server): string | undefined {
  const isTagged = tags.includes('from-source')
  if (isTagged === notes.some(({ text }) => BUILT_FROM.test(text))) return undefined
  return isTagged
    ? 'bench.tags has "from-source", but no note says "built from its public repository (…) at the tag …"'
    : 'a note says "built from its public repository", but bench.tags lacks "from-source"'
}

/** @throws UsageError for a known deviation whose case is in none of the folder's scenarios, or requires valid data to be accepted */
export function assertKnownCases(folder: ServerFolder): void {
  const { knownDeviations } = folder.manifest
  if (knownDeviations.length === 0) return
  const ownScenarios = [...scenarios.values()].filter(({ name }) => scenarioSource(folder, name))
  const unknown = knownDeviations.find((known) =>
    ownScenarios.every(
      (scenario) => deviationsFor({ knownDeviations: [known] }, scenario).length === 0,
    ),
  )
  if (!unknown) return
  const { case: id } = unknown
  const key = `${relative('', join(folder.directory, 'package.json'))}: bench.knownDeviations`
  const requiring = ownScenarios.find((scenario) => requiresAcceptance(scenario, id))
  if (requiring)
    throw new UsageError(
      `${key}: "${id}" is valid data, which no server may reject: work around it, or delete ${requiring.file}.ts if the framework cannot implement that scenario`,
    )
  const cases = [...new Set(ownScenarios.flatMap((scenario) => [...deviationCases(scenario)]))]
  const likely = didYouMean(id, cases) || ': `verify` prints the names of cases that fail'
  throw new UsageError(`${key}: unknown case "${id}"${likely}`)
}
