/** The table of garbage collection under load, of servers whose runtime tells of it. */

import { type Estimate, halfOf, meanEstimate } from '../../shared/result/intervals.ts'
import type { CollectionFigures, ProfiledProcess, Profiles } from '../../shared/result/profile.ts'
import type { Profiled } from '../../shared/result/profile-summary.ts'
import { cheapestFirst } from '../specs/profile.ts'
import { inline, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'

/** One row a server: how often V8 collects, how long that takes, what is allocated, and by kind. */
export function collectionsTable(profiles: Pick<Profiles, 'servers'>): string {
  const header = [
    'server',
    'collections/s',
    'pause p50, ms',
    'longest, ms',
    'share of the time',
    'µs a request',
    'KB a request',
    'by kind',
  ]
  const rows = watchedServers(profiles).map((server) => [
    inline(server.displayName),
    mean(server, (process) => sumOf(process, ({ count }) => count) / process.watched.seconds),
    mean(server, ({ collections }) => collections.p50),
    significant(Math.max(0, ...kindsOf(server).map(({ max }) => max)), 2),
    percent(estimate(server, (process) => sumOf(process, ({ total }) => total) / 1000 / process.watched.seconds)),
    mean(server, (process) => (sumOf(process, ({ total }) => total) * 1000) / process.watched.requests),
    allocated(server),
    kindsText(server),
  ])
  return table(
    header,
    rows,
    header.map((_, i) => (i === 0 || i === header.length - 1 ? 'left' : 'right')),
  )
}

/** A process whose runtime told of its collections. */
interface WatchedProcess extends ProfiledProcess {
  collections: CollectionFigures
}

interface Watched extends Profiled {
  processes: WatchedProcess[]
}

type Kind = CollectionFigures['kinds'][number]

/** The cheapest first; those whose runtime does not tell are left out. */
function watchedServers(profiles: Pick<Profiles, 'servers'>): Watched[] {
  return cheapestFirst(profiles).flatMap((server) => {
    const processes = server.processes.filter((process): process is WatchedProcess => process.collections !== null)
    return processes.length > 0 ? [{ ...server, processes }] : []
  })
}

function sumOf({ collections }: WatchedProcess, value: (kind: Kind) => number): number {
  return collections.kinds.reduce((sum, kind) => sum + value(kind), 0)
}

function estimate({ processes }: Watched, value: (process: WatchedProcess) => number): Estimate {
  return meanEstimate(processes.map(value))
}

function mean(server: Watched, value: (process: WatchedProcess) => number): string {
  return significant(estimate(server, value).value)
}

function percent(share: Estimate): string {
  const text = (value: number) => (value * 100).toFixed(1)
  const half = halfOf(share)
  return half === null ? `${text(share.value)}%` : `${text(share.value)} ± ${text(half)}%`
}

function kindsOf({ processes }: Watched): Kind[] {
  return processes.flatMap(({ collections }) => collections.kinds)
}

/** Thousands of bytes; empty where no process knows. */
function allocated({ processes }: Watched): string {
  const known = processes.flatMap(({ collections }) => collections.bytesPerRequest ?? [])
  return known.length === 0 ? '' : significant(meanEstimate(known).value / 1000, 3)
}

/** `scavenge 120 (p50 0.4, longest 2.1 ms), …`, of all processes together; p50 is the mean of theirs. */
function kindsText(server: Watched): string {
  const kinds = Map.groupBy(kindsOf(server), ({ kind }) => kind)
  return [...kinds]
    .map(([kind, each]) => {
      const count = each.reduce((sum, one) => sum + one.count, 0)
      const p50 = meanEstimate(each.map((one) => one.p50)).value
      const longest = Math.max(...each.map(({ max }) => max))
      return `${inline(kind)} ${count} (p50 ${significant(p50, 2)}, longest ${significant(longest, 2)} ms)`
    })
    .join(', ')
}
