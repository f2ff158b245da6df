/** Shards of a scenario's servers, counted on several machines and merged. */

import { z } from 'zod'
import { scenarios } from '../scenarios/scenarios.ts'
import { Environment } from './environment.ts'
import { count } from './numbers.ts'

/** The shard of a file of counts. */
export const Shard = z.strictObject({
  number: count.min(1),
  of: count.min(1).describe('shards'),
  chosen: z
    .array(z.string())
    .describe('names of all servers of all shards, installed or not, sorted'),
})

/** Origin of merged counts. */
export const Merged = z.strictObject({
  shards: z.array(
    z.strictObject({
      number: count.min(1),
      environment: Environment,
      servers: z.array(z.string()),
      checksum: z.string().describe('of its file'),
    }),
  ),
})

export type Shard = z.infer<typeof Shard>
export type Merged = z.infer<typeof Merged>

/** Number of a shard, and of all shards. */
export type ShardNumber = Pick<Shard, 'number' | 'of'>

/** Formats `2/8`. */
export function shardName({ number, of }: ShardNumber): string {
  return `${number}/${of}`
}

/**
 * Deals servers out by name, so that every machine calculates the same shards, and their sizes differ by at most one. Each
 * scenario starts with another shard, which balances shards over all scenarios.
 * @param names of all servers
 * @returns one list per shard; some are empty with fewer servers than shards
 */
export function sharesOf(names: readonly string[], of: number, scenario: string): string[][] {
  const first = Math.max(0, [...scenarios.keys()].indexOf(scenario))
  const shares = Array.from({ length: of }, (): string[] => [])
  for (const [i, name] of [...names].sort().entries()) shares[(first + i) % of]?.push(name)
  return shares
}

/** Returns a path whose name marks a shard, so that it is never published. */
export function shareInName(path: string, { number, of }: ShardNumber): string {
  return path.replace(/\.json$/, `.${number}-of-${of}.shard.json`)
}
