/**
 * Merges counts of shards. Everything but the machine must be the same in all: counts hardly depend on the machine.
 */
import { UsageError } from '../../../shared/basics/errors.ts'
import type { CountsFile } from '../../../shared/results/compare-counts.ts'
import { type Counts, countsStore, type UnsealedCounts } from '../../../shared/results/instructions.ts'
import { type Merged, type Shard, shardName, sharesOf } from '../../../shared/results/shards.ts'

interface ShardFile {
  file: string
  counts: Counts & { shard: Shard }
}

/**
 * Merges in the order of the shards' numbers.
 * @param isPartial whether shards may be missing
 * @throws UsageError that names the files and the error
 */
export function mergeCounts(files: readonly { file: string; counts: Counts }[], isPartial: boolean): UnsealedCounts {
  const shards = files.map(asShard).sort((a, b) => a.counts.shard.number - b.counts.shard.number)
  const [first, ...others] = shards as [ShardFile, ...ShardFile[]]
  assertOnce(shards)
  for (const other of others) assertSame(first, other)
  const { scenario, protocol, counterVersion, selfCheck, environment, shard } = first.counts
  assertShares(shards, scenario)
  const missing = missingShards(shards, scenario)
  if (missing.length > 0 && !isPartial) throw new UsageError(missingText(missing, shard.of))
  const all = shards.map(({ counts }) => counts)
  const servers = all.flatMap((counts) => counts.servers)
  const place = ({ name }: { name: string }) => shard.chosen.indexOf(name)
  return countsStore.complete({
    shard: null,
    scenario,
    startedAt: all.map(({ startedAt }) => startedAt).reduce((a, b) => (Date.parse(a) < Date.parse(b) ? a : b)),
    finishedAt: all.map(({ finishedAt }) => finishedAt).reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b)),
    protocol: { ...protocol, sideBySide: Math.max(...all.map((counts) => counts.protocol.sideBySide)) },
    counterVersion,
    selfCheck,
    environment: {
      ...environment,
      runtimes: Object.assign({}, ...all.map((counts) => counts.environment.runtimes)),
    },
    source: { commit: first.counts.source.commit, clean: cleanOf(all) },
    servers: servers.sort((a, b) => place(a) - place(b)),
    notInstalled: all.flatMap(({ notInstalled }) => notInstalled).sort((a, b) => place(a) - place(b)),
    merged: { of: shard.of, shards: shards.map(originOf), missing, notes: notesOf(shards) },
  })
}

function asShard({ file, counts }: { file: string; counts: Counts }): ShardFile {
  if (counts.merged) throw new UsageError(`${file} is merged from shards: name the shards themselves`)
  const { shard } = counts
  if (!shard) throw new UsageError(`${file} is not a shard but holds all chosen servers: there is nothing to merge`)
  return { file, counts: { ...counts, shard } }
}

/** @throws UsageError if a shard or a server is in two files */
function assertOnce(shards: readonly ShardFile[]): void {
  const places = new Map<string, ShardFile>()
  for (const each of shards) {
    for (const name of namesIn(each)) {
      const other = places.get(name)
      if (!other) {
        places.set(name, each)
        continue
      }
      const [one, two] = [other, each].map(({ file, counts }) => `${file} (shard ${shardName(counts.shard)})`)
      throw new UsageError(`${name} is in two shards, ${one} and ${two}: leave one of them out`)
    }
  }
}

function namesIn({ counts: { servers, notInstalled } }: Pick<CountsFile, 'counts'>): string[] {
  return [...servers, ...notInstalled].map(({ name }) => name)
}

/** Properties in which shards must agree. */
const SAME: [what: string, value: (counts: ShardFile['counts']) => unknown][] = [
  ['scenario', ({ scenario }) => scenario],
  ['counter', ({ protocol }) => protocol.counter],
  ['version of the counter', ({ counterVersion }) => counterVersion],
  ['requests', ({ protocol }) => protocol.requests],
  ['processes', ({ protocol }) => protocol.processes],
  ['step', ({ protocol }) => protocol.step],
  ['shortest warm-up', ({ protocol }) => protocol.shortestWarmUp],
  ['longest warm-up', ({ protocol }) => protocol.longestWarmUp],
  ['seed', ({ protocol }) => protocol.seed],
  ['commit', ({ source }) => source.commit],
  ['lockfile', ({ environment }) => environment.lockfileHash],
  ['architecture', ({ environment }) => environment.arch],
  // The C library's instructions are counted, too.
  ['OS', ({ environment }) => environment.os],
  ['number of shards', ({ shard }) => shard.of],
  ['chosen servers', ({ shard }) => shard.chosen.join(', ')],
]

