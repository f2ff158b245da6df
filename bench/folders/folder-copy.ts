/** Copies a server's folder under a new name. */
import { globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { PROBE_FILES, type ServerFolder } from './servers.ts'
import { isWithin, SUITE, suiteLink } from './suite-link.ts'

/** Build outputs and installed packages. */
const GENERATED = ['dist', 'node_modules']

/** Matches a quoted relative path, in an import or a tsconfig.json. */
const QUOTED_PATH = /(?<=(['"]))\.{1,2}\/[^'"\n]+(?=\1)/g

/**
 * Copies a server's folder to an empty directory and names the copy after it. Relative paths out of the folder are
 * rewritten to the same files; outside the repository, those to the suite's files go by its name.
 * @param leftOut names of files that are not copied; by default, those of probes, which are not part of a server
 * @returns the names of the copied source files
 */
export function copyFolder(
  model: ServerFolder,
  directory: string,
  leftOut = PROBE_FILES,
): string[] {
  const files = filesOf(model.directory, [...GENERATED, ...leftOut])
  // Node resolves imports from the real path.
  const place = realpathSync(directory)
  for (const file of files) {
    const text = readFileSync(join(model.directory, file), 'utf8')
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), withPathsFrom(text, model.directory, file, place))
  }
  nameManifest(join(place, 'package.json'), model.name, basename(directory))
  return files.filter(isSource)
}

function filesOf(directory: string, leftOut: readonly string[]): string[] {
  return globSync('**', {
    cwd: directory,
    exclude: (entry) => leftOut.includes(entry.name),
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort()
}

function isSource(file: string): boolean {
  return /\.[mc]?[jt]s$/.test(file) && !file.endsWith('.d.ts')
}

/** Rewrites relative paths that lead out of the folder, for the file's new place. */
function withPathsFrom(text: string, from: string, file: string, to: string): string {
  const place = dirname(join(to, file))
  return text.replaceAll(QUOTED_PATH, (path) => {
    const target = resolve(from, dirname(file), path)
    if (isWithin(from, target)) return path
    const suite = isWithin(ROOT, to)
      ? undefined
      : [ROOT, suiteLink(from)].find((root) => isWithin(root, target))
    const suitePath = suite && relative(suite, target)
    // Paths in a tsconfig.json name no package.
    const destination = suitePath === undefined ? target : join(suiteLink(to), suitePath)
    const moved =
      suitePath !== undefined && isSource(file)
        ? join(SUITE, suitePath)
        : relative(place, destination)
    return moved.replaceAll(sep, '/')
  })
}

function nameManifest(file: string, model: string, name: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { bench } = manifest
  manifest.name = `@servers/${name}`
  bench.name = name
  bench.description = `a copy of ${model}, to be edited`
  // Cases stay, so that the copy passes at first; `verify` reports those that its framework no longer needs.
  for (const deviation of bench.knownDeviations ?? [])
    deviation.reason = `copied from ${model}: say why, or remove it`
  delete bench.notes
  delete bench.workarounds
  delete bench.strictKeys
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
