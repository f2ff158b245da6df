/** The finding that the page of `hostile` begins with. */
import { listed, plural } from '../../basics/text.ts'
import type { Contents, SubjectRow } from '../../probe/probe.ts'
import { scenarios } from '../../scenarios/scenarios.ts'
import { compareFigures, factorText, leadersOf, roundedToInterval } from '../../stats/claims.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { casesOf, REFERENCE, type Summary, summaryIn } from './figures.ts'

/** Above these a figure is a finding: response bytes per request byte, exponent of the work, and times the reference's work. */
const LIMITS = { bytes: 10, growth: 1.3, work: 10 }

const namedSummaries = (file: Contents, rows: readonly SubjectRow[]) =>
  rows.map((row) => ({ ...row, name: row.displayName, ...summaryIn(file, row) }))

const isOwn = ({ part }: Pick<SubjectRow, 'part'>) => part === ''

/** Returns which server returns the most bytes. @param rows the servers that have figures */
export const mostBytes = (file: Contents, rows: readonly SubjectRow[]): string =>
  bytesClaim(namedSummaries(file, rows).filter(isOwn))

/** @param rows the servers that have figures */
export function finding(file: Contents, rows: readonly SubjectRow[]): string {
  const summaries = namedSummaries(file, rows)
  const servers = summaries.filter(isOwn)
  const claims = [
    `${bytesClaim(servers)}${bytesAbove(servers)}`,
    workClaim(servers),
    growthClaim(servers),
  ]
  const title = scenarios.get(file.scenario ?? '')?.title
  const choices = summaries
    .filter(({ part }) => part !== '')
    .map((each) => choiceClaim(each, servers))
  return [
    `**${title}: ${claims.filter(Boolean).join('; ')}.**`,
    ...choices.filter(Boolean),
    responses(file),
  ].join(' ')
}

/** Compares a server that reports its errors in the other way with the server itself. */
function choiceClaim({ name, bytes }: NamedSummary, servers: readonly NamedSummary[]): string {
  const server = servers.find((each) => name.startsWith(`${each.name}, `))
  if (!bytes || !server?.bytes) return ''
  const [other, usual] = [bytes, server.bytes].map(({ figure }) => roundedToInterval(figure))
  const errors = name.slice(server.name.length + 2).replace(/^first/, 'only the first')
  return other === usual
    ? ''
    : `${server.name} with ${errors} returns ${other} bytes per byte instead of ${usual}.`
}

type NamedSummary = Summary & { name: string }

/** Returns the servers with the largest figure, which they share. */
function leadersBy(
  servers: readonly NamedSummary[],
  figureOf: (summary: NamedSummary) => Estimate | undefined,
): { leaders: string[]; figure: Estimate } | null {
  const figures = servers
    .flatMap((each) => {
      const figure = figureOf(each)
      return figure ? [[each.name, figure] as const] : []
    })
    .sort(([, a], [, b]) => b.value - a.value)
  const [first] = figures
  if (!first) return null
  const names = figures.map(([name]) => name)
  return { leaders: leadersOf(names, compareFigures(new Map(figures))), figure: first[1] }
}

const isAbove = (figure: Estimate | undefined, limit: number) => (figure?.low ?? 0) > limit

/** Bytes are exact, but no reader can tell servers apart whose figures are shown alike. */
function bytesClaim(servers: readonly NamedSummary[]): string {
  const highest = leadersBy(servers, ({ bytes }) => bytes?.figure)
  if (!highest) return 'nothing was measured'
  const { figure } = highest
  const leaders = servers
    .filter(({ bytes }) => bytes && roundedToInterval(bytes.figure) === roundedToInterval(figure))
    .map(({ name }) => name)
  return `${listed(leaders)} ${leaders.length > 1 ? 'return' : 'returns'} ${roundedToInterval(figure)} bytes per byte of one request, the most of ${plural(servers.length, 'server')}`
}

function bytesAbove(servers: readonly NamedSummary[]): string {
  const above = servers.filter(({ bytes }) => isAbove(bytes?.figure, LIMITS.bytes)).length
  return `; ${above} ${above === 1 ? 'returns' : 'return'} more than ${LIMITS.bytes}`
}

function workClaim(servers: readonly NamedSummary[]): string {
  const highest = leadersBy(servers, ({ work }) => work?.figure)
  const factor = highest && factorText(highest.figure)
  if (!factor) return ''
  const above = servers.filter(({ work }) => isAbove(work?.figure, LIMITS.work)).length
  return `one request can make ${listed(highest.leaders)} do ${factor}× the work that the worst one makes ${REFERENCE} do; ${above} ${above === 1 ? 'server does' : 'servers do'} more than ${LIMITS.work}×`
}

function growthClaim(servers: readonly NamedSummary[]): string {
  const faster = servers.filter(({ growth }) => isAbove(growth?.figure, LIMITS.growth))
  if (faster.length === 0) return ''
  return `work grows faster than the body in ${listed(faster.map(({ name }) => name))}`
}

/** Says how servers respond to the worst inputs at the largest size. */
function responses({ subjects }: Contents): string {
  const worstResponses = subjects.flatMap((subject) =>
    casesOf(subject).flatMap(({ sizes }) =>
      sizes.slice(-1).map(({ status }) => ({ ...subject, status })),
    ),
  )
  const within = (from: number, to: number) =>
    worstResponses.filter(({ status }) => status >= from && status < to)
  const accepted = within(200, 300).length
  const failed = within(500, 600)
  const names = [...new Set(failed.map(({ displayName }) => displayName))]
  const outcomes = [
    `${accepted} ${accepted === 1 ? 'was' : 'were'} accepted`,
    `${within(400, 500).length} rejected`,
    ...(failed.length > 0 ? [`${failed.length} caused a 5xx (${names.join(', ')})`] : []),
  ]
  return `Of the ${worstResponses.length} worst inputs (one or two of each kind per server), ${listed(outcomes)}.`
}