/** @throws UsageError that names all differences of two shards */
function assertSame(one: ShardFile, other: ShardFile): void {
  const [a, b] = [one.counts, other.counts]
  const runtimes = Object.keys(a.environment.runtimes).filter((name) => name in b.environment.runtimes)
  const aspects = [
    ...SAME,
    ...runtimes.map((name) => [name, ({ environment }: Counts) => environment.runtimes[name]] as const),
  ]
  const differences = aspects.flatMap(([what, value]) =>
    value(a) === value(b) ? [] : [`${what} ${value(a) ?? 'unknown'} and ${value(b) ?? 'unknown'}`],
  )
  if (differences.length === 0) return
  const both = `${one.file} and ${other.file} can't be merged`
  throw new UsageError(`${both}: they differ in ${differences.join('; ')}; count all shards in the same way`)
}

/** @throws UsageError if a file has other servers than its shard */
function assertShares(shards: readonly ShardFile[], scenario: string): void {
  for (const each of shards) {
    const { number, of, chosen } = each.counts.shard
    const share = sharesOf(chosen, of, scenario)[number - 1] ?? []
    const names = namesIn(each).sort()
    if (names.join() === share.join()) continue
    throw new UsageError(
      `${each.file} holds ${names.join(', ')}, but shard ${number}/${of} is ${share.join(', ')}: count it again`,
    )
  }
}

/** Returns the missing shards that have servers. */
function missingShards(shards: readonly ShardFile[], scenario: string): Merged['missing'] {
  const { of = 0, chosen = [] } = shards[0]?.counts.shard ?? {}
  const present = new Set(shards.map(({ counts }) => counts.shard.number))
  return sharesOf(chosen, of, scenario)
    .map((servers, i) => ({ number: i + 1, servers }))
    .filter(({ number, servers }) => servers.length > 0 && !present.has(number))
}

/** Describes missing shards in one line. */
export function missingText(missing: Merged['missing'], of: number): string {
  const each = missing.map(({ number, servers }) => `shard ${number}/${of} (${servers.join(', ')})`)
  return `${each.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: count what is missing, or merge without it by --partial`
}

function originOf({ counts }: ShardFile): Merged['shards'][number] {
  const { shard, startedAt, finishedAt, protocol, environment, servers, checksum } = counts
  const names = servers.map(({ name }) => name)
  const { sideBySide } = protocol
  return { number: shard.number, startedAt, finishedAt, sideBySide, environment, servers: names, checksum }
}

/** Returns whether all sources were clean; null if one is unknown. */
function cleanOf(all: readonly Counts[]): boolean | null {
  const each = all.map(({ source }) => source.clean)
  return each.includes(false) ? false : each.includes(null) ? null : true
}

/** Tolerance: one machine may report slightly different sizes from boot to boot. */
const SAME_MEMORY = 0.02

/** Returns differences between machines that may affect counts. */
function notesOf(shards: readonly ShardFile[]): string[] {
  const all = shards.map(({ counts }) => counts)
  const { source } = all[0] ?? {}
  const distinct = (value: (counts: Counts) => string | number) => [...new Set(all.map(value))]
  const memory = all.map(({ environment }) => environment.memoryBytes)
  const [least, most] = [Math.min(...memory), Math.max(...memory)]
  const sideBySide = distinct(({ protocol: { sideBySide } }) => sideBySide)
  const isPinned = all.every(({ environment }) => environment.pinning.server)
  const cpuCounts = distinct(({ environment }) => environment.cpuCount)
  const changed = shards.filter(({ counts }) => counts.source.clean === false)
  return [
    ...(most - least > SAME_MEMORY * most
      ? [
          `machines of different memory (${inGigabytes(least)} to ${inGigabytes(most)}): runtimes size their heaps accordingly`,
        ]
      : []),
    ...(cpuCounts.length > 1 && !isPinned
      ? [`machines of ${cpuCounts.join(', ')} CPUs, and servers not pinned: runtimes start threads accordingly`]
      : []),
    ...(sideBySide.length > 1 ? [`servers side by side: ${sideBySide.join(' and ')}`] : []),
    ...(source?.commit === null
      ? ['no shard has a commit: only the lockfile shows that all have the same source']
      : []),
    ...(changed.length > 0
      ? [
          `made from sources with uncommitted changes: ${changed.map(({ counts }) => shardName(counts.shard)).join(', ')}; the sources may differ`,
        ]
      : []),
  ]
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
