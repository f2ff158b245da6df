import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { pathBelow, ROOT } from '../../shared/basics/root.ts'
import { readFindings } from '../../shared/results/findings.ts'
import { type Published, readPublished } from '../../shared/results/published.ts'
import { costsIn } from '../pages/costs.ts'
import { violationsOf } from '../pages/findings.ts'
import { machinesPage } from '../pages/machines.ts'
import { probePage, storedProbes } from '../pages/probes.ts'
import { publication } from '../pages/publication.ts'
import { PAGES } from '../pages/regions.ts'
import { reportPage } from '../report/build.ts'
import { reportData } from '../report/report-data.ts'
import { PUBLISHED_FOLDER, REPORT_PATH } from '../text/paths.ts'
import { dataFiles } from './data.ts'
import { type Sources, serverPages } from './server-page.ts'
import { siteFiles } from './site.ts'

/** GitHub's workflows set them; an edition's is a tag. */
const {
  GITHUB_REPOSITORY: REPOSITORY = 'OWNER/rpc-validation-benchmarks',
  GITHUB_REF_NAME: REF = 'main',
  GITHUB_SHA: COMMIT = REF,
} = process.env
const filesAt = (ref: string) => `https://github.com/${REPOSITORY}/blob/${ref}`

/**
 * Writes all pages and charts from the stored results, and removes generated files that are no longer made.
 * @param site directory for the Pages site; undefined for none
 * @returns the paths that changed or were removed, relative to the repository
 */
export async function publish(site?: string): Promise<string[]> {
  const sources = readSources()
  const files = await publishedFiles(sources)
  const changed = [...files].filter(([file, contents]) => textOf(join(ROOT, file)) !== contents)
  for (const [file, contents] of changed) writeFileAtomically(pathBelow(ROOT, file), contents)
  const stale = leftovers(files)
  for (const file of stale) rmSync(join(ROOT, file))
  if (site !== undefined) {
    const data = [...dataFiles(sources.published, filesAt(COMMIT))].map(
      ([file, contents]) => [`data/${file}`, contents] as const,
    )
    const pages = siteFiles(REPOSITORY, filesAt(REF), serverPages(sources))
    for (const [file, contents] of [...pages, ...data])
      writeFileAtomically(pathBelow(site, file), contents)
  }
  return [...changed.map(([file]) => file), ...stale]
}

/** Returns the contents of all pages and charts by path. */
export async function publishedFiles({
  published,
  probes,
  pages,
  findings,
}: Sources): Promise<Map<string, string>> {
  const latency = probes.find(({ probe }) => probe.name === 'latency')?.stored ?? []
  const report = await reportPage(
    reportData(published, {
      violationsOf: (server) => violationsOf(server, findings),
      pages: pages.map(({ title, path }) => ({ title, path })),
      pagesOf: (server) => pages.flatMap(({ servers }, i) => (servers.includes(server) ? [i] : [])),
      costs: costsIn(latency, published),
      columns: pages.flatMap(({ columns }) => columns),
    }),
  )
  return publication(
    published,
    Object.fromEntries(PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')])),
    findings,
    [
      {
        path: REPORT_PATH,
        title: 'Interactive report',
        sentence: 'sort, filter, and compare with any server; one file that works offline',
        files: new Map([[REPORT_PATH, report]]),
      },
      ...[machinesPage(published), ...pages].sort((a, b) => (a.title < b.title ? -1 : 1)),
    ],
    homepage(),
  )
}

/** Returns the address of the site, which a repository with one names in its package.json. */
function homepage(): string | undefined {
  const { homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return homepage?.replace(/\/*$/, '/')
}

/** Reads what pages are made of, and makes those of probes. */
export function readSources(published: readonly Published[] = readPublished()): Sources {
  const probes = storedProbes()
  const pages = probes
    .map((each) => probePage(each, published))
    .filter(({ files }) => files.size > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    published,
    probes,
    pages,
    findings: readFindings(),
    read: (path) => textOf(join(ROOT, path)),
  }
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
