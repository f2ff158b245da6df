/** A server's folder under another name, whole or for some scenarios: what `new` makes. */
import { globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { deviationsFor, type Note, notesFor } from './concerns.ts'
import { INSTRUMENTS, type ServerFolder, scenarioSource } from './servers.ts'

/** Build outputs and installed packages, which are not part of a server. */
const LEFT_OUT = ['dist', 'node_modules', ...INSTRUMENTS]

/** A relative path in quotes: of an import, or in a tsconfig.json. */
const QUOTED_PATH = /(?<=(['"]))\.{1,2}\/[^'"\n]+(?=\1)/g

/**
 * Copies a server's folder to an empty directory, after which the copy is called. Paths that lead out of the folder are
 * written anew, so that they lead to the same files.
 * @param chosen the scenarios whose files are copied, with the files that they import; all where it is left out
 * @returns the names of the source files that were copied
 */
export function copyFolder(model: ServerFolder, directory: string, chosen?: readonly Scenario[]): string[] {
  const files = filesOf(model.directory)
  const needed = chosen ? filesOfScenarios(model, files, chosen) : files
  const copied = files.filter((file) => !isSource(file) || needed.includes(file))
  // Node resolves imports from where a file really lies.
  const place = realpathSync(directory)
  for (const file of copied) {
    const text = readFileSync(join(model.directory, file), 'utf8')
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), withPathsFrom(text, model.directory, file, place))
  }
  nameManifest(join(place, 'package.json'), model, basename(directory), chosen)
  return copied.filter(isSource)
}

function filesOf(directory: string): string[] {
  return globSync('**', { cwd: directory, exclude: (entry) => LEFT_OUT.includes(entry.name), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort()
}

function isSource(file: string): boolean {
  return /\.[mc]?[jt]s$/.test(file) && !file.endsWith('.d.ts')
}

/** The files of those scenarios, and all of the folder's files that these import. */
function filesOfScenarios(model: ServerFolder, files: readonly string[], chosen: readonly Scenario[]): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(join(model.directory, file), 'utf8')
    for (const [path] of text.matchAll(QUOTED_PATH)) {
      const target = join(dirname(file), path)
      // A server that is built imports what its sources become.
      for (const source of [target, target.replace(/js$/, 'ts')]) if (files.includes(source)) add(source)
    }
  }
  for (const { name } of chosen) {
    const source = scenarioSource(model, name)
    if (source) add(relative(model.directory, source))
  }
  return [...found]
}

/** The text of a file of one directory as it must be in another: with paths out of the directory that lead to the same files. */
function withPathsFrom(text: string, from: string, file: string, to: string): string {
  return text.replaceAll(QUOTED_PATH, (path) => {
    const target = resolve(from, dirname(file), path)
    const isInside = `${target}${sep}`.startsWith(`${from}${sep}`)
    return isInside ? path : relative(dirname(join(to, file)), target).replaceAll(sep, '/')
  })
}

/** Gives the copy's package.json its own name, and notes and known deviations only where they concern a scenario of the copy. */
function nameManifest(file: string, model: ServerFolder, name: string, chosen?: readonly Scenario[]): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { bench } = manifest
  manifest.name = `@servers/${name}`
  bench.name = name
  bench.description = `a copy of ${model.name} to begin with`
  delete bench.workarounds
  const { notes, knownDeviations } = model.manifest
  if (chosen && bench.notes) {
    const concerns = (note: Note) => chosen.some((scenario) => notesFor({ notes: [note] }, scenario).length > 0)
    const isChosen = (scenario: string) => chosen.some(({ name, file }) => scenario === name || scenario === file)
    bench.notes = notes
      .filter(concerns)
      .map(({ scenarios, text }) => (scenarios ? { scenarios: scenarios.filter(isChosen), text } : text))
  }
  if (chosen && bench.knownDeviations) {
    bench.knownDeviations = knownDeviations.filter((known) =>
      chosen.some((scenario) => deviationsFor({ knownDeviations: [known] }, scenario).length > 0),
    )
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
