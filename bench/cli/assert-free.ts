/** Whether a result can be written when it is there: asked before minutes of measuring rather than after. */
import { existsSync } from 'node:fs'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'

/** Bytes that no file of an instrument exceeds. */
export const FILE_SIZE = 500_000

/**
 * @param size bytes that are going to be written at the most
 * @param beside what is going to be written beside it
 * @throws UsageError where one of them is there already, and an error with the system's reason where it can't be written
 */
export function assertFree(path: string, size = FILE_SIZE, beside: readonly string[] = []): void {
  for (const each of [path, ...beside]) {
    if (existsSync(each)) throw new UsageError(`${each} exists, and no result is overwritten: choose another --out`)
  }
  try {
    assertWritable(path, size)
  } catch (error) {
    throw new Error(`can't write ${path}: ${messageOf(error)}; mend that, or choose another --out`)
  }
}
