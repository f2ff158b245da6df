/** Files of heaps: the bytes that schemas of validation libraries, and routes of servers, retain after garbage collection. */
import { z } from 'zod'
import {
  instrumentFiles,
  serverHead,
  serversFile,
  type Unsealed,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative } from '../../../shared/format/numbers.ts'
import type { Median } from '../../../shared/format/summary-format.ts'
import { middleOf } from '../../../shared/stats/estimates.ts'
import type { Row } from '../../table/columns.ts'

/** Numbers of schemas, or of routes, after which the heap is read. Figures are the slope between the two, in which constants cancel. */
export const COUNTS = [100, 1_000] as const

const perCount = z.array(nonNegative).length(COUNTS.length)

const Heaps = z.strictObject({
  built: perCount.describe('bytes of the whole heap with so many'),
  used: perCount.describe('the same, each of them used once'),
})

const PARTS = ['user', 'string', 'route'] as const

const HeapProcess = z.strictObject({
  user: Heaps.optional().describe('schemas of a user, each of which parsed one valid value'),
  string: Heaps.optional().describe(
    'schemas of a string; without where a library has no fresh one',
  ),
  route: Heaps.optional().describe(
    'routes, each of which had a valid request, in a process per number',
  ),
  instructions: perCount
    .optional()
    .describe('of other processes that build so many users and use each once'),
})

const HeapProtocol = z.strictObject({
  counts: z.array(count),
  processes: count
    .min(1)
    .describe('of each library on each runtime, and of each server with each number of routes'),
  seed: count.describe('of the order'),
})

/** A folder with a heap.ts, on one runtime, or a server with a routes.ts. */
const HeapServer = z.strictObject({ ...serverHead, processes: z.array(HeapProcess) })

export const HeapFile = serversFile('heap', 2, HeapProtocol, HeapServer, {})

export type Heaps = z.infer<typeof Heaps>
export type HeapProcess = z.infer<typeof HeapProcess>
export type HeapFile = z.infer<typeof HeapFile>

export const heapStore = instrumentFiles<HeapFile>(HeapFile)

/** What one more schema or route retains, in bytes. */
export interface HeapRow extends Row {
  part: (typeof PARTS)[number]
  built: Median
  used: Median
  /** To build and use one more schema of a user; null where not counted. */
  instructions: Median | null
}

/** Returns schemas of users, those of strings, and routes, each with those that retain least first. */
export function heapRows({ servers }: Unsealed<HeapFile>): HeapRow[] {
  const all = servers.filter(({ refusal }) => refusal === null)
  return PARTS.flatMap((part) =>
    all
      .flatMap(({ processes, ...row }): HeapRow[] => {
        const heaps = processes.flatMap((process) => process[part] ?? [])
        if (heaps.length === 0) return []
        const middle = (all: readonly (readonly number[])[]) => middleOf(all.map(slope))
        const counts =
          part === 'user'
            ? processes.flatMap(({ instructions }) => (instructions ? [instructions] : []))
            : []
        const [built, used] = [
          middle(heaps.map((each) => each.built)),
          middle(heaps.map((each) => each.used)),
        ]
        return [
          { ...row, part, built, used, instructions: counts.length > 0 ? middle(counts) : null },
        ]
      })
      .sort((a, b) => a.used.median - b.used.median || (a.name < b.name ? -1 : 1)),
  )
}

/** Returns bytes or instructions per schema or route, between the two counts. */
export function slope([before = 0, after = 0]: readonly number[]): number {
  return Math.max(0, (after - before) / (COUNTS[1] - COUNTS[0]))
}
