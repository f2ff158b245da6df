/** Reads small JSON files that are kept in `results/` by hand or by `publish`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../basics/errors.ts'

/**
 * @param path from the root
 * @returns undefined if there is no such file
 * @throws UsageError of one line that names the file and the first error
 */
export function readKept<T>(path: string, schema: z.ZodType<T>, root: string): T | undefined {
  if (!existsSync(join(root, path))) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    throw new UsageError(
      `${path}: ${issue ? `${issue.path.join('.') || 'the file'}: ${issue.message}` : messageOf(error)}`,
    )
  }
}
