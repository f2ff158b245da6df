/** Files of heaps: the bytes that schemas of validation libraries, and routes of servers, retain after garbage collection. */
import { z } from 'zod'
import { headOf, instrumentFiles, NotInstalled, serverHead } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import { Median } from '../../../shared/results/summary-format.ts'
import { middleOf } from '../../../shared/stats/estimates.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { significant } from '../../text/numbers.ts'

/** Numbers of schemas, or of routes, after which the heap is read. Figures are the slope between the two, in which constants cancel. */
export const COUNTS = [100, 1_000] as const

const perCount = z.array(nonNegative).length(COUNTS.length)

const Schemas = z.strictObject({
  built: perCount.describe('bytes of the whole heap with so many schemas'),
  used: perCount.describe('the same with all of them, of which so many have parsed one valid value'),
})

export const HeapProcess = z.strictObject({
  empty: nonNegative.describe('bytes of the heap with the library imported, and no schema'),
  user: Schemas,
  string: Schemas.nullable().describe('null where a library has no fresh schema of a string'),
  instructions: perCount.optional().describe('of other processes that build so many users and use each once'),
})

const PerSchema = z.strictObject({
  built: Median.describe('bytes per schema'),
  used: Median.describe('bytes per schema that has parsed one value'),
})

const RoutesProcess = z.strictObject({
  built: perCount.describe('bytes of the whole heap of a server with so many routes'),
  used: perCount.describe('the same after each route had a valid request'),
})

const HeapSummary = z.strictObject({
  constant: Median.describe('bytes that the library sets up for all schemas of a user, beyond its import'),
  user: PerSchema,
  string: PerSchema.nullable(),
  instructions: Median.optional().describe('per schema of a user that has parsed one value'),
})

const HeapLibrary = z.strictObject({
  ...serverHead,
  processes: z.array(HeapProcess),
  summary: HeapSummary.nullable().describe('null where it is disqualified'),
})

const HeapServer = z.strictObject({
  ...serverHead,
  processes: z.array(RoutesProcess),
  summary: z.strictObject({ built: Median, used: Median }).nullable().describe('bytes per route'),
})

export const HeapFile = z.strictObject({
  ...headOf('heap', 1),
  scenario: z.literal('update-user'),
  counts: z.array(count),
  processes: count.min(1).describe('of each library on each runtime'),
  counted: count.optional().describe('processes whose instructions were counted, of each library on each runtime'),
  routeProcesses: count.min(1).describe('of each server with each number of routes'),
  seed: count.describe('of the order'),
  servers: z.array(HeapLibrary).describe('folders with a heap.ts, on each runtime'),
  routes: z.array(HeapServer).describe('servers with a routes.ts'),
  notInstalled: NotInstalled,
})

export type RoutesProcess = z.infer<typeof RoutesProcess>
export type HeapServer = z.infer<typeof HeapServer>
export type HeapProcess = z.infer<typeof HeapProcess>
export type HeapSummary = z.infer<typeof HeapSummary>
export type HeapFile = z.infer<typeof HeapFile>

export const heapStore = instrumentFiles<HeapFile>(HeapFile)

/** Null where nothing was measured. */
export function summarizeRoutes(processes: readonly RoutesProcess[]): HeapServer['summary'] {
  if (processes.length === 0) return null
  const perRoute = (of: keyof RoutesProcess) => middleOf(processes.map((process) => slope(process[of])))
  return { built: perRoute('built'), used: perRoute('used') }
}

/** Null where nothing was measured. */
export function summarizeHeap(processes: readonly HeapProcess[]): HeapSummary | null {
  if (processes.length === 0) return null
  const perSchema = (of: (process: HeapProcess) => HeapProcess['string']) => {
    const all = processes.map(of).filter((schemas) => schemas !== null)
    if (all.length === 0) return null
    return {
      built: middleOf(all.map(({ built }) => slope(built))),
      used: middleOf(all.map(({ built, used }) => slope(built) + slope(used))),
    }
  }
  const user = perSchema((process) => process.user)
  const counts = processes.flatMap(({ instructions }) => (instructions ? [slope(instructions)] : []))
  return (
    user && {
      constant: middleOf(processes.map(constantOf)),
      user,
      string: perSchema((process) => process.string),
      ...(counts.length > 0 && { instructions: middleOf(counts) }),
    }
  )
}

/** Bytes with no schema by extrapolation, less those of the import. */
function constantOf({ empty, user: { built } }: HeapProcess): number {
  return Math.max(0, (built[0] ?? 0) - COUNTS[0] * slope(built) - empty)
}

/** Bytes or instructions per schema or route between the two counts. */
function slope([before = 0, after = 0]: readonly number[]): number {
  return Math.max(0, (after - before) / (COUNTS[1] - COUNTS[0]))
}

export const kilobytes = ({ median }: Median) => significant(median / 1e3)

/** With its interval. */
export function thousandsOf({ median, low, high }: Median): Estimate {
  return { value: median / 1e3, low: low === null ? null : low / 1e3, high: high === null ? null : high / 1e3 }
}
