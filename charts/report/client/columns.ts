/** Columns of both tables: their cells, and the order of rows by one of them. */
import { html } from 'lit-html'
import type { Estimate } from '../../../shared/stats/estimate.ts'
import { range, significant } from '../../../shared/text/numbers.ts'
import type { ColumnData, Figure, Measured, ServerData } from '../data.ts'
import { ratioInTable } from '../pairs.ts'

/** A server of a table. */
export interface Row {
  name: string
  displayName: string
}

/** A server's cell in a column. */
export interface Cell {
  /** The value to sort by. */
  value: number | string
  /** Text or a template; default: the value. */
  content?: unknown
  /** Ends of the interval that bars show. */
  ends?: readonly [low: number, high: number] | undefined
  /** Ratio that colors it. */
  heat?: number
}

export interface Column<R extends Row> {
  key: string
  /** Class of its cells; default: that of figures. */
  kind?: 'pick' | 'rank' | 'name' | 'validation' | 'bars'
  title: string
  unit?: string | undefined
  /** `lower` also of names, which start from A. */
  better?: 'higher' | 'lower' | undefined
  /** Whether its title does not sort. */
  isFixed?: boolean
  /** Position of a line across the bars. */
  mark?: number | undefined
  /** Returns a server's cell; null if unknown. */
  cell(row: R): Cell | null
}

/** Returns a column of names from A. */
export function textColumn<R extends Row>(title: string, text: (row: R) => string): Column<R> {
  return {
    key: 'validation',
    kind: 'validation',
    title,
    better: 'lower',
    cell(row) {
      const value = text(row)
      return { value, content: html`<span title=${value}>${value}</span>` }
    },
  }
}

/** Returns the ratio of two servers of a scenario by their folders; null if it lacks one. */
export function ratioIn(
  { servers, pairs }: Pick<Measured, 'servers' | 'pairs'>,
  server: string,
  base: string,
): Estimate | null {
  const [place, reference] = [server, base].map((each) =>
    servers.findIndex(({ name }) => name === each),
  ) as [number, number]
  return place < 0 || reference < 0 ? null : ratioInTable(pairs, place, reference)
}

/** @param i index in the figures of servers */
export function figureColumn<R extends Row & Pick<ServerData, 'figures'>>(
  { title, key, digits, better, isPrediction, variesByMachine }: ColumnData,
  i: number,
): Column<R> {
  const [name = '', unit] = title.split(', ')
  const format = (number: number) => significant(number, digits)
  const cell = ({ figures }: R) => {
    const figure = figures[i]
    if (!figure || typeof figure === 'string') return null
    const [value, low, high, marks = ''] = figure
    const ends = endsOf(low, high)
    const predicted = isPrediction && ends ? range(...ends, format) : ''
    const content = predicted || `${format(value)}${marks}`
    return { value, content, ends: variesByMachine ? undefined : ends }
  }
  return { key, title: name, unit, better, mark: isPrediction ? 1 : undefined, cell }
}

export const endsOf = (low: number | null, high: number | null) =>
  low === null || high === null ? undefined : ([low, high] as const)

/** Formats `1.66 (1.57–1.76)`, with minus signs instead of hyphens. */
export function figureWithEnds([value, low, high, marks = '']: Figure, digits: number): string {
  const format = (number: number) =>
    number < 0 ? `−${significant(-number, digits)}` : significant(number, digits)
  const text = `${format(value)}${marks}`
  if (low === null || high === null || low === high) return text
  return `${text} (${format(low)}${low < 0 ? ' to ' : '–'}${format(high)})`
}

export interface Order {
  key: string
  /** Against a column's default order: best or most first, names from A. */
  reversed: boolean
}

/**
 * Parses the state's `sort`: a column's key, after `-` if reversed.
 * @param usual key of the column that sorts if none of these is named
 */
export function orderIn(
  columns: readonly Pick<Column<Row>, 'key' | 'isFixed'>[],
  sort: string | undefined,
  usual: string,
): Order {
  const key = sort?.replace(/^-/, '')
  return columns.some((column) => column.key === key && !column.isFixed)
    ? { key: key as string, reversed: sort !== key }
    : { key: usual, reversed: false }
}

/** Returns the next `sort` when a column is chosen: reversed if it was chosen already. */
export function nextSort({ key, reversed }: Order, chosen: string): string {
  return key === chosen && !reversed ? `-${key}` : chosen
}

/** Sorts servers; those without a value come last in either order, equals keep their order. */
export function sorted<R extends Row>(
  rows: readonly R[],
  columns: readonly Pick<Column<R>, 'key' | 'better' | 'cell'>[],
  { key, reversed }: Order,
): R[] {
  const column = columns.find((each) => each.key === key)
  const sign = (column?.better === 'lower') === reversed ? -1 : 1
  const compare = (a: Cell['value'], b: Cell['value']) =>
    typeof a === 'string' ? a.localeCompare(String(b), 'en') : a - Number(b)
  return rows
    .map((row) => ({ row, value: column?.cell(row)?.value }))
    .sort(({ value: a }, { value: b }) =>
      a === undefined || b === undefined
        ? Number(a === undefined) - Number(b === undefined)
        : sign * compare(a, b),
    )
    .map(({ row }) => row)
}
