/** Files of servers that are counted beside variants of themselves: work-arounds and strict keys. */
import { z } from 'zod'
import { headOf, type InstrumentFile, NotInstalled } from '../format/instrument-files.ts'
import { count, positive } from '../format/numbers.ts'
import type { Stored } from '../format/stored-files.ts'
import { type Estimate, medianDifference } from '../stats/intervals.ts'
import { medianOf } from '../stats/statistics.ts'

export const Counting = z.strictObject({
  counter: z.literal('qemu'),
  requests: count.min(2).describe('counted in each process'),
  step: count.min(1).describe('requests per step of the warm-up'),
  shortestWarmUp: count.describe('requests'),
  longestWarmUp: count.min(1).describe('requests'),
  counterVersion: z.string(),
  selfCheck: z.strictObject({ expected: count.min(1), counted: count.min(1) }),
})

export type Counting = z.infer<typeof Counting>

/** Returns the schema of a file. @param counting `Counting`, or null where nothing may have been counted */
export function variantsFile<
  M extends string,
  V extends number,
  S extends z.ZodType,
  C extends z.ZodType,
>(metric: M, version: V, server: S, counting: C) {
  return z.strictObject({
    ...headOf(metric, version),
    scenario: z.literal('update-user'),
    processes: count.min(1).describe('of each server, and of each of its variants'),
    seed: count.describe('of the requests, and of the order of processes'),
    counting,
    servers: z.array(server),
    notInstalled: NotInstalled,
  })
}

export const PairedCounts = z
  .array(positive)
  .describe('instructions per request, in user space by the first thread; a process each')

/**
 * Returns the percentage by which instructions rise, below zero where they fall: the ratio of the medians of processes, with the
 * interval of `medianDifference`, whose own estimate is another. Null where one of both was not counted.
 */
export function percentMore(own: readonly number[], without: readonly number[]): Estimate | null {
  if (own.length === 0 || without.length === 0) return null
  const { low, high } = medianDifference(own.map(Math.log), without.map(Math.log))
  const percent = (difference: number) => 100 * Math.expm1(difference)
  const value = 100 * (medianOf(own).median / medianOf(without).median - 1)
  return {
    value,
    low: low && Math.min(value, percent(low)),
    high: high && Math.max(value, percent(high)),
  }
}

interface VariantsFile extends InstrumentFile {
  environment: { os: string }
  servers: { name: string; refusal: string | null }[]
  notInstalled: { name: string }[]
}

/**
 * Returns a file to publish per operating system, whose C library is counted too: the one with most counted servers, and the
 * servers of others. Each server is from the newest file that counted it, else from the newest that does not disqualify it. No
 * run has all servers: some need another system, and counting takes long.
 */
export function filesToPublish<F extends VariantsFile>(
  stored: readonly Stored<F>[],
  isCounted: (server: F['servers'][number]) => boolean,
): Stored<F>[] {
  const newestFirst = stored.filter(({ file }) => file.source.clean !== false).toReversed()
  const placeOf = new Map<string, Stored<F>>()
  const countedIn = ({ file }: Stored<F>) => file.servers.filter(isCounted).length
  const isQualified: typeof isCounted = ({ refusal }) => refusal === null
  for (const isKept of [isCounted, isQualified, () => true]) {
    for (const each of newestFirst) {
      for (const server of each.file.servers) {
        if (isKept(server) && !placeOf.has(server.name)) placeOf.set(server.name, each)
      }
    }
  }
  const own = newestFirst
    .map((each) => {
      const servers = each.file.servers.filter(({ name }) => placeOf.get(name) === each)
      const notInstalled = each.file.notInstalled.filter(({ name }) => !placeOf.has(name))
      return { path: each.path, file: { ...each.file, servers, notInstalled } }
    })
    .filter(({ file }) => file.servers.length > 0)
    .sort((a, b) => countedIn(b) - countedIn(a))
  return [...Map.groupBy(own, ({ file }) => file.environment.os).values()].flatMap(
    ([main, ...others]) => {
      if (!main) return []
      const all = [main, ...others]
      const missing = new Map(
        all.flatMap(({ file }) => file.notInstalled.map((each) => [each.name, each] as const)),
      )
      const servers = all.flatMap(({ file }) => file.servers)
      const file = { ...main.file, servers, notInstalled: [...missing.values()] }
      return { path: main.path, others: others.map(({ path }) => path), file }
    },
  )
}
