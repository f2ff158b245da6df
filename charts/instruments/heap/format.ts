/** Files of heaps: the bytes that schemas of validation libraries retain after garbage collection. */
import { z } from 'zod'
import { headOf, instrumentFiles, NotInstalled, serverHead } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import { Median } from '../../../shared/results/summary-format.ts'
import { middleOf } from '../../../shared/stats/estimates.ts'

/** Numbers of schemas after which the heap is read; figures are slopes between the last two, so that constants fall out. */
export const COUNTS = [0, 1, 100, 1_000] as const

const perCount = z.array(nonNegative).length(COUNTS.length)

const Schemas = z.strictObject({
  built: perCount.describe('bytes of the whole heap with so many schemas'),
  used: perCount.describe('the same with all of them, of which so many have parsed one valid value'),
})

export const HeapProcess = z.strictObject({
  user: Schemas,
  string: Schemas.nullable().describe('null where a library has no fresh schema of a string'),
})

const PerSchema = z.strictObject({
  built: Median.describe('bytes per schema'),
  used: Median.describe('bytes per schema that has parsed one value'),
})

const HeapSummary = z.strictObject({
  first: Median.describe('bytes after the first schema of a user, with all that the library sets up for it'),
  user: PerSchema,
  string: PerSchema.nullable(),
})

const HeapLibrary = z.strictObject({
  ...serverHead,
  processes: z.array(HeapProcess),
  summary: HeapSummary.nullable().describe('null where it is disqualified'),
})

export const HeapFile = z.strictObject({
  ...headOf('heap', 1),
  scenario: z.literal('update-user'),
  counts: z.array(count),
  processes: count.min(1).describe('of each library on each runtime'),
  seed: count.describe('of the order'),
  servers: z.array(HeapLibrary).describe('folders with a heap.ts, on each runtime'),
  notInstalled: NotInstalled,
})

export type HeapProcess = z.infer<typeof HeapProcess>
export type HeapSummary = z.infer<typeof HeapSummary>
export type HeapFile = z.infer<typeof HeapFile>

export const heapStore = instrumentFiles<HeapFile>(HeapFile)

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
  return (
    user && {
      first: middleOf(processes.map(({ user: { built } }) => Math.max(0, (built[1] ?? 0) - (built[0] ?? 0)))),
      user,
      string: perSchema((process) => process.string),
    }
  )
}

/** Bytes per schema between the last two counts. */
function slope(bytes: readonly number[]): number {
  const [before = 0, last = 0] = [COUNTS.at(-2), COUNTS.at(-1)]
  return Math.max(0, ((bytes.at(-1) ?? 0) - (bytes.at(-2) ?? 0)) / (last - before))
}
