/** Shares of a scenario's servers, each of which is counted on a machine of its own, and counts that were put together again. */

import { z } from 'zod'
import { scenarios } from '../scenarios/scenarios.ts'
import { Environment } from './environment.ts'
import { count } from './numbers.ts'

/** What a file of counts says where it holds a share of the servers. */
export const Shard = z.strictObject({
  number: count.min(1),
  of: count.min(1).describe('shards'),
  chosen: z.array(z.string()).describe('names of all servers that the shards share, installed or not, sorted'),
})

/** What a file of counts says where it was put together from shards. */
export const Merged = z.strictObject({
  of: count.min(1).describe('shards'),
  shards: z.array(
    z.strictObject({
      number: count.min(1),
      startedAt: z.iso.datetime(),
      finishedAt: z.iso.datetime(),
      sideBySide: count.min(1).describe('servers that were counted at once'),
      environment: Environment,
      servers: z.array(z.string()),
      checksum: z.string().describe('of its file'),
    }),
  ),
  missing: z
    .array(z.strictObject({ number: count.min(1), servers: z.array(z.string()) }))
    .describe('shards that were not there; empty unless that was allowed'),
  notes: z.array(z.string()).describe('in what the machines differ, as far as a count may depend on it'),
})

export type Shard = z.infer<typeof Shard>
export type Merged = z.infer<typeof Merged>

/** Which share of how many. */
export type ShardNumber = Pick<Shard, 'number' | 'of'>

/** `2/8`. */
export function shardName({ number, of }: ShardNumber): string {
  return `${number}/${of}`
}

/**
 * Deals the servers out in the order of their names, so that every machine makes the same shares and none has more than one
 * server above another. Each scenario begins with another share: who counts all scenarios in shards has equal work in each.
 * @param names of all servers that the shards share
 * @returns as many shares as there are shards; empty ones where there are fewer servers
 */
export function sharesOf(names: readonly string[], of: number, scenario: string): string[][] {
  const first = Math.max(0, [...scenarios.keys()].indexOf(scenario))
  const shares = Array.from({ length: of }, (): string[] => [])
  for (const [i, name] of [...names].sort().entries()) shares[(first + i) % of]?.push(name)
  return shares
}

/** The path of a file, named so that a share of the servers, and counts that lack one, are never published. */
export function shareInName(path: string, shard: ShardNumber | null, merged: Pick<Merged, 'missing'> | null): string {
  const share = shard ? `.${shard.number}-of-${shard.of}.shard` : ''
  const partial = merged && merged.missing.length > 0 ? '.partial' : ''
  return path.replace(/\.json$/, `${share}${partial}.json`)
}

interface OnMachines {
  environment: Environment
  merged: Merged | null
}

/** The machines on which counts were made: several where they were put together from shards. */
export function machinesOf({ environment, merged }: OnMachines): Environment[] {
  return merged ? merged.shards.map((shard) => shard.environment) : [environment]
}
