/** Paths of generated pages, from the repository's root. */
import { posix } from 'node:path'

export const PUBLISHED_FOLDER = 'charts/published'

/** Returns the path of the page of a scenario or probe. */
export const pagePath = (name: string): string => `${PUBLISHED_FOLDER}/${name}/README.md`

/** Returns the path of a server's folder; on the site, a link to it leads to the server's page. */
export const serverFolder = (name: string): string => `servers/${name}`

/** Returns the path of a server's page, which only the site has. */
export const serverPath = (name: string): string => `${serverFolder(name)}/README.md`

export const INDEX_PATH = `${PUBLISHED_FOLDER}/README.md`
export const FINDINGS_PATH = pagePath('findings')
export const MACHINES_PATH = pagePath('machines')
export const REPORT_PATH = `${PUBLISHED_FOLDER}/report/index.html`

/** Path of the report on the site; badges are in `data/` beside it. */
export const SITE_REPORT = 'report.html'

/** Returns a function that makes a path from the root relative to the page. */
export function linkFrom(page: string): (target: string) => string {
  return (target) => posix.relative(posix.dirname(page), target)
}
