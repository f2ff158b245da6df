import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { readFindings } from '../../shared/results/findings.ts'
import { readPublished } from '../../shared/results/published.ts'
import { articleFiles } from '../articles/articles.ts'
import { reportPage } from '../report/build.ts'
import { reportData } from '../report/report-data.ts'
import { PUBLISHED_FOLDER } from '../text/paths.ts'
import { dataFiles } from './data.ts'
import { instrumentPages, panelsIn, storedInstruments } from './instruments.ts'
import { PAGES, publication } from './publication.ts'

/**
 * Writes all pages and charts from the stored results, and removes generated files that are no longer made.
 * @param data directory for the published results as data; undefined for none
 * @returns the paths that changed or were removed, relative to the repository
 */
export async function publish(data?: string): Promise<string[]> {
  const pages = Object.fromEntries(PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')]))
  const published = readPublished()
  const instruments = await storedInstruments()
  const files = await publication(
    published,
    pages,
    readFindings(),
    await instrumentPages(published, instruments),
    await reportPage(reportData(published, (scenario, server) => panelsIn(instruments, scenario, server))),
    await articleFiles(published),
  )
  const changed = [...files].filter(([file, contents]) => textOf(join(ROOT, file)) !== contents)
  for (const [file, contents] of changed) writeFileAtomically(join(ROOT, file), contents)
  const gone = leftovers(files)
  for (const file of gone) rmSync(join(ROOT, file))
  if (data !== undefined)
    for (const [file, contents] of dataFiles(published)) writeFileAtomically(join(data, file), contents)
  return [...changed.map(([file]) => file), ...gone]
}

/** Returns the generated files that a publication no longer contains, as paths from the repository's root. */
export function leftovers(files: ReadonlyMap<string, string>): string[] {
  return readdirSync(join(ROOT, PUBLISHED_FOLDER), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !files.has(path))
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
