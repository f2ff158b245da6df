/** Packs slices as rows of cells, since a result has thousands of them. */
import { z } from 'zod'

/** A slice's fields; nested ones with a dot. */
const SLICE_COLUMNS = [
  ...['slice', 'seconds', 'requests', 'cpuSeconds', 'generatorCpuSeconds', 'generatorBusyPercent'],
  ...['warmUp', 'kernel.userSeconds', 'kernel.systemSeconds', 'kernel.contextSwitches'],
  ...['kernel.interrupts', 'others.stealSeconds', 'others.foreignSeconds', 'noise'],
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
