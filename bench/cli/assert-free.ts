/** Checks before a measurement that its result can be written. */
import { existsSync } from 'node:fs'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'

/** Maximum bytes of an instrument's file. */
export const FILE_SIZE = 500_000

/**
 * @param size maximum bytes to be written
 * @param beside further paths to be written
 * @throws UsageError if one of them exists; an error with the system's reason if it cannot be written
 */
export function assertFree(path: string, size = FILE_SIZE, beside: readonly string[] = []): void {
  for (const each of [path, ...beside]) {
    if (existsSync(each)) throw new UsageError(`${each} exists, and results are not overwritten: choose another --out`)
  }
  try {
    assertWritable(path, size)
  } catch (error) {
    throw new Error(`cannot write ${path}: ${messageOf(error)}; fix that, or choose another --out`)
  }
}
