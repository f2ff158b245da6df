/** The page that says why one server is faster than another: the difference of their profiles, part by part. */
import { type Estimate, halfOf, isTie, isTold, type RatioEstimate } from '../../shared/result/intervals.ts'
import type { Profiles } from '../../shared/result/profile.ts'
import { differencesOf, type PartDifference, totalDifference } from '../../shared/result/profile-differences.ts'
import { PARTS } from '../../shared/result/profile-parts.ts'
import {
  type PackageEstimate,
  type Profiled,
  profiledServers,
  profileFootnotes,
  profileMarks,
  totalOf,
} from '../../shared/result/profile-summary.ts'
import type { Published } from '../../shared/result/published.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { type StartState, startState, type TickFigures, tickRatio } from '../../shared/result/ticks.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { profileConditions } from '../specs/profile.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { range, significant } from '../text/numbers.ts'
import { linkFrom, PROFILE_PATH, pagePath, WHY_PATH } from '../text/paths.ts'
import { partText } from './profile.ts'

/** The server that others are held against, and those that people ask about. */
const REFERENCE = 'http-node'
const ASKED = ['express', 'fastify', 'hono', 'nest-express', 'trpc', 'elysia']
/** Folders of all of them. */
export const WHY_SERVERS: readonly string[] = [REFERENCE, ...ASKED]
/** Packages that are named of a part. */
const PACKAGES = 4
/** Parts that are named in a sentence. */
const NAMED = 3

/** What other instruments add to a server's section, as Markdown; empty where they know nothing. */
type Addition = (server: string, scenario: string) => string

const link = linkFrom(WHY_PATH)

/**
 * The whole page; all of it is generated. Nothing where no profile has the reference and a server that people ask about.
 * @param stored profiles; the page is made of the first that has both
 * @param published runs, for what a request costs without a profiler
 */
export function whyPages(
  stored: readonly Stored<Profiles>[],
  published: readonly Published[],
  addition: Addition = () => '',
): Map<string, string> {
  for (const each of stored) {
    const servers = profiledServers(each.file)
    const reference = servers.find(({ name }) => name === REFERENCE)
    const asked = ASKED.flatMap((name) => servers.find((server) => server.name === name) ?? [])
    if (!reference || asked.length === 0) continue
    return new Map([[WHY_PATH, whyPage(each, reference, asked, published, addition)]])
  }
  return new Map()
}

