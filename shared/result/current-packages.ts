/**
 * The last day on which no package of a lockfile was behind the registry: `results/current-packages.json`, which `npm run outdated`
 * keeps, and the pages of the results with that lockfile show.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'

/** From the repository's root. */
const FILE = 'results/current-packages.json'

/** Days by the SHA-256 of the lockfile. */
const CurrentPackages = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.iso.date())

export type CurrentPackages = z.infer<typeof CurrentPackages>

/** @throws UsageError that says in one line what is wrong with the file */
export function readCurrentPackages(root = ROOT): CurrentPackages {
  const path = join(root, FILE)
  if (!existsSync(path)) return {}
  try {
    return CurrentPackages.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    throw new UsageError(`${FILE}: ${issue ? `${issue.path.join('.')}: ${issue.message}` : messageOf(error)}`)
  }
}

/** Notes that nothing of the lockfile is behind on that day. */
export function noteCurrentPackages(lockfileHash: string, day: string, root = ROOT): void {
  const days = { ...readCurrentPackages(root), [lockfileHash]: day }
  writeFileAtomically(join(root, FILE), `${JSON.stringify(days, null, 2)}\n`)
}
