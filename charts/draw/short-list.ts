/** Selects the servers to show where there is room for few. */
import { plural } from '../../shared/basics/text.ts'
import type { Result, ServerResult, Summary } from '../../shared/results/format.ts'
import { bestFirst } from './rows.ts'

/**
 * Each bare runtime. Of each framework one server, with the framework's own validator or none, on Node and on the runtime for
 * which it is made. Each RPC framework. Of the validators on bare node:http, those that compile from TypeScript types, since no
 * framework here does so on Node alone. `shortened` adds the frameworks that may be the fastest of their runtime.
 */
export const SHORT_LIST: ReadonlySet<string> = new Set([
  ...['http-node', 'http-bun', 'http-deno'],
  ...['express', 'fastify', 'h3', 'hapi', 'hono', 'hono.bun', 'elysia.bun', 'koa', 'nest-express', 'nest-fastify'],
  ...['mion', 'trpc'],
  ...['deepkit', 'typia'],
])

export const MOST_ROWS = 20

/** Returns all servers if a chart has room for them, else those of the short list, at most `MOST_ROWS`. */
export function shortList<T extends { name: string }>(servers: readonly T[]): T[] {
  if (servers.length <= MOST_ROWS) return [...servers]
  return servers.filter(({ name }) => SHORT_LIST.has(name)).slice(0, MOST_ROWS)
}

/** Returns a sentence for a chart that does not show all measured servers, else an empty string. */
export function outOf(rows: readonly unknown[], { length: all }: readonly unknown[], noun = 'server'): string {
  return rows.length < all ? ` ${rows.length} of ${plural(all, noun)}; all are in the table.` : ''
}

/** Reduces the result to the short list and the best frameworks if it has more servers; ranks remain those among all. */
export function shortened<T extends Result>(result: T): T {
  if (result.servers.filter(({ summary }) => summary).length <= MOST_ROWS) return result
  const listed = result.servers.filter(({ name }) => SHORT_LIST.has(name))
  const best = bestFrameworks(result)
    .flatMap(({ servers }) => servers)
    .filter((server) => !listed.includes(server))
  const chosen = new Set([...listed, ...best].slice(0, MOST_ROWS))
  return { ...result, servers: result.servers.filter((server) => chosen.has(server)) }
}

interface BestFrameworks {
  runtime: ServerResult['runtime']
  /** Best rank within the group. */
  rank: number
  /** Those that may be the fastest, by falling ratio, with the best server of each framework. */
  servers: ServerResult[]
  /** Number of frameworks measured on the runtime. */
  measured: number
}

/**
 * Returns, for each runtime, the frameworks that no other framework on it beats significantly: those whose best
 * rank is at most each other's worst. Ranks are among all servers. The best runtime comes first. Servers without a framework are
 * left out, and those on an older Node than the others.
 */
export function bestFrameworks({ servers }: Result): BestFrameworks[] {
  const frameworks = servers.flatMap((server) => {
    const { router, version, summary } = server
    return router && version !== null && summary && !isOnOtherNode(summary) ? [{ server, ranks: summary.ranks }] : []
  })
  return [...Map.groupBy(frameworks, ({ server }) => server.runtime)]
    .map(([runtime, group]) => {
      const rank = Math.min(...group.map(({ ranks }) => ranks.best))
      const lastOfBest = Math.min(...group.map(({ ranks }) => ranks.worst))
      const best = group.filter(({ ranks }) => ranks.best <= lastOfBest)
      return {
        runtime,
        rank,
        servers: bestFirst({ servers: best.map(({ server }) => server) }).filter(isFirstOfFramework),
        measured: group.length,
      }
    })
    .toSorted((a, b) => a.rank - b.rank)
}

function isFirstOfFramework(server: ServerResult, i: number, all: readonly ServerResult[]): boolean {
  return all.findIndex((other) => frameworkOf(other) === frameworkOf(server)) === i
}

/** Returns the package whose version a server shows. */
const frameworkOf = ({ name, version, packages }: ServerResult) =>
  Object.keys(packages).find((each) => packages[each] === version) ?? name

const isOnOtherNode = ({ caveats }: Summary) => caveats.some(({ kind }) => kind === 'other-node')
