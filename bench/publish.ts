/** Charts and README from a result file, and from nothing else. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pictureFolder } from '../charts/pictures.ts'
import { leftovers, PAGES, type Pages, publication } from '../charts/publication.ts'
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
  const pages = Object.fromEntries(PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')])) as Pages
  const files = await publication(result, relative(ROOT, home), pages)
  for (const [file, contents] of files) writeFileAtomically(join(ROOT, file), contents)
  const pictures = readdirSync(join(ROOT, pictureFolder(result.scenario)))
  for (const file of leftovers(result.scenario, files, pictures)) rmSync(join(ROOT, file))
  return [...files.keys()]
}
