/** A slice of load in result files: its format, which slices count, and rows of cells that hold thousands of them. */
import { z } from 'zod'
import { count, nonNegative, positive } from './fields.ts'

export const Slice = z.strictObject({
  slice: count.min(1).describe('number of the slice within the group, from 1'),
  seconds: positive.describe('measured length'),
  requests: count.describe('responses completed'),
  cpuSeconds: nonNegative.describe('CPU seconds of the server’s process tree'),
  generatorCpuSeconds: nonNegative,
  generatorBusyPercent: nonNegative
    .nullable()
    .describe('share of time in which the generator was busy'),
  warmUp: z.boolean().describe('whether it is part of the warm-up, and does not count'),
  userSeconds: nonNegative
    .nullable()
    .describe('CPU seconds of the server’s process tree in user space; null if not reported'),
  systemSeconds: nonNegative.nullable().describe('the same in the kernel'),
  contextSwitches: count.nullable().describe('of all threads of the tree, voluntary or not'),
  interrupts: count
    .nullable()
    .describe(
      'from one CPU to another (rescheduling, function calls), on the pinned CPUs; null if not counted',
    ),
  stealSeconds: nonNegative
    .nullable()
    .describe(
      'taken from the pinned CPUs by the hypervisor, in ticks of 10 ms; null if not reported',
    ),
  foreignSeconds: nonNegative.nullable().describe('CPU seconds of other processes on them'),
  noise: z.string().nullable().describe('reason why the slice was repeated and does not count'),
})

export type Slice = z.infer<typeof Slice>

/** Returns the slices after the warm-up, including noisy ones. */
export function measuredSlices({ slices }: { slices: readonly Slice[] }): Slice[] {
  return slices.filter(({ warmUp }) => !warmUp)
}

/** Returns the slices that count, of those after the warm-up: the quiet ones, or all if none was quiet. */
export function countedSlices<T extends Pick<Slice, 'noise'>>(measured: readonly T[]): T[] {
  const quiet = measured.filter(({ noise }) => noise === null)
  return quiet.length > 0 ? quiet : [...measured]
}

const COLUMNS = Object.keys(Slice.shape) as (keyof Slice)[]

export const PackedSlices = z
  .array(z.array(z.union([z.number(), z.string(), z.boolean(), z.null()])).max(COLUMNS.length))
  .describe(`a row per slice, without trailing nulls: ${COLUMNS.join(', ')}`)

export function packSlices(slices: readonly Slice[]): z.infer<typeof PackedSlices> {
  return slices.map((slice) => {
    const row = COLUMNS.map((column) => slice[column])
    return row.slice(0, 1 + row.findLastIndex((cell) => cell !== null))
  })
}

export function unpackSlices(rows: z.infer<typeof PackedSlices>): unknown[] {
  return rows.map((row) => Object.fromEntries(COLUMNS.map((column, i) => [column, row[i] ?? null])))
}
