/** Copies a server's folder under a new name, fully or for some scenarios. */
import { globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { deviationsFor, type Note, notesFor } from './concerns.ts'
import { INSTRUMENTS, type ServerFolder, scenarioSource } from './servers.ts'

/** Not part of a server: build outputs, installed packages and files of instruments. */
const LEFT_OUT = ['dist', 'node_modules', ...INSTRUMENTS]

/** Matches a quoted relative path, in an import or a tsconfig.json. */
const QUOTED_PATH = /(?<=(['"]))\.{1,2}\/[^'"\n]+(?=\1)/g

/**
 * Copies a server's folder to an empty directory and names the copy after it. Relative paths out of the folder are
 * rewritten to the same files.
 * @param chosen scenarios whose files are copied, with their imports; default: all
 * @returns the names of the copied source files
 */
export function copyFolder(model: ServerFolder, directory: string, chosen?: readonly Scenario[]): string[] {
  const files = filesOf(model.directory)
  const needed = chosen ? filesOfScenarios(model, files, chosen) : files
  const copied = files.filter((file) => !isSource(file) || needed.includes(file))
  // Node resolves imports from the real path.
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

/** Returns the files of those scenarios and all files of the folder that they import. */
function filesOfScenarios(model: ServerFolder, files: readonly string[], chosen: readonly Scenario[]): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(join(model.directory, file), 'utf8')
    for (const [path] of text.matchAll(QUOTED_PATH)) {
      const target = join(dirname(file), path)
      // With a build, imports name the compiled file.
      for (const source of [target, target.replace(/js$/, 'ts')]) if (files.includes(source)) add(source)
    }
  }
  for (const { name } of chosen) {
    const source = scenarioSource(model, name)
    if (source) add(relative(model.directory, source))
  }
  return [...found]
}

/** Rewrites relative paths that lead out of the folder, for the file's new place. */
function withPathsFrom(text: string, from: string, file: string, to: string): string {
  return text.replaceAll(QUOTED_PATH, (path) => {
    const target = resolve(from, dirname(file), path)
    const isInside = `${target}${sep}`.startsWith(`${from}${sep}`)
    return isInside ? path : relative(dirname(join(to, file)), target).replaceAll(sep, '/')
  })
}

/** Names the copy in package.json, and keeps only notes and known deviations of its scenarios. */
function nameManifest(file: string, model: ServerFolder, name: string, chosen?: readonly Scenario[]): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { bench } = manifest
  manifest.name = `@servers/${name}`
  bench.name = name
  bench.description = `a copy of ${model.name}, to be edited`
  delete bench.workarounds
  delete bench.strictKeys
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
