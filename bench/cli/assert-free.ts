/** Checks before a measurement that its result can be written. */
import { existsSync } from 'node:fs'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'

/** Maximum bytes of an instrument's file. */
const FILE_SIZE = 2_000_000

/**
 * @param size maximum bytes to be written
 * @throws UsageError if it exists; an error with the system's reason if it cannot be written
 */
export function assertFree(path: string, size = FILE_SIZE): void {
  if (existsSync(path)) throw new UsageError(`${path} exists, and results are not overwritten: choose another --out`)
  try {
    assertWritable(path, size)
  } catch (error) {
    throw new Error(`cannot write ${path}: ${messageOf(error)}; fix that, or choose another --out`)
  }
}
