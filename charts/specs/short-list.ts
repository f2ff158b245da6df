/** The servers that stand for the rest where there is room for a few only. */
import type { Result, ServerResult } from '../../shared/result/format.ts'

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

/** The result with the servers of the short list and the best frameworks alone; ranks are still those among all. */
export function shortened(result: Result): Result {
  const best = new Set(bestFrameworks(result).flatMap(({ servers }) => servers))
  return { ...result, servers: result.servers.filter((server) => SHORT_LIST.has(server.name) || best.has(server)) }
}

interface BestFrameworks {
  runtime: ServerResult['runtime']
  /** The best rank that any of them may have. */
  rank: number
  /** All that may be the fastest of them. */
  servers: ServerResult[]
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
      const reached = Math.min(...group.map(({ ranks }) => ranks.worst))
      const rank = Math.min(...group.map(({ ranks }) => ranks.best))
      return { runtime, rank, servers: group.filter(({ ranks }) => ranks.best <= reached).map(({ server }) => server) }
    })
    .toSorted((a, b) => a.rank - b.rank)
}
