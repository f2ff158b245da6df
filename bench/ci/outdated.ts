/** Holds what `npm outdated` prints against the packages that CONTRIBUTING says are behind on purpose. */

import semver from 'semver'

interface Installed {
  /** Absent where this platform, or this installation, has no copy. */
  current?: string
  wanted: string
  latest: string
}

/** What `npm outdated --json` prints: a package that is installed more than once has a list. */
export type Outdated = Record<string, Installed | Installed[]>

/**
 * Returns a line for each package that is behind its latest release and not in the list, and for each in the list that is not
 * behind.
 *
 * @param held CONTRIBUTING's list: the names in backticks before each item's first colon
 */
export function unexplained(outdated: Outdated, held: string): string[] {
  const named = new Set(
    [...held.matchAll(/^- (.*?):/gm)].flatMap(([, names]) =>
      [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
    ),
  )
  const behind = Object.entries(outdated).flatMap(([key, copies]) => {
    const name = key.replace(/:.*/, '')
    return [copies]
      .flat()
      .map(({ current, wanted, latest }) => ({ name, version: current ?? wanted, latest }))
      .filter(({ version, latest }) => semver.gt(latest, version))
  })
  const names = new Set(behind.map(({ name }) => name))
  return [
    ...new Set(
      behind
        .filter(({ name }) => !named.has(name))
        .map(({ name, version, latest }) => `${name} ${version} is behind ${latest}`),
    ),
    ...[...named].filter((name) => !names.has(name)).map((name) => `${name} is not behind`),
  ]
}
