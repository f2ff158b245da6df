/** Charts as data; `charts/draw/` draws them. */
import type { Row } from './column.ts'

/** A value; ends of its interval are left out or null where unknown. */
interface Value {
  value: number
  low?: number | null
  high?: number | null
}

/** A row's figures. */
interface Figures extends Value {
  /** Text of the value. */
  figure: string
  /** Texts in further columns. */
  aside: string
  more?: string[]
}

interface ChartHead {
  /** File name without theme and extension. */
  name: string
  subtitle: string
  /** The finding; default: made from the figures. */
  title?: string
  /** README shows it instead of the page, in the region of this name. */
  region?: string
}

/** A point per subject, with its interval, on a logarithmic axis; or a bar from zero. */
export interface DotChart<R extends Row = Row> extends ChartHead {
  kind: 'dots'
  /** What a value is, in the title: `peak memory`. */
  what: string
  /** What a server does with it, in the title; default: `has`. */
  verb?: string
  /** End of the title: ` on Workers`. */
  where?: string
  /** Processes that a figure stands on; null for exact figures. */
  processes: number | null
  /** Rows that the title compares; default: those that are drawn. */
  compared?: readonly R[]
  /** All rows, best first; the short list is drawn if there are too many. */
  rows: readonly R[]
  axis: string
  headings: [string, string, ...string[]]
  /** Values have to be positive. */
  figures(row: R): Figures
  /** Says what most of a row's figure is, for the end of the title; null if nothing is. */
  mostOf?(row: R): string | null
  /** Default: one per row. */
  points?: readonly (Value & { row: R })[]
  /** Titles of kinds of points, by the runtime whose color and symbol they have; default: the runtimes'. */
  legend?: Readonly<Record<string, string>>
  /** Noun for a row; default: server. */
  noun?: string
  /** Draws bars from zero, for amounts such as sizes. */
  bars?: true
  /** Draws all rows, also those outside the short list. */
  all?: boolean
}

interface LinePoint<R extends Row = Row> {
  row: R
  /** Position on the horizontal axis. */
  at: number
  value: number
  low?: number
  high?: number
  /** A second value, that fewer processes have. */
  rarer?: number
}

/** A line per subject, on logarithmic axes. */
export interface LineChart<R extends Row = Row> extends ChartHead {
  kind: 'lines'
  what: string
  processes: number
  /** Names a position in the title: ` at 1,000 requests/s`. */
  where?(at: number): string
  points: readonly LinePoint<R>[]
  axes: readonly [horizontal: string, vertical: string]
}

/** A small chart per subject, all with the same axes, which are linear and begin at zero. */
export interface MultiplesChart<R extends Row = Row> extends ChartHead {
  kind: 'multiples'
  title: string
  /** Best first. */
  rows: readonly R[]
  /** Points of a line from left to right. */
  pointsOf(row: R): readonly { at: number; value: number }[]
  /** Title of the horizontal axis. */
  axis: string
  unit: string
}

/** A bar per subject, from zero, divided into parts. */
export interface StackedChart<R extends Row = Row> extends ChartHead {
  kind: 'stacked'
  what: string
  verb?: string
  processes: number
  /** All rows, best first; the short list is drawn if there are too many. */
  rows: readonly R[]
  axis: string
  /** Heading of the totals. */
  heading: string
  /** Titles of the parts, by id. */
  parts: Readonly<Record<string, string>>
  total(row: R): Value
  partOf(row: R, id: string): number
}

// biome-ignore lint/suspicious/noExplicitAny: each chart has rows of its own
export type Chart = DotChart<any> | LineChart<any> | MultiplesChart<any> | StackedChart<any>
