/** What tells whether a server is the one that was counted before: a digest of its own files, and of what servers share. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { INSTRUMENTS, MODELS_DIR, type ServerFolder } from '../contenders/servers.ts'

/** What npm and builds put there, and what is no part of a server. */
const LEFT_OUT = ['**/dist', '**/node_modules', ...INSTRUMENTS]

/** SHA-256 of the folder's files and of `shared/models/`, names included; its packages are told by the lockfile. */
export function codeHash({ directory }: Pick<ServerFolder, 'directory'>): string {
  const hash = createHash('sha256')
  for (const place of [directory, MODELS_DIR]) {
    const files = globSync('**', { cwd: place, exclude: LEFT_OUT, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .sort()
    for (const file of files) hash.update(`${relative(place, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
