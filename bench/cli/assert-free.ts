/** Checks before a measurement that its result can be written. */
import { existsSync } from 'node:fs'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'

/** Bytes that no file exceeds. */
const FILE_SIZE = 10_000_000

/** @throws UsageError if it exists; an error with the system's reason if it cannot be written */
export function assertFree(path: string): void {
  if (existsSync(path))
    throw new UsageError(`${path} exists, and results are not overwritten: choose another --out`)
  try {
    assertWritable(path, FILE_SIZE)
  } catch (error) {
    throw new Error(`cannot write ${path}: ${messageOf(error)}; fix that, or choose another --out`)
  }
}
