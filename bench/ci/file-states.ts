/** Detects changes of the suite's own files while code of a pull request runs as the same user. */
import { lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { changedFiles } from '../machine/checkout.ts'

/** Directories that no comparison reads: other runs may write them. */
const UNREAD = [
  '.git',
  'results',
  'dist',
  'node_modules/.cache/compiled',
  'node_modules/.cache/node',
]

/** The state of each file, by its path. */
export type FileStates = ReadonlyMap<string, string>

/** Returns the state of all files. The kernel sets the time of a change, so that a restored file differs as well. */
export function readStates(root: string): FileStates {
  const states = new Map<string, string>()
  const add = (directory: string) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name)
      const name = relative(root, path)
      const isUnread = UNREAD.includes(name) || /^(servers|validators)\/[^/]+\/dist$/.test(name)
      if (isUnread) continue
      if (entry.isDirectory()) add(path)
      else {
        const { ino, size, ctimeNs } = lstatSync(path, { bigint: true })
        states.set(name, `${ino} ${size} ${ctimeNs}`)
      }
    }
  }
  add(root)
  return states
}

/** @throws Unmeasurable that names a file which was changed, added or removed since */
export function assertUnchanged(root: string, before: FileStates): void {
  const [changed] = changedFiles(before, readStates(root))
  if (changed !== undefined)
    throw new Unmeasurable(`a build or the package changed the suite that measures it: ${changed}`)
}
