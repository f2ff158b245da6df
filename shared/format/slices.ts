/** A slice of load in result files: its format, which slices count, and rows of cells that hold thousands of them. */
import { z } from 'zod'
import { count, nonNegative, positive } from './fields.ts'

/** The kernel's work for the server in a slice. */
const KernelWork = z.strictObject({
  userSeconds: nonNegative.describe('CPU seconds of the server’s process tree in user space'),
  systemSeconds: nonNegative.describe('the same in the kernel'),
  contextSwitches: count.describe('of all threads of the tree, voluntary or not'),
  interrupts: count
    .nullable()
    .describe(
      'from one CPU to another (rescheduling, function calls), on the pinned CPUs; null if not counted',
    ),
})

export const Slice = z.strictObject({
  slice: count.min(1).describe('number of the slice within the group, from 1'),
  seconds: positive.describe('measured length'),
  requests: count.describe('responses completed'),
  cpuSeconds: nonNegative.describe('CPU seconds of the server’s process tree'),
  generatorCpuSeconds: nonNegative,
  generatorBusyPercent: nonNegative
    .nullable()
    .describe('share of time in which the generator was busy'),
  kernel: KernelWork.nullable(),
  warmUp: z.boolean().describe('whether it is part of the warm-up, and does not count'),
  others: z
    .strictObject({
      stealSeconds: nonNegative.describe(
        'taken from the pinned CPUs by the hypervisor, in ticks of 10 ms',
      ),
      foreignSeconds: nonNegative.describe('CPU seconds of other processes on them'),
    })
    .nullable()
    .describe('null if the system does not report it'),
  noise: z.string().nullable().describe('reason why the slice was repeated and does not count'),
})

export type KernelWork = z.infer<typeof KernelWork>

type Slice = z.infer<typeof Slice>

/** Returns the slices after the warm-up, including noisy ones. */
export function measuredSlices({ slices }: { slices: readonly Slice[] }): Slice[] {
  return slices.filter(({ warmUp }) => !warmUp)
}

/** Returns the slices that count, of those after the warm-up: the quiet ones, or all if none was quiet. */
export function countedSlices<T extends Pick<Slice, 'noise'>>(measured: readonly T[]): T[] {
  const quiet = measured.filter(({ noise }) => noise === null)
  return quiet.length > 0 ? quiet : [...measured]
}

/** A slice's fields; nested ones with a dot. */
const SLICE_COLUMNS = [
  'slice',
  'seconds',
  'requests',
  'cpuSeconds',
  'generatorCpuSeconds',
  'generatorBusyPercent',
  'warmUp',
  'kernel.userSeconds',
  'kernel.systemSeconds',
  'kernel.contextSwitches',
  'kernel.interrupts',
  'others.stealSeconds',
  'others.foreignSeconds',
  'noise',
].map((name) => name.split('.') as [name: string, inner?: string])

type Cell = number | string | boolean | null
type Row = Record<string, Cell | Record<string, Cell>>

export const PackedSlices = z
  .array(
    z.array(z.union([z.number(), z.string(), z.boolean(), z.null()])).max(SLICE_COLUMNS.length),
  )
  .describe(
    `a row each, without the nulls at its end: ${SLICE_COLUMNS.map((column) => column.join('.')).join(', ')}`,
  )

export function packSlices(slices: readonly Row[]): Cell[][] {
  const cellOf = (slice: Row, [name, inner]: (typeof SLICE_COLUMNS)[number]): Cell => {
    const value = slice[name] ?? null
    return inner !== undefined && value !== null && typeof value === 'object'
      ? (value[inner] ?? null)
      : (value as Cell)
  }
  return slices.map((slice) => {
    const row = SLICE_COLUMNS.map((column) => cellOf(slice, column))
    return row.slice(0, 1 + row.findLastIndex((cell) => cell !== null))
  })
}

/** Unpacks slices; an object whose cells are all null is null. */
export function unpackSlices(rows: readonly (readonly Cell[])[]): unknown[] {
  return rows.map((row) => {
    const slice: Row = {}
    for (const [index, [name, inner]] of SLICE_COLUMNS.entries()) {
      const cell = row[index] ?? null
      slice[name] =
        inner === undefined
          ? cell
          : { ...(slice[name] as Record<string, Cell> | undefined), [inner]: cell }
    }
    for (const [name, value] of Object.entries(slice)) {
      if (
        value !== null &&
        typeof value === 'object' &&
        Object.values(value).every((cell) => cell === null)
      ) {
        slice[name] = null
      }
    }
    return slice
  })
}
