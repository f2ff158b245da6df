/** Temporary directories, gone with this process at the latest, in whatever way it ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const open = new Set<string>()
let isWatched = false

/** An empty directory of this process's own. @param prefix of its name */
export function makeScratch(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix))
  open.add(directory)
  // Only now: who ends processes at the exit has asked for that before, and nobody writes there any more.
  if (!isWatched) process.on('exit', () => open.forEach(removeScratch))
  isWatched = true
  return directory
}

export function removeScratch(directory: string): void {
  open.delete(directory)
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
}
