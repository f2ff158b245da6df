/** Selects the servers to show where there is room for few. */
import { plural } from '../../shared/basics/text.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { rankedOf } from '../../shared/results/summary.ts'
import { leadersOf } from '../../shared/stats/claims.ts'

/**
 * Each bare runtime, and of each well-known framework one server, with the framework's own validator or none, on Node and on the
 * runtime that it is made for; an RPC framework, and validators made of TypeScript types.
 */
const SHORT_LIST: ReadonlySet<string> = new Set([
  ...['http-node', 'http-bun', 'http-deno', 'deepkit'],
  ...['express', 'fastify', 'h3', 'hapi', 'hono', 'mion', 'nest-fastify', 'trpc'],
  ...['elysia.bun', 'hono.bun', 'hono.deno'],
])

/** Returns whether a listed server is one of a framework, by its name: files of probes do not say so. */
export const isFrameworkName = (name: string) =>
  SHORT_LIST.has(name) && name !== 'deepkit' && !name.startsWith('http-')

const MOST_ROWS = 16

/** Returns all servers if a chart has room for them, else those of the short list. */
export function shortList<T extends { name: string }>(servers: readonly T[]): T[] {
  return servers.length <= MOST_ROWS
    ? [...servers]
    : servers.filter(({ name }) => SHORT_LIST.has(name))
}

/** Returns a sentence for a chart that does not show all measured servers, else an empty string. */
export function selectionNote(
  rows: readonly unknown[],
  { length: total }: readonly unknown[],
  noun = 'server',
): string {
  return rows.length < total
    ? ` ${rows.length} of ${plural(total, noun)}; all are in the table.`
    : ''
}

/** Reduces the result to the short list and the fastest frameworks, if it has more servers than a chart has room for. */
export function shortListed(result: PooledResult): PooledResult {
  const measured = result.subjects.filter(({ summary }) => summary)
  if (measured.length <= MOST_ROWS) return { ...result, subjects: measured }
  const listed = measured.filter(({ name }) => SHORT_LIST.has(name))
  const fastest = fastestFrameworks(result)
    .flatMap(({ servers }) => servers)
    .filter((server) => !listed.includes(server))
  const chosen = new Set([...listed, ...fastest].slice(0, MOST_ROWS))
  return { ...result, subjects: measured.filter((server) => chosen.has(server)) }
}

/** A server of a framework, measured on the Node that the suite pins or on another runtime. */
function isFramework({ details, version, summary }: ServerResult): boolean {
  return (
    details.router &&
    version !== null &&
    !summary?.caveats.some(({ kind }) => kind === 'other-node')
  )
}

interface FastestFrameworks {
  runtime: ServerResult['runtime']
  /** The leader, then the frameworks that are tied with it, each by its best server. */
  servers: ServerResult[]
}

/** Returns the fastest frameworks of each runtime that has several, the fastest runtime first. */
export function fastestFrameworks(
  result: Pick<PooledResult, 'subjects' | 'contrast'>,
): FastestFrameworks[] {
  return [...Map.groupBy(bestFrameworks(result), ({ runtime }) => runtime)]
    .filter(([, group]) => group.length > 1)
    .map(([runtime, group]) => {
      const leaders = leadersOf(
        group.map(({ name }) => name),
        result.contrast,
      )
      return { runtime, servers: group.filter(({ name }) => leaders.includes(name)) }
    })
}

/** Returns the ranked frameworks of each runtime, each by its best server, best first. */
const bestFrameworks = (result: Pick<Result, 'subjects'>): ServerResult[] =>
  rankedOf(result).filter(isFramework).filter(isFirstOfFramework)

function isFirstOfFramework(
  server: ServerResult,
  i: number,
  servers: readonly ServerResult[],
): boolean {
  const isOther = (other: ServerResult) =>
    other.runtime === server.runtime && frameworkOf(other) === frameworkOf(server)
  return servers.findIndex(isOther) === i
}

/** Returns the package whose version a server shows. */
const frameworkOf = ({ name, version, details: { packages } }: ServerResult) =>
  Object.keys(packages).find((each) => packages[each] === version) ?? name

/** Returns the ranked frameworks on the baseline's runtime, each by its best server, best first. */
export function frameworksOf(result: Pick<Result, 'subjects' | 'details'>): ServerResult[] {
  const runtime = result.subjects.find(({ name }) => name === result.details.baseline)?.runtime
  return bestFrameworks(result).filter((server) => server.runtime === runtime)
}
