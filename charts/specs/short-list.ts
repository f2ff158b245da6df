/** The servers that stand for the rest where there is room for a few only. */
import type { Result } from '../../shared/result/format.ts'

/**
 * The rule: each runtime bare; of each framework the plainest server, that is the one with its own or no validator, on Node and
 * again where another runtime is its home; of the RPC frameworks each; of the validators on bare node:http those that compile from
 * TypeScript types, as no framework here does that on Node alone.
 */
export const SHORT_LIST: ReadonlySet<string> = new Set([
  ...['http-node', 'http-bun', 'http-deno'],
  ...['express', 'fastify', 'h3', 'hapi', 'hono', 'hono.bun', 'elysia.bun', 'koa', 'nest-express', 'nest-fastify'],
  ...['mion', 'trpc'],
  ...['deepkit', 'typia'],
])

/** The result with the servers of the short list alone; ranks are still those among all. */
export function shortened(result: Result): Result {
  return { ...result, servers: result.servers.filter(({ name }) => SHORT_LIST.has(name)) }
}
