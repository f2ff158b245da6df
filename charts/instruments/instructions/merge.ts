/**
 * Merges counts of shards. Everything but the machine must be the same in all: counts hardly depend on the machine.
 */
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../../shared/basics/errors.ts'
import { type Merged, type Shard, shardName, sharesOf } from '../../../shared/format/shards.ts'
import {
  type Counts,
  countsStore,
  type UnsealedCounts,
} from '../../../shared/results/instructions.ts'

interface ShardFile {
  file: string
  counts: Counts & { shard: Shard }
}

/**
 * Merges in the order of the shards' numbers.
 * @throws UsageError that names the files and the error
 */
export function mergeCounts(files: readonly { file: string; counts: Counts }[]): UnsealedCounts {
  const shards = files.map(asShard).sort((a, b) => a.counts.shard.number - b.counts.shard.number)
  const [first, ...others] = shards as [ShardFile, ...ShardFile[]]
  for (const other of others) assertSame(first, other)
  assertShares(first.counts, shards)
  const { scenario, protocol, counterVersion, selfCheck, environment, source, shard } = first.counts
  const all = shards.map(({ counts }) => counts)
  const place = ({ name }: { name: string }) => shard.chosen.indexOf(name)
  const byPlace = <T extends { name: string }>(list: readonly T[]) =>
    list.toSorted((a, b) => place(a) - place(b))
  const clean = all.map((counts) => counts.source.clean)
  return countsStore.complete({
    shard: null,
    scenario,
    startedAt: all
      .map(({ startedAt }) => startedAt)
      .reduce((a, b) => (Date.parse(a) < Date.parse(b) ? a : b)),
    finishedAt: all
      .map(({ finishedAt }) => finishedAt)
      .reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b)),
    protocol: {
      ...protocol,
      sideBySide: Math.max(...all.map((counts) => counts.protocol.sideBySide)),
    },
    counterVersion,
    selfCheck,
    environment: {
      ...environment,
      runtimes: Object.assign({}, ...all.map((counts) => counts.environment.runtimes)),
    },
    source: {
      ...source,
      clean: clean.includes(false) ? false : clean.includes(null) ? null : true,
    },
    servers: byPlace(all.flatMap(({ servers }) => servers)),
    notInstalled: byPlace(all.flatMap(({ notInstalled }) => notInstalled)),
    merged: { shards: shards.map(originOf) },
  })
}

function asShard({ file, counts }: { file: string; counts: Counts }): ShardFile {
  if (counts.merged)
    throw new UsageError(`${file} is merged from shards: name the shards themselves`)
  const { shard } = counts
  if (!shard)
    throw new UsageError(
      `${file} is not a shard but holds all chosen servers: there is nothing to merge`,
    )
  return { file, counts: { ...counts, shard } }
}

/** Returns what shards must agree in, by its name for the user. */
function conditionsOf({ counts }: ShardFile): Record<string, unknown> {
  const { scenario, protocol, counterVersion, source, environment, shard } = counts
  const { sideBySide: _, ...counted } = protocol
  return {
    ...{
      scenario,
      ...counted,
      counterVersion,
      commit: source.commit,
      lockfile: environment.lockfileHash,
    },
    // The C library's instructions are counted, too.
    ...{ architecture: environment.arch, OS: environment.os },
    ...{ 'number of shards': shard.of, 'chosen servers': shard.chosen.join(', ') },
    ...environment.runtimes,
  }
}

/** @throws UsageError that names all differences of two shards */
function assertSame(one: ShardFile, other: ShardFile): void {
  const [a, b] = [conditionsOf(one), conditionsOf(other)]
  // A shard names the runtimes of its own servers only.
  const differences = Object.keys(a).flatMap((what) =>
    !(what in b) || isDeepStrictEqual(a[what], b[what])
      ? []
      : [`${what} ${a[what] ?? 'unknown'} and ${b[what] ?? 'unknown'}`],
  )
  if (differences.length === 0) return
  const both = `${one.file} and ${other.file} can't be merged`
  throw new UsageError(
    `${both}: they differ in ${differences.join('; ')}; count all shards in the same way`,
  )
}

/** @throws UsageError if a shard is missing or in two files, or a file has other servers than its shard */
function assertShares(
  { shard: { chosen, of }, scenario }: ShardFile['counts'],
  shards: readonly ShardFile[],
): void {
  const missing: string[] = []
  for (const [i, share] of sharesOf(chosen, of, scenario).entries()) {
    const name = shardName({ number: i + 1, of })
    const [held, again] = shards.filter(({ counts }) => counts.shard.number === i + 1)
    if (held && again)
      throw new UsageError(
        `shard ${name} is in ${held.file} and in ${again.file}: leave one of them out`,
      )
    if (!held && share.length > 0) missing.push(`${name} (${share.join(', ')})`)
    const names =
      held && [...held.counts.servers, ...held.counts.notInstalled].map((each) => each.name).sort()
    if (names && names.join() !== share.join())
      throw new UsageError(
        `${held.file} holds ${names.join(', ')}, but shard ${name} is ${share.join(', ')}: count it again`,
      )
  }
  if (missing.length > 0)
    throw new UsageError(`shard ${missing.join(' and ')} is missing: count it, too`)
}

function originOf({ counts }: ShardFile): Merged['shards'][number] {
  const { shard, environment, servers, checksum } = counts
  return { number: shard.number, environment, servers: servers.map(({ name }) => name), checksum }
}
