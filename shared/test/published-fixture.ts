/** The repository's published results, for tests. */
import { type Published, readPublished } from '../results/published.ts'

let published: Published[] | undefined

/** Reads them once for all tests of a process, since it takes seconds. */
export function repositoryResults(): Published[] {
  published ??= readPublished()
  return published
}
