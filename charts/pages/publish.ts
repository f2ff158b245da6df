/** Charts and pages from result files, and from nothing else. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { readResult } from '../../shared/result/file.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { pictureFolder } from '../specs/pictures.ts'
import { resultPathIn } from './measured.ts'
import { type Published, pagePath } from './pages.ts'
import { leftovers, PAGES, type Pages, publication } from './publication.ts'

/**
 * Publishes results, one of a scenario at the most; those of other scenarios stay published. Every file is written whole. A
 * result from outside `results/` is copied there first.
 * @returns the paths whose contents changed, relative to the repository
 */
export async function publish(...paths: string[]): Promise<string[]> {
  const recent = paths.map(takeIn)
  const others = publishedResults().filter(
    ({ result }) => !recent.some((published) => published.result.scenario === result.scenario),
  )
  const published = [...recent, ...others]
  const pages = Object.fromEntries(PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')])) as Pages
  const files = await publication(published, pages)
  const changed = [...files].filter(([file, contents]) => textOf(join(ROOT, file)) !== contents)
  for (const [file, contents] of changed) writeFileAtomically(join(ROOT, file), contents)
  for (const { result } of published) {
    const present = readdirSync(join(ROOT, pictureFolder(result.scenario)))
    for (const file of leftovers(result.scenario, files, present)) rmSync(join(ROOT, file))
  }
  return changed.map(([file]) => file)
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Reads a result that is to be published, and has it in its place. */
function takeIn(path: string): Published {
  const result = readResult(path)
  if (result.quick) throw new UsageError(`${path} was made with --quick, which is never published: run without it`)
  if (result.source.clean === false) {
    throw new UsageError(`${path} was made from sources with uncommitted changes: commit them and run again`)
  }
  if (!result.servers.some(({ summary }) => summary))
    throw new UsageError(`${path} holds no measured server to publish`)
  const home = join(ROOT, 'results', result.scenario, basename(path))
  const text = readFileSync(path, 'utf8')
  if ((textOf(home) ?? text) !== text) {
    throw new UsageError(`${relative(ROOT, home)} is another result than ${path}: rename ${path}, and publish it again`)
  }
  if (!existsSync(home)) writeFileAtomically(home, text, false)
  return { result, path: relative(ROOT, home).replaceAll('\\', '/') }
}

/** What is published now: of each scenario the result that its page names. */
export function publishedResults(): Published[] {
  return [...scenarios.keys()].flatMap((scenario) => {
    const page = join(ROOT, pagePath(scenario))
    const path = existsSync(page) ? resultPathIn(readFileSync(page, 'utf8')) : null
    return path && existsSync(join(ROOT, path)) ? [{ result: readResult(join(ROOT, path)), path }] : []
  })
}
