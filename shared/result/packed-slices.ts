/**
 * Slices in a file: a table with the names of its columns once, since there are thousands of them in a result. What is
 * in an object of a slice's own, such as `kernel`, has columns like `kernel.userSeconds`.
 */
import { z } from 'zod'

type Cell = number | string | boolean | null
type Row = Record<string, Cell | Record<string, Cell>>

export const PackedSlices = z.strictObject({
  columns: z.array(z.string()).describe('names of a slice’s fields; of an object’s in it with a dot between'),
  rows: z.array(z.array(z.union([z.number(), z.string(), z.boolean(), z.null()]))).describe('a slice each'),
})
type PackedSlices = z.infer<typeof PackedSlices>

/** @param slices with the same fields each; where an object is null, all of its columns are */
export function packSlices(slices: readonly Row[]): PackedSlices {
  const flat = slices.map((slice) => new Map(Object.entries(slice).flatMap(([name, value]) => flatten(name, value))))
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))]
  // An object that is null in one slice has its columns from the others.
  const kept = columns.filter((name) => !columns.some((other) => other.startsWith(`${name}.`)))
  return { columns: kept, rows: flat.map((row) => kept.map((name) => row.get(name) ?? null)) }
}

export function unpackSlices({ columns, rows }: PackedSlices): unknown[] {
  const paths = columns.map((name) => name.split('.') as [string, string?])
  return rows.map((row) => {
    const slice: Row = {}
    for (const [index, [name, inner]] of paths.entries()) {
      const value = row[index] ?? null
      if (inner === undefined) slice[name] = value
      else slice[name] = { ...(slice[name] as Record<string, Cell> | undefined), [inner]: value }
    }
    for (const [name, value] of Object.entries(slice)) if (isEmptyObject(value)) slice[name] = null
    return slice
  })
}

function flatten(name: string, value: Row[string]): [string, Cell][] {
  if (value === null || typeof value !== 'object') return [[name, value]]
  return Object.entries(value).map(([inner, cell]) => [`${name}.${inner}`, cell])
}

function isEmptyObject(value: Row[string] | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((cell) => cell === null)
}
