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
  return [...scenarios.keys()].flatMap((scenario) => {
    const stored = storedFiles(`${PROFILES_FOLDER}/${scenario}`, readProfiles, root)
    return fittest(stored, numberOfServers).map(({ file, path }) => ({ profiles: file, path }))
  })
}
