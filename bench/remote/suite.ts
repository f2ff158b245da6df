/** Compares the suite on two hosts: both halves of a run must use the same version. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { describeSource, lockfileHash } from '../host/environment.ts'

export interface Suite {
  commit: string | null
  /** Digest of the runner's own files and of the code that servers share. */
  digest: string
  /** Names the exact version of every package. */
  lockfile: string | null
  node: string
}

/** This one. */
export function ownSuite(): Suite {
  const hash = createHash('sha256')
  const files = ['bench', 'shared'].flatMap((folder) =>
    globSync('**/*.{ts,mjs,c,json}', { cwd: join(ROOT, folder), exclude: ['**/node_modules', '**/dist'] }).map((file) =>
      join(ROOT, folder, file),
    ),
  )
  for (const file of files.sort()) hash.update(`${relative(ROOT, file)}\0`).update(readFileSync(file))
  return {
    commit: describeSource().commit,
    digest: hash.digest('hex'),
    lockfile: lockfileHash(),
    node: process.versions.node,
  }
}

/**
 * In what a host's suite differs from this one, and what mends it, in one line; null where they are the same.
 * @param host as the user names it
 */
export function suiteDifference(host: string, there: Suite, here: Suite): string | null {
  if (there.commit !== null && here.commit !== null && there.commit !== here.commit) {
    return `the suite on ${host} is of commit ${there.commit}, and here of ${here.commit}: there, run git checkout ${here.commit}; npm ci`
  }
  if (there.digest !== here.digest) {
    return `the sources of the suite on ${host} are not those here: make both the same commit without changes, or copy them there`
  }
  if (there.lockfile !== here.lockfile) {
    return `package-lock.json on ${host} is not the one here: copy it there and run npm ci`
  }
  if (there.node !== here.node) {
    return `${host} runs the suite with Node ${there.node}, and here it is ${here.node}: there, run npm ci, which installs the pinned one`
  }
  return null
}
