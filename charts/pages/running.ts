/** The page of what running costs, and its charts: made from stored results, and from nothing else. */
import { posix } from 'node:path'
import type { RunningCosts } from '../../shared/result/running.ts'
import type { ThemeName } from '../drawing/theme.ts'
import { blocks } from '../text/markdown.ts'
import { footprintPictures, footprintSection } from './footprint.ts'
import { memoryPictures, memorySection } from './memory.ts'
import { PROFILE_PATH } from './profile.ts'
import { RUNNING_FOLDER, RUNNING_PATH } from './running-paths.ts'
import { startupPictures, startupSection } from './startup.ts'

const themeNames: ThemeName[] = ['light', 'dark']

/** Contents by path from the repository's root; empty where there is no result. A section without a result is left out. */
export async function runningPages(costs: RunningCosts): Promise<Map<string, string>> {
  const { startups, footprint, memories } = costs
  const sections = [
    ...startups.map(startupSection),
    ...memories.map(memorySection),
    ...(footprint ? [footprintSection(footprint)] : []),
  ]
  if (sections.length === 0) return new Map()
  const files = new Map([[RUNNING_PATH, page(sections)]])
  for (const theme of themeNames) {
    const pictures = [
      ...(await Promise.all(startups.map((startup) => startupPictures(startup, theme)))).flat(),
      ...(await Promise.all(memories.map((memory) => memoryPictures(memory, theme)))).flat(),
      ...(footprint ? await footprintPictures(footprint, theme) : []),
    ]
    for (const [path, contents] of pictures) files.set(path, contents)
  }
  return files
}

function page(sections: readonly string[]): string {
  const link = (target: string) => posix.relative(RUNNING_FOLDER, target)
  return `${blocks(
    '# What running costs',
    `What a server costs before its first request and besides its requests. [METHODOLOGY](${link('METHODOLOGY.md')}#what-running-costs) says how each figure is made, and what it is not. Collections of garbage under load stand on the page of [profiles](${link(PROFILE_PATH)}#garbage-collection).`,
    ...sections,
  )}\n`
}