function whyPage(
  stored: Stored<Profiles>,
  reference: Profiled,
  asked: readonly Profiled[],
  published: readonly Published[],
  addition: Addition,
): string {
  const { file: profiles, path } = stored
  const { scenario } = profiles
  const title = scenarios.get(scenario)?.title ?? scenario
  const run = published.find(({ result }) => result.scenario === scenario)
  const sections = asked.map((server) =>
    blocks(
      `## ${question(server, reference, run)}`,
      answer(server, reference, run),
      differenceTable(server, reference),
      addition(server.name, scenario),
    ),
  )
  return `${blocks(
    `# Why is X faster than Y`,
    `A request of [${inline(title)}](${link(pagePath(scenario))}), against ${inline(reference.displayName)}: what each part of it costs more or less, in µs of CPU time, from the [profiles](${link(PROFILE_PATH)}). Differences are paired within each round of fresh processes; ± is a 95% interval, and a part whose interval holds zero may be no difference at all. [METHODOLOGY](${link('METHODOLOGY.md')}#where-the-cpu-time-of-a-request-goes) says how the parts are made.`,
    summaryTable(asked, reference),
    ...sections,
    '## How it was measured',
    list([
      ...profileFootnotes([reference, ...asked]).map(inline),
      ...profileConditions(profiles).map(inline),
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )}\n`
}

const nameOf = (server: Profiled) => inline(`${server.displayName} ${profileMarks(server)}`.trim())

/** Whether one is faster is what the published run says, whose trials are many more than the profiles are. */
function question(server: Profiled, reference: Profiled, run: Published | undefined): string {
  const [own, other] = [inline(server.displayName), inline(reference.displayName)]
  const ratio = publishedRatio(server, reference, run)
  const difference = totalDifference(server, reference)
  const isAlike = ratio ? isTie(ratio) : !isTold(difference)
  if (isAlike) return `Are ${own} and ${other} alike?`
  const isFaster = ratio ? ratio.ratio > 1 : difference.value < 0
  return isFaster ? `Why is ${own} faster than ${other}?` : `Why is ${other} faster than ${own}?`
}

/** Of requests/s; null where no published run holds one server against the other. */
function publishedRatio({ name }: Profiled, reference: Profiled, run: Published | undefined): RatioEstimate | null {
  if (run?.result.baseline !== reference.name) return null
  const found = run.result.servers.find((each) => each.name === name)?.summary?.ratioToBaseline
  if (!found || found.low === null || found.high === null) return null
  return { ratio: found.ratio, low: found.low, high: found.high }
}

function answer(server: Profiled, reference: Profiled, run: Published | undefined): string {
  const [own, other] = [totalOf(server).value, totalOf(reference).value]
  const difference = totalDifference(server, reference)
  const more = difference.value >= 0 ? 'more' : 'less'
  const told = differencesOf(server, reference).filter((each) => each.isTold)
  const named = told.slice(0, NAMED)
  const sentences = [
    `Under the profiler a request costs ${inline(server.displayName)} ${significant(own)} µs and ${inline(reference.displayName)} ${significant(other)} µs: ${significant(Math.abs(difference.value))}${spreadText(difference)} µs ${more}, ${(own / other).toFixed(2)} times as much${isTold(difference) ? '' : ', which these profiles can’t tell from nothing'}.`,
    publishedText(server, reference, run),
    named.length > 0
      ? `The largest ${named.length > 1 ? 'differences' : 'difference'} that can be told from nothing: ${named.map(differenceText).join('; ')}.`
      : 'No part differs by more than its interval.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** What a run without a profiler says of both; nothing where none has both. */
function publishedText(server: Profiled, reference: Profiled, run: Published | undefined): string {
  const of = ({ name }: Profiled) => run?.result.servers.find((each) => each.name === name)?.summary
  const [own, other] = [of(server), of(reference)]
  if (!run || !own || !other) return ''
  const known = publishedRatio(server, reference, run)
  const ratio = known?.ratio ?? own.requestsPerSecond.median / other.requestsPerSecond.median
  const interval = known ? range(known.low, known.high, (value) => value.toFixed(2)) : ''
  return `Without it, in the [published run](${link(pagePath(run.result.scenario))}), ${significant(own.cpuPerRequest.median)} and ${significant(other.cpuPerRequest.median)} µs, and ${ratio.toFixed(2)} times the requests/s${interval && ` (${interval})`}.`
}

/** `framework and router +9.1 µs (express 5.0, router 2.2)`. */
function differenceText({ part, difference, packages, otherPackages }: PartDifference): string {
  const whose = difference.value > 0 ? packages : otherPackages
  const names = packagesText(whose)
  return `${PARTS[part].title} ${signed(difference.value)} µs${names === '' ? '' : ` (${names})`}`
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

/** `−4%`; without a sign where it is none. */
function percentOf(share: number): string {
  const percent = Math.round(share * 100)
  return `${percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** ` ± 1.1`; nothing where no interval is known. */
function spreadText(estimate: Estimate): string {
  const half = halfOf(estimate)
  return half === null ? '' : ` ± ${significant(half, 2)}`
}

/** A row a server: how much more it costs, and which parts make that; those that make up for some of it stand in its section. */
function summaryTable(asked: readonly Profiled[], reference: Profiled): string {
  const rows = asked.map((server) => {
    const difference = totalDifference(server, reference)
    const told = differencesOf(server, reference).filter(
      (each) => each.isTold && Math.sign(each.difference.value) === Math.sign(difference.value),
    )
    return [
      nameOf(server),
      significant(totalOf(server).value),
      `${signed(difference.value)}${spreadText(difference)}`,
      told
        .slice(0, NAMED)
        .map(({ part, difference: { value } }) => `${PARTS[part].title} ${signed(value)}`)
        .join(', '),
    ]
  })
  const own = [nameOf(reference), significant(totalOf(reference).value), '', '']
  return table(
    ['server', 'µs a request', 'difference', 'most of it'],
    [own, ...rows],
    ['left', 'right', 'right', 'left'],
  )
}

/** A row a part, the largest difference first. */
function differenceTable(server: Profiled, reference: Profiled): string {
  const [own, other] = [inline(server.displayName), inline(reference.displayName)]
  const total = totalDifference(server, reference)
  const rows = differencesOf(server, reference).map(({ part, difference, ...each }) => [
    PARTS[part].title,
    partText(each.own),
    partText(each.other),
    `${signed(difference.value)}${spreadText(difference)}`,
    each.isTold && isTold(total) ? percentOf(difference.value / total.value) : '',
    packagesText(each.packages),
    packagesText(each.otherPackages),
  ])
  const header = ['part', own, other, 'difference, µs', 'of the whole', `packages of ${own}`, `of ${other}`]
  return table(header, rows, ['left', 'right', 'right', 'right', 'right', 'left', 'left'])
}

/** Where METHODOLOGY says what holding a tick is for. */
const TICKS_SECTION = 'METHODOLOGY.md#two-states-of-one-warm-server'

const STATES: Record<StartState, string> = {
  collected: 'its processes start in the slow one',
  'not collected': 'its processes start in the fast one',
  'in either': 'its processes start in one or the other',
  unclear: 'it is not clear in which its processes start',
}

const moreText = (ratio: number) => `${Math.abs(100 * (ratio - 1)).toFixed(0)}% ${ratio >= 1 ? 'more' : 'fewer'}`

/** Of a server's processes, as Markdown: in which state they start, and what the other would change; nothing of one that was not counted. */
export function ticksLine(figures: TickFigures | null, name: string): string {
  const server = figures?.servers.find((each) => each.name === name)
  if (!server) return ''
  const start = startState(server)
  const after =
    start === 'collected'
      ? `With a tick held a request would have ${moreText(tickRatio(server, 'held', 'asStarted'))} instructions.`
      : `Once it has rested for a while, and V8 has collected its ticks, a request has ${moreText(tickRatio(server, 'collected', 'asStarted'))} instructions, for as long as the process lives.`
  return `Of [Node’s two states](${link(TICKS_SECTION)}) ${STATES[start]}. ${after}`
}
