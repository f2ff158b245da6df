/** Columns of tables: figures of rows, for the terminal, pages, data and the report. */
import type { Estimate } from '../stats/estimate.ts'
import type { Bimodal } from '../stats/modes.ts'

/** A row of a table: a server, a library, or something else that was measured. */
export interface Row {
  /** Name on the command line. */
  name: string
  displayName: string
  version: string | null
  runtime: string
  runtimeVersion: string
  /** Behind its name: marks of caveats, or words such as `(slower)`, which a note explains. */
  marks?: string
  /** Whether it accepts invalid data. */
  isUnranked?: boolean
}

/** Text with the ends of an interval, such as of ranks. */
interface Interval {
  value: string
  low: number
  high: number
}

/** A mean with its interval, and the figures of its few processes, which a page shows instead of the interval. */
export interface Points extends Estimate {
  points: readonly number[]
}

export type Value = number | string | null | Estimate | Interval | Points | Bimodal

export const SURFACES = ['terminal', 'page', 'data', 'report'] as const

export type Surface = (typeof SURFACES)[number]

/** A figure of each row. */
export interface Column<R, F> {
  /** With the unit: `peak, MB`. */
  title: string | ((file: F) => string)
  /** Name in data; default: derived from the title. */
  key?: string
  value(row: R, file: F): Value
  /** Significant digits; default: three. */
  digits?: number
  /** Formats the value instead of `digits`. */
  format?(value: number): string
  better?: 'lower' | 'higher'
  /** Repeated measurements give the same figure, as with bytes and counts of types: any difference is one. */
  exact?: boolean
  /**
   * Format of the 95% interval. `percent`: ± half width, relative to the value; `absolute`: ± half width after a signed
   * difference, of which `compare` makes no ratio; `behind`: ends after the value; `only`: ends instead of it.
   */
  interval?: 'percent' | 'absolute' | 'behind' | 'only'
  /** Places the column before the name. */
  leads?: boolean
  /** Returns marks or words after a figure, such as `(unsettled)`; without brackets, in place of it. */
  marks?(row: R): string
  /** Returns whether a file has the column. */
  when?(file: F): boolean
  /** Tables that show it; default: all. */
  on?: readonly Surface[]
  /** Explanation in `docs/`: `statistics.md#one-run`. */
  doc?: string
}

/** Returns the title for a file. */
export const titleText = <F>(title: string | ((file: F) => string), file: F) =>
  typeof title === 'string' ? title : title(file)

/** Returns a value without its interval. */
export function figureIn(value: Value): number | string | null {
  return value !== null && typeof value === 'object' ? value.value : value
}

/** Ends of an interval. */
export interface Ends {
  low: number
  high: number
}

export function endsOf(value: Value): Ends | null {
  if (value === null || typeof value !== 'object') return null
  const { low, high } = value
  return low === null || high === null ? null : { low, high }
}

/** Returns a number with its interval, if known; null for text. */
export function estimateIn(value: Value): Estimate | null {
  const figure = figureIn(value)
  return typeof figure === 'number'
    ? { value: figure, ...(endsOf(value) ?? { low: null, high: null }) }
    : null
}
