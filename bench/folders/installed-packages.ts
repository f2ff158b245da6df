/** The versions of a folder's packages that are installed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedAt } from './closure.ts'

/** Returns the installed versions of packages, by name. */
export function installedPackages(
  directory: string,
  names: readonly string[],
): Record<string, string> {
  const entries = names.flatMap((name) => {
    const place = installedAt(directory, name)
    return place
      ? [[name, JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version]]
      : []
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
