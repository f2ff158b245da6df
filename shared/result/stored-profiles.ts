/** The files of profiles that the repository holds. */
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { PROFILES_FOLDER, type Profiles, readProfiles } from './profile.ts'
import { fittest, numberOfServers, storedFiles } from './stored-files.ts'

export interface StoredProfiles {
  profiles: Profiles
  /** From the repository's root, with forward slashes. */
  path: string
}

/**
 * The profiles that are published: of each scenario those of most servers, made from sources without changes; of these the
 * newest. The rule looks at no figure.
 * @throws UsageError where a file is broken
 */
export function profilesToPublish(root = ROOT): StoredProfiles[] {
  return fittestOfEach(numberOfServers, root)
}

/**
 * The profiles by which these servers are held against each other: of each scenario those that have the most of them, made
 * from sources without changes; of these those of most processes, on which the interval of a difference rests; of these the
 * newest. This rule looks at no figure either.
 * @throws UsageError where a file is broken
 */
export function profilesToCompare(names: readonly string[], root = ROOT): StoredProfiles[] {
  const sizeOf = ({ servers, protocol }: Profiles) => {
    const present = servers.filter(({ name, refusal }) => refusal === null && names.includes(name)).length
    // Never as much as one more server.
    return present - 1 / (1 + protocol.processes)
  }
  return fittestOfEach(sizeOf, root)
}

function fittestOfEach(sizeOf: (profiles: Profiles) => number, root: string): StoredProfiles[] {
  return [...scenarios.keys()].flatMap((scenario) => {
    const stored = storedFiles(`${PROFILES_FOLDER}/${scenario}`, readProfiles, root)
    return fittest(stored, sizeOf).map(({ file, path }) => ({ profiles: file, path }))
  })
}
