/** Notices that files of the checkout change while servers run. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { firstAndMore, listed } from '../../shared/basics/text.ts'
import { gitOrNone } from '../processes/git.ts'

/** Files that differ from the commit, each with its state, size and time of change; null where git lists none. */
export type Checkout = ReadonlyMap<string, string> | null

/** Lists without a lock, and without files that git ignores. */
const LIST = ['--no-optional-locks', 'status', '--porcelain', '-z', '--no-renames', '-uall']

export function readCheckout(root = ROOT): Checkout {
  const listed = gitOrNone(root, ...LIST)
  if (listed === undefined) return null
  // `XY path`, where `XY` is the state.
  const entries = listed.split('\0').filter(Boolean)
  return new Map(
    entries.map((entry) => {
      const path = entry.slice(3)
      const { mtimeMs, size } = lstatSync(join(root, path), { throwIfNoEntry: false }) ?? {}
      return [path, `${entry.slice(0, 2)} ${mtimeMs} ${size}`]
    }),
  )
}

/** Returns the paths of files that were written, added or deleted; empty without git. */
export function changedFiles(before: Checkout, after: Checkout): string[] {
  if (!before || !after) return []
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}

/** Returns a sentence about the files, without the one that ran. */
export function changesText(files: readonly string[]): string {
  return `${listed(firstAndMore(files, 3))} changed in the checkout`
}
