/** What the package.json of a folder says, and which packages are installed for it. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'

/** The fields of package.json that are used. */
export interface PackageJson {
  name?: string
  version?: string
  private?: boolean
  packageManager?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export function manifestOf(directory: string): PackageJson {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as PackageJson
}

/** @throws UsageError if the folder has no package.json, or an invalid one */
export function packageIn(folder: string): PackageJson & { name: string } {
  try {
    const manifest = manifestOf(folder)
    if (manifest.name === undefined) throw new Error('its package.json has no name')
    return { ...manifest, name: manifest.name }
  } catch (error) {
    throw new UsageError(
      `${folder} holds no package: ${oneLine(messageOf(error))}: name the package's folder`,
    )
  }
}

/** Finds a package as Node does (`LOAD_NODE_MODULES`): in the nearest `node_modules` upwards that has it. */
export function installedAt(from: string, name: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return realpathSync(place)
    if (at === dirname(at)) return undefined
  }
}

/** Returns the installed versions of packages, by name. */
export function installedVersions(
  directory: string,
  names: readonly string[],
): Record<string, string> {
  const entries = names.flatMap((name) => {
    const place = installedAt(directory, name)
    return place ? [[name, manifestOf(place).version]] : []
  })
  return Object.fromEntries(entries)
}

/** Returns a package whose installed version is not the one in package.json. */
export function missingPackage(
  { versions }: { versions: Record<string, string> },
  name: string,
  installed: string | undefined,
): string[] {
  const version = versions[name] ?? ''
  if (installed === undefined) return [`${name} ${version}`]
  const isDeclared =
    version.startsWith('file:') || version === installed || version.endsWith(`@${installed}`)
  return isDeclared ? [] : [`${name} ${version} (${installed} is installed)`]
}
