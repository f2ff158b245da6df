/** Compares the output of `npm outdated` with CONTRIBUTING's list of packages that are behind on purpose. */

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
 * @param explained CONTRIBUTING's list: the names in backticks before each item's first colon
 */
export function unexplained(outdated: Outdated, explained: string): string[] {
  const explainedNames = new Set(
    [...explained.matchAll(/^- (.*?):/gm)].flatMap(([, names]) =>
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
  const behindNames = new Set(behind.map(({ name }) => name))
  return [
    ...new Set(
      behind
        .filter(({ name }) => !explainedNames.has(name))
        .map(({ name, version, latest }) => `${name} ${version} is behind ${latest}`),
    ),
    ...[...explainedNames]
      .filter((name) => !behindNames.has(name))
      .map((name) => `${name} is not behind`),
  ]
}
