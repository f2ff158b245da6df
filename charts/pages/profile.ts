/** The page of where a request's CPU time goes, made from the files of profiles. */

import { halfOf } from '../../shared/result/estimates.ts'
import type { Estimate } from '../../shared/result/intervals.ts'
import type { Profiles } from '../../shared/result/profile.ts'
import { PART_NAMES, PARTS } from '../../shared/result/profile-parts.ts'
import {
  type PackageEstimate,
  type Profiled,
  packagesOf,
  partOf,
  plainOf,
  profiledServers,
  profileFootnotes,
  profileMarks,
  totalOf,
} from '../../shared/result/profile-summary.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { cheapestFirst, drawProfile, PROFILE_TITLE, profileConditions, profileFinding } from '../specs/profile.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { linkFrom, PROFILE_PATH } from '../text/paths.ts'
import { collectionsTable } from './collections.ts'
import { drawAll, type Picture, pictureOf, pictureText } from './pictures.ts'

/** Packages that are shown of a server. */
const PACKAGES = 8

/** The page and its pictures by path from the repository's root; nothing where there is no profile. */
export async function profilePages(stored: readonly Stored<Profiles>[]): Promise<Map<string, string>> {
  if (stored.length === 0) return new Map()
  const pictures = stored.map(({ file }) => chartOf(file))
  return new Map([[PROFILE_PATH, profilePage(stored)], ...(await drawAll(pictures))])
}

function chartOf(profiles: Profiles): Picture {
  const alt = profileFinding(profiles)
  return pictureOf(PROFILE_PATH, profiles.scenario, alt, (theme) => drawProfile(profiles, theme))
}

const link = linkFrom(PROFILE_PATH)

/** The whole page; all of it is generated. */
function profilePage(stored: readonly Stored<Profiles>[]): string {
  return `${blocks(
    `# ${PROFILE_TITLE}`,
    `Each server was profiled under the load of a run, after its warm-up, and every sample counted for the package and the part of the request whose code it found. [The method](${link('docs/profile.md')}) says by which rules, and what such a figure is not. \`npm run bench -- profile <scenario>\` profiles yours.`,
    ...stored.map(scenarioText),
  )}\n`
}

function scenarioText({ file: profiles, path }: Stored<Profiles>): string {
  const { scenario, servers, notInstalled } = profiles
  const refused = servers.flatMap(({ displayName, refusal }) =>
    refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
  )
  const folder = path.replace(/\.json$/, '')
  return blocks(
    `## ${scenarios.get(scenario)?.title ?? scenario}`,
    pictureText(chartOf(profiles), PROFILE_PATH),
    'µs of CPU time per request: plain is without the profiler, of the same server in the same seconds; the rest under it.',
    partsTable(profiles),
    list([...profileFootnotes(profiledServers(profiles)).map(inline), ...refused]),
    `### By package`,
    `The largest ${PACKAGES}, µs a request. Native functions and code made at run time count for whoever called them, unless a rule names them. The last column is for [speedscope](https://www.speedscope.app), which shows the whole tree of calls; \`npx speedscope <file>\` opens it too.`,
    packagesTable(profiles, (stacks) => link(`${folder}/${stacks}`)),
    '### Garbage collection',
    `Of processes of their own under the same load, without the profiler, as it is.${untoldText(profiles)}`,
    collectionsTable(profiles),
    list([
      ...notInstalled.map(({ name }) => `${inline(name)}: not installed, so not profiled`),
      ...profileConditions(profiles).map(inline),
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )
}

/** Servers whose runtime tells of no collections; nothing where all do. */
function untoldText(profiles: Profiles): string {
  const untold = profiledServers(profiles).filter(({ processes }) => processes.some(({ collections }) => !collections))
  const names = untold.map(({ displayName }) => inline(displayName)).join(', ')
  return names === '' ? '' : ` The runtimes of ${names} do not tell.`
}

/** Microseconds of which a profile has a sample or two. */
const HARDLY_ANY = 0.05

/** A time of a part, in µs; one that rests on a sample or two has no digits. */
export function partText(microseconds: number): string {
  return microseconds > 0 && microseconds < HARDLY_ANY ? `<${HARDLY_ANY}` : significant(microseconds)
}

/** A mean and half of its interval, with as many decimals. */
function withSpread(estimate: Estimate): string {
  const text = partText(estimate.value)
  const half = halfOf(estimate)
  if (estimate.value < HARDLY_ANY) return text
  return half === null ? text : `${text} ± ${half.toFixed(text.split('.')[1]?.length ?? 0)}`
}

const nameOf = (server: Profiled) => inline(`${server.displayName} ${profileMarks(server)}`.trim())

/** A row a server, the cheapest first. */
function partsTable(profiles: Profiles): string {
  const header = ['server', 'plain', 'profiled', ...PART_NAMES.map((part) => PARTS[part].title)]
  const rows = cheapestFirst(profiles).map((server) => [
    nameOf(server),
    withSpread(plainOf(server)),
    withSpread(totalOf(server)),
    ...PART_NAMES.map((part) => withSpread(partOf(server, part))),
  ])
  return table(header, rows)
}

function packagesTable(profiles: Profiles, stacksLink: (stacks: string) => string): string {
  const text = ({ package: name, part, value }: PackageEstimate) =>
    `${inline(name)} ${significant(value, 2)} (${PARTS[part].title})`
  const rows = cheapestFirst(profiles).map((server) => [
    nameOf(server),
    packagesOf(server).slice(0, PACKAGES).map(text).join(', '),
    server.stacks === null ? '' : `[stacks](${stacksLink(server.stacks)})`,
  ])
  return table(['server', 'packages', 'file'], rows, ['left', 'left', 'left'])
}
