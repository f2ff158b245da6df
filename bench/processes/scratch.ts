/** Temporary directories that are removed when this process ends, in any way. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const open = new Set<string>()
let isWatched = false

/** Creates an empty temporary directory. @param prefix of its name @param parent by default that of the system */
export function makeScratch(prefix: string, parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, prefix))
  open.add(directory)
  // Registered late, so that it runs after the handlers that kill child processes.
  if (!isWatched) process.on('exit', () => open.forEach(removeScratch))
  isWatched = true
  return directory
}

function removeScratch(directory: string): void {
  open.delete(directory)
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
}

/** Creates a temporary directory that is removed at the end of the block that declares it by `using`. */
export function scratch(prefix: string, parent?: string): Disposable & { path: string } {
  const path = makeScratch(prefix, parent)
  return { path, [Symbol.dispose]: () => removeScratch(path) }
}
