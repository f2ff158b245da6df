/** Selects the servers to show where there is room for few. */
import { plural } from '../../shared/basics/text.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { comparedOf, type Leaders, leadersAmong } from '../../shared/results/compared.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { rankedOf } from '../../shared/results/summary.ts'

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

const hasRouter = ({ details, version }: ServerResult) => details.router && version !== null

/** A server of a framework, measured on the Node that the suite pins or on another runtime. */
function isFramework(server: ServerResult): boolean {
  return hasRouter(server) && !server.summary?.caveats.some(({ kind }) => kind === 'other-node')
}

interface FastestFrameworks extends Leaders {
  runtime: ServerResult['runtime']
}

/** Returns the fastest frameworks of each runtime that has several, each by its best server, the fastest runtime first. */
export function fastestFrameworks(
  result: Pick<PooledResult, 'subjects' | 'contrast'>,
): FastestFrameworks[] {
  return [...Map.groupBy(bestFrameworks(result), ({ runtime }) => runtime)]
    .filter(([, group]) => group.length > 1)
    .map(([runtime, group]) => ({ runtime, ...leadersAmong(group, result.contrast) }))
}

/** Returns ranked frameworks that claims do not compare, with a higher ratio than the fastest compared ones of their runtime. */
export function notComparedAbove(result: Pick<PooledResult, 'subjects' | 'contrast'>) {
  const fastest = fastestFrameworks(result)
  const compared = comparedOf(result).filter(isFramework)
  const ratioOf = (server: ServerResult | undefined) => server?.summary?.ratioToBaseline?.value ?? 0
  return rankedOf(result).filter((server) => {
    const leaders = fastest.find(({ runtime }) => runtime === server.runtime)?.servers
    return (
      leaders &&
      hasRouter(server) &&
      !compared.includes(server) &&
      ratioOf(server) > ratioOf(leaders[0])
    )
  })
}

/** Returns the compared frameworks of each runtime, each by its best server, best first. */
const bestFrameworks = (result: Pick<Result, 'subjects'>): ServerResult[] =>
  comparedOf(result).filter(isFramework).filter(isFirstOfFramework)

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

/** Returns the compared frameworks on the baseline's runtime, each by its best server, best first. */
export function frameworksOf(result: Pick<Result, 'subjects' | 'details'>): ServerResult[] {
  const runtime = result.subjects.find(({ name }) => name === result.details.baseline)?.runtime
  return bestFrameworks(result).filter((server) => server.runtime === runtime)
}
