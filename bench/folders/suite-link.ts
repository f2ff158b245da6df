/** Makes the suite's files importable by name from server folders in other repositories, wherever the suite is installed. */
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { installedAt } from './package-json.ts'

/** Name of the suite in imports: `rpc-bench/shared/models/user.ts`. */
export const SUITE = 'rpc-bench'

/**
 * Returns the path of the link for a server's folder: in `node_modules` beside the folder, since npm removes what it did not
 * install from the folder's own; in the folder's own if the package itself is installed beside it.
 */
export function suiteLink(directory: string): string {
  const shared = join(dirname(directory), 'node_modules', SUITE)
  const isInstalled = existsSync(shared) && realpathSync(shared).split(sep).includes('node_modules')
  return isInstalled ? join(directory, 'node_modules', SUITE) : shared
}

/**
 * Makes the link, or directs it to this installation, if files of the folder name the suite. Node strips no types below
 * `node_modules`, but it takes the link's real path.
 * @throws UsageError if the link cannot be made
 */
export function linkSuite(directory: string): void {
  const place = realpathSync(directory)
  if (isWithin(ROOT, place) || installedAt(place, SUITE) === ROOT || !namesSuite(place)) return
  const link = suiteLink(place)
  try {
    const isNew = mkdirSync(dirname(link), { recursive: true }) !== undefined
    if (isNew) writeFileSync(join(dirname(link), '.gitignore'), '*\n')
    // Replaces a link to another installation atomically: other processes find the old or the new one.
    const fresh = `${link}-${process.pid}`
    symlinkSync(ROOT, fresh, 'junction')
    renameSync(fresh, link)
  } catch (error) {
    throw new UsageError(
      `${directory} imports ${SUITE}, and ${link} cannot link to it: ${messageOf(error)}`,
    )
  }
}

function namesSuite(directory: string): boolean {
  const exclude = ['**/node_modules', '**/dist']
  const files = globSync('**/*.{ts,mts,js,mjs,cjs,json}', { cwd: directory, exclude })
  return files.some((file) => readFileSync(join(directory, file), 'utf8').includes(`${SUITE}/`))
}

/** Returns whether a path is below a directory. */
export function isWithin(directory: string, path: string): boolean {
  return path.startsWith(`${directory}${sep}`)
}
