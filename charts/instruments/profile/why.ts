/** Page on why servers differ: the difference of their profiles, part by part. */

import type { Published } from '../../../shared/results/published.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { halfOf, isSignificant } from '../../../shared/stats/estimates.ts'
import { type Estimate, isTie, type RatioEstimate } from '../../../shared/stats/intervals.ts'
import { blocks, inline, list, table } from '../../text/markdown.ts'
import { significant } from '../../text/numbers.ts'
import { linkFrom, pagePath, WHY_PATH } from '../../text/paths.ts'
import { profileConditions } from './chart.ts'
import { differencesOf, totalDifference } from './differences.ts'
import type { Profiles } from './format.ts'
import { partText } from './instrument.ts'
import { PARTS } from './parts.ts'
import {
  type PackageEstimate,
  type Profiled,
  profiledServers,
  profileFootnotes,
  profileMarks,
  totalOf,
} from './summary.ts'

const REFERENCE = 'http-node'
const COMPARED = ['express', 'fastify', 'hono', 'nest-express', 'trpc', 'elysia']
export const WHY_SERVERS: readonly string[] = [REFERENCE, ...COMPARED]
/** Number of packages named per part. */
const PACKAGES = 4
/** Number of parts named per server in the first table. */
const NAMED = 3

const link = linkFrom(WHY_PATH)

/**
 * Returns the page by its path; empty if no profile has the reference and a server to compare.
 * @param stored profiles; the first that has both is used
 * @param published runs, which decide which server is faster
 */
export function whyPages(stored: readonly Stored<Profiles>[], published: readonly Published[]): Map<string, string> {
  for (const each of stored) {
    const servers = profiledServers(each.file)
    const reference = servers.find(({ name }) => name === REFERENCE)
    const asked = COMPARED.flatMap((name) => servers.find((server) => server.name === name) ?? [])
    if (!reference || asked.length === 0) continue
    return new Map([[WHY_PATH, whyPage(each, reference, asked, published)]])
  }
  return new Map()
}

function whyPage(
  stored: Stored<Profiles>,
  reference: Profiled,
  asked: readonly Profiled[],
  published: readonly Published[],
): string {
  const { file: profiles, path } = stored
  const { scenario } = profiles
  const title = scenarios.get(scenario)?.title ?? scenario
  const run = published.find(({ result }) => result.scenario === scenario)
  const sections = asked.map((server) =>
    blocks(`## ${question(server, reference, run)}`, differenceTable(server, reference)),
  )
  return `${blocks(
    `# Why is X faster than Y`,
    `Differences from ${inline(reference.displayName)} in CPU time per request, by part, in [${inline(title)}](${link(pagePath(scenario))}), from the [profiles](${link(pagePath('profile'))}). Differences are paired within each round of fresh processes; ± is a 95% interval. A difference whose interval includes zero is not significant. [The method](${link('docs/profile.md')}) explains the parts. [Layer by layer](${link(pagePath('layers'))}) decomposes frameworks in another way.`,
    summaryTable(asked, reference),
    ...sections,
    '## How it was measured',
    list([
      ...profileFootnotes([reference, ...asked]).map(inline),
      ...profileConditions(profiles).map(inline),
      `Source: [\`${path}\`](${link(path)})`,
    ]),
  )}\n`
}

const nameOf = (server: Profiled) => inline(`${server.displayName} ${profileMarks(server)}`.trim())

/** Returns a section's heading. The published run decides which server is faster, since it has many more trials than profiles. */
function question(server: Profiled, reference: Profiled, run: Published | undefined): string {
  const [own, other] = [inline(server.displayName), inline(reference.displayName)]
  const ratio = publishedRatio(server, reference, run)
  const difference = totalDifference(server, reference)
  const isAlike = ratio ? isTie(ratio) : !isSignificant(difference)
  if (isAlike) return `Are ${own} and ${other} alike?`
  const isFaster = ratio ? ratio.ratio > 1 : difference.value < 0
  return isFaster ? `Why is ${own} faster than ${other}?` : `Why is ${other} faster than ${own}?`
}

/** Returns the ratio of requests/s; null if no published run compares the two servers. */
function publishedRatio({ name }: Profiled, reference: Profiled, run: Published | undefined): RatioEstimate | null {
  if (run?.result.baseline !== reference.name) return null
  const found = run.result.servers.find((each) => each.name === name)?.summary?.ratioToBaseline
  if (!found || found.low === null || found.high === null) return null
  return { ratio: found.ratio, low: found.low, high: found.high }
}

function packagesText(packages: readonly PackageEstimate[]): string {
  return packages
    .slice(0, PACKAGES)
    .map(({ package: name, value }) => `${inline(name)} ${significant(value, 2)}`)
    .join(', ')
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${significant(Math.abs(value), 2)}`
}

/** Formats `−4%`; zero has no sign. */
function percentOf(share: number): string {
  const percent = Math.round(share * 100)
  return `${percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** Formats ` ± 1.1`; empty without an interval. */
function spreadText(estimate: Estimate): string {
  const half = halfOf(estimate)
  return half === null ? '' : ` ± ${significant(half, 2)}`
}

/** Returns a row per server: its difference, and the largest parts with the same sign. */
function summaryTable(asked: readonly Profiled[], reference: Profiled): string {
  const rows = asked.map((server) => {
    const difference = totalDifference(server, reference)
    const significantParts = differencesOf(server, reference).filter(
      (each) => each.isSignificant && Math.sign(each.difference.value) === Math.sign(difference.value),
    )
    return [
      nameOf(server),
      significant(totalOf(server).value),
      `${signed(difference.value)}${spreadText(difference)}`,
      significantParts
        .slice(0, NAMED)
        .map(({ part, difference: { value } }) => `${PARTS[part].title} ${signed(value)}`)
        .join(', '),
    ]
  })
  const own = [nameOf(reference), significant(totalOf(reference).value), '', '']
  return table(
    ['server', 'µs per request', 'difference', 'largest parts'],
    [own, ...rows],
    ['left', 'right', 'right', 'left'],
  )
}

/** Returns a row per part, the largest difference first. */
function differenceTable(server: Profiled, reference: Profiled): string {
  const [own, other] = [inline(server.displayName), inline(reference.displayName)]
  const total = totalDifference(server, reference)
  const rows = differencesOf(server, reference).map(({ part, difference, ...each }) => [
    PARTS[part].title,
    partText(each.own),
    partText(each.other),
    `${signed(difference.value)}${spreadText(difference)}`,
    each.isSignificant && isSignificant(total) ? percentOf(difference.value / total.value) : '',
    packagesText(each.packages),
    packagesText(each.otherPackages),
  ])
  const header = ['part', own, other, 'difference, µs', 'share', `packages of ${own}`, `of ${other}`]
  return table(header, rows, ['left', 'right', 'right', 'right', 'right', 'left', 'left'])
}
