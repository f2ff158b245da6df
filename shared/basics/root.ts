import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { UsageError } from './errors.ts'

/** The root of the repository, or of the package's copy. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** Whether the suite was installed as a package: npm packs no lockfile. */
export const IS_PACKAGE = !existsSync(join(ROOT, 'package-lock.json'))

/** The program as the user calls it. */
export const PROGRAM = IS_PACKAGE ? 'rpc-bench' : 'npm run bench --'

/** Returns the path of a file below a folder. @throws UsageError if it is not below, as by a name that is a path */
export function pathBelow(folder: string, ...names: readonly string[]): string {
  const path = join(folder, ...names)
  const [first] = relative(folder, path).split(sep)
  if (first === '..' || first === '' || isAbsolute(relative(folder, path)))
    throw new UsageError(`${path} is not below ${folder}`)
  return path
}
