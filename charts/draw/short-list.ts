/** The servers that stand for the rest where there is room for a few only. */
import type { Result, ServerResult } from '../../shared/results/format.ts'
import { bestFirst } from './rows.ts'

/**
 * The rule: each runtime bare; of each framework the plainest server, that is the one with its own or no validator, on Node and
 * again where another runtime is its home; of the RPC frameworks each; of the validators on bare node:http those that compile from
 * TypeScript types, as no framework here does that on Node alone. To these come the frameworks that may be the fastest of
 * their runtime.
 */
export const SHORT_LIST: ReadonlySet<string> = new Set([
  ...['http-node', 'http-bun', 'http-deno'],
  ...['express', 'fastify', 'h3', 'hapi', 'hono', 'hono.bun', 'elysia.bun', 'koa', 'nest-express', 'nest-fastify'],
  ...['mion', 'trpc'],
  ...['deepkit', 'typia'],
])

/** Rows that a chart has room for. */
export const MOST_ROWS = 20

/** All where a chart has room for them, else those of the short list, at most as many as there is room for. */
export function shortList<T extends { name: string }>(servers: readonly T[]): T[] {
  if (servers.length <= MOST_ROWS) return [...servers]
  return servers.filter(({ name }) => SHORT_LIST.has(name)).slice(0, MOST_ROWS)
}

/** A sentence on a chart whose rows are fewer than the servers that have a number; nothing where it shows all. */
export function outOf(rows: readonly unknown[], { length: all }: readonly unknown[]): string {
  return rows.length < all ? ` ${rows.length} of ${all} servers; all are in the table.` : ''
}

/** The result with the servers of the short list and the best frameworks alone; ranks are still those among all. */
export function shortened<T extends Result>(result: T): T {
  const listed = result.servers.filter(({ name }) => SHORT_LIST.has(name))
  const best = bestFrameworks(result)
    .flatMap(({ servers, next }) => [...servers, ...(next ? [next] : [])])
    .filter((server) => !listed.includes(server))
  const chosen = new Set([...listed, ...best].slice(0, MOST_ROWS))
  return { ...result, servers: result.servers.filter((server) => chosen.has(server)) }
}

/** The whole result where a chart has room for all of its servers, else the shortened one. */
export function fitting<T extends Result>(result: T): T {
  return result.servers.filter(({ summary }) => summary).length <= MOST_ROWS ? result : shortened(result)
}

interface BestFrameworks {
  runtime: ServerResult['runtime']
  /** The best rank that any of them may have. */
  rank: number
  /** All that may be the fastest of them. */
  servers: ServerResult[]
  /** The first of the others, where all of `servers` ran on another Node; else none. */
  next: ServerResult | undefined
}

/**
 * The frameworks of each runtime of which no other one of it is faster for certain: whose ranks reach up to the worst that any
 * of them may have. Ranks are among all servers, so that one's best rank alone may differ from another's by third ones only.
 * The best runtime comes first; a bare runtime has no version of its own.
 */
export function bestFrameworks({ servers }: Result): BestFrameworks[] {
  const frameworks = servers.flatMap((server) => {
    const { router, version, summary } = server
    return router && version !== null && summary ? [{ server, ranks: summary.ranks }] : []
  })
  return [...Map.groupBy(frameworks, ({ server }) => server.runtime)]
    .map(([runtime, group]) => {
      const rank = Math.min(...group.map(({ ranks }) => ranks.best))
      const reached = Math.min(...group.map(({ ranks }) => ranks.worst))
      const servers = group.filter(({ ranks }) => ranks.best <= reached).map(({ server }) => server)
      const [next] = bestFirst({ servers: group.map(({ server }) => server).filter((each) => !isOnOtherNode(each)) })
      return { runtime, rank, servers, next: servers.every(isOnOtherNode) ? next : undefined }
    })
    .toSorted((a, b) => a.rank - b.rank)
}

function isOnOtherNode({ summary }: ServerResult): boolean {
  return summary?.verdicts.some(({ kind }) => kind === 'other-node') ?? false
}
