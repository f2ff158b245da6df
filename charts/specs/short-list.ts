/** The servers that stand for the rest where there is room for a few only. */
import type { Result, ServerResult } from '../../shared/result/format.ts'

/**
 * The rule: each runtime bare; of each framework the plainest server, that is the one with its own or no validator, on Node and
 * again where another runtime is its home; of the RPC frameworks each; of the validators on bare node:http those that compile from
 * TypeScript types, as no framework here does that on Node alone. To these come the best-ranked frameworks of each runtime.
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
  /** All that may have it. */
  servers: ServerResult[]
}

/** The best-ranked frameworks of each runtime, the best runtime first; a bare runtime has no version of its own. */
export function bestFrameworks({ servers }: Result): BestFrameworks[] {
  const frameworks = servers.filter(({ router, version, summary }) => router && version !== null && summary)
  return [...Map.groupBy(frameworks, ({ runtime }) => runtime)]
    .map(([runtime, group]) => {
      const rank = Math.min(...group.map(rankOf))
      return { runtime, rank, servers: group.filter((server) => rankOf(server) === rank) }
    })
    .toSorted((a, b) => a.rank - b.rank)
}

const rankOf = ({ summary }: ServerResult) => summary?.ranks.best ?? Number.POSITIVE_INFINITY
