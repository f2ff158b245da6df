/** The table of garbage collection under load, of servers whose runtime tells of it. */

import { halfOf } from '../../shared/result/estimates.ts'
import { type Estimate, meanEstimate } from '../../shared/result/intervals.ts'
import type { CollectionFigures, ProfiledProcess, Profiles } from '../../shared/result/profile.ts'
import type { Profiled } from '../../shared/result/profile-summary.ts'
import { cheapestFirst } from '../specs/profile.ts'
import { columnsTable, inline } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'

/** One row a server: how often V8 collects, how long that takes, and what is allocated. */
export function collectionsTable(profiles: Pick<Profiles, 'servers'>): string {
  return columnsTable(watchedServers(profiles), [
    ['server', ({ displayName }) => inline(displayName)],
    ['collections/s', (server) => mean(server, (each) => sumOf(each, ({ count }) => count) / each.watched.seconds)],
    ['pause p50, ms', (server) => mean(server, ({ collections }) => collections.p50)],
    ['longest, ms', (server) => significant(Math.max(0, ...kindsOf(server).map(({ max }) => max)), 2)],
    [
      'share of the time',
      (server) => percent(estimate(server, (each) => sumOf(each, ({ total }) => total) / 1000 / each.watched.seconds)),
    ],
    [
      'µs a request',
      (server) => mean(server, (each) => (sumOf(each, ({ total }) => total) * 1000) / each.watched.requests),
    ],
    ['KB a request', allocated],
  ])
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
