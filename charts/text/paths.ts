/** Where pages lie, from the repository's root. */
import { posix } from 'node:path'

/** The folder of all that is generated as a whole. */
export const PUBLISHED_FOLDER = 'charts/published'

/** The page of a scenario or an instrument, in a folder of its own. */
export const pagePath = (name: string): string => `${PUBLISHED_FOLDER}/${name}/README.md`

export const INDEX_PATH = `${PUBLISHED_FOLDER}/README.md`
export const FINDINGS_PATH = pagePath('findings')
export const MACHINES_PATH = pagePath('machines')
export const WHY_PATH = pagePath('why')
export const REPORT_PATH = `${PUBLISHED_FOLDER}/report/index.html`

/** From the page at a path to another path; both from the repository's root. */
export function linkFrom(page: string): (target: string) => string {
  return (target) => posix.relative(posix.dirname(page), target)
}
