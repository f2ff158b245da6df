/** The page of what running costs, and its charts: made from stored results, and from nothing else. */

import { ROOT } from '../../shared/basics/root.ts'
import { type Startup, startupsToPublish } from '../../shared/result/startup.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { blocks } from '../text/markdown.ts'
import { linkFrom, PROFILE_PATH, RUNNING_PATH } from '../text/paths.ts'
import { drawAll } from './pictures.ts'
import { startupSection } from './startup.ts'

/** Contents by path from the repository's root; empty where there is no result. A section without a result is left out. */
export async function runningPages(costs: RunningCosts): Promise<Map<string, string>> {
  const { startups } = costs
  const sections = startups.map(startupSection)
  if (sections.length === 0) return new Map()
  const pictures = await drawAll(sections.flatMap(({ pictures }) => pictures))
  return new Map([[RUNNING_PATH, page(sections.map(({ text }) => text))], ...pictures])
}

function page(sections: readonly string[]): string {
  const link = linkFrom(RUNNING_PATH)
  return `${blocks(
    '# What running costs',
    `What a server costs before its first request and besides its requests. [How it is measured](${link('docs/startup.md')}). Collections of garbage under load stand on the page of [profiles](${link(PROFILE_PATH)}#garbage-collection).`,
    ...sections,
  )}\n`
}

export interface RunningCosts {
  startups: readonly Stored<Startup>[]
}

export const NO_RUNNING_COSTS: RunningCosts = { startups: [] }

/** @throws UsageError where a file is broken */
export function runningToPublish(root = ROOT): RunningCosts {
  return {
    startups: startupsToPublish(root),
  }
}
