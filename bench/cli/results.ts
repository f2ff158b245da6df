/** Where results go, and the publication that follows. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { firstAndMore } from '../../shared/basics/text.ts'
import { say } from '../terminal/output.ts'

/** Returns the path for a result; undefined for the usual place in the repository, where quick ones are never stored. */
export function resultFile({ out, quick }: { out?: string; quick?: boolean }): string | undefined {
  return (
    out ??
    (quick
      ? join(tmpdir(), `bench-quick-${new Date().toISOString().replaceAll(':', '-')}.json`)
      : undefined)
  )
}

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

/** Regenerates pages and charts, and prints those that changed. Loads the drawing code on demand. @param site see `publish` */
export async function publishPages(site?: string): Promise<void> {
  const { publish } = await import('../../charts/publish/publish.ts')
  const changed = await publish(site)
  say(`published: ${firstAndMore(changed, 6).join(', ') || 'nothing changed'}`)
}
