/** Table of garbage collection under load, for servers whose runtime reports it. */

import { meanEstimate } from '../../../shared/stats/intervals.ts'
import type { Column } from '../columns.ts'
import type { CollectionFigures, ProfiledProcess } from './format.ts'
import type { Profiled } from './summary.ts'

const SHARE = 'share of the time, %'

/** Frequency and duration of garbage collection, and allocation. */
export const collectionColumns: readonly Column<Watched, unknown>[] = [
  figure('collections/s', (each) => sumOf(each, ({ count }) => count) / each.watched.seconds),
  figure('pause p50, ms', ({ collections }) => collections.p50),
  {
    title: 'longest, ms',
    better: 'lower',
    digits: 2,
    value: (server) => Math.max(0, ...kindsOf(server).map(({ max }) => max)),
  },
  {
    ...figure(SHARE, (each) => sumOf(each, ({ total }) => total) / 10 / each.watched.seconds),
    format: (percent) => percent.toFixed(1),
    interval: 'half',
  },
  figure('µs per request', (each) => (sumOf(each, ({ total }) => total) * 1000) / each.watched.requests),
  { title: 'KB per request', better: 'lower', value: allocated },
]

function figure(title: string, value: (process: WatchedProcess) => number): Column<Watched, unknown> {
  return { title, better: 'lower', value: ({ processes }) => meanEstimate(processes.map(value)) }
}

/** A process of a runtime that reports garbage collection. */
interface WatchedProcess extends ProfiledProcess {
  collections: CollectionFigures
}

interface Watched extends Profiled {
  marks?: string
  processes: WatchedProcess[]
}

type Kind = CollectionFigures['kinds'][number]

/** Returns the servers whose runtime reports garbage collection. */
export function watchedServers(servers: readonly Profiled[]): Watched[] {
  return servers.flatMap((server) => {
    const processes = server.processes.filter((process): process is WatchedProcess => process.collections !== null)
    return processes.length > 0 ? [{ ...server, processes }] : []
  })
}

function sumOf({ collections }: WatchedProcess, value: (kind: Kind) => number): number {
  return collections.kinds.reduce((sum, kind) => sum + value(kind), 0)
}

function kindsOf({ processes }: Watched): Kind[] {
  return processes.flatMap(({ collections }) => collections.kinds)
}

/** Returns KB per request; null if no process has it. */
function allocated({ processes }: Watched): number | null {
  const known = processes.flatMap(({ collections }) => collections.bytesPerRequest ?? [])
  return known.length === 0 ? null : meanEstimate(known).value / 1000
}
