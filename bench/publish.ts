/** Charts and README from a result file, and from nothing else. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { publication } from '../charts/publication.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { UsageError } from './errors.ts'
import { readResult } from './result-file.ts'
import { ROOT } from './root.ts'

/**
 * Publishes a result: every file is written whole. A result from outside `results/` is copied there first.
 * @returns the paths that were written, relative to the repository
 */
export async function publish(path: string): Promise<string[]> {
  const result = readResult(path)
  if (result.quick) throw new UsageError(`${path} was made with --quick, which is never published: run without it`)
  if (result.source.clean === false) {
    throw new UsageError(`${path} was made from sources with uncommitted changes: commit them and run again`)
  }
  if (!result.servers.some(({ summary }) => summary))
    throw new UsageError(`${path} holds no measured server to publish`)
  const home = join(ROOT, 'results', result.scenario, basename(path))
  if (!existsSync(home)) writeFileAtomically(home, readFileSync(path, 'utf8'), false)
  const readme = join(ROOT, 'README.md')
  const files = await publication(result, relative(ROOT, home), readFileSync(readme, 'utf8'))
  for (const [file, contents] of files) writeFileAtomically(join(ROOT, file), contents)
  return [...files.keys()]
}
