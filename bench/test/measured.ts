/** What probes measure and print, of servers that a test writes. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { writeTree } from '../../shared/basics/testing.ts'
import type { Subject } from '../../shared/format/measurement.ts'
import { type FileKind, readMeasurement } from '../../shared/format/measurement-file.ts'
import type { Folders } from './faulty/faulty-servers.ts'
import { commandLine, processesOf, runDirectory } from './testing.ts'

/**
 * Runs the command of a probe. Asserts that it prints no error and leaves no process.
 * @param wrapper command prefix
 */
export async function measured(
  t: TestContext,
  probe: FileKind,
  folders: Folders,
  options: readonly string[],
  wrapper: readonly string[] = [],
) {
  const scratch = runDirectory(t)
  const [directory, out] = [join(scratch, 'servers'), join(scratch, 'out.json')]
  for (const [name, files] of Object.entries(folders)) writeTree(join(directory, name), files)
  const chosen = ['--servers', Object.keys(folders).join(','), '--servers-dir', directory]
  const args = [probe.name, ...options, ...chosen, '--out', out]
  const { status, output, complaints } = await commandLine(scratch, args, wrapper)
  assert.deepEqual(complaints, [])
  assert.deepEqual(processesOf(scratch), [])
  const result = readMeasurement(probe, out)
  const named = (name: string): Subject =>
    result.subjects.find((each) => each.name === name) ?? assert.fail(name)
  return { status, output, result, named }
}
