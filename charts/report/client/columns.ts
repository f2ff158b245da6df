/** Columns of figures, by which servers are sorted and drawn. */
import { percentText, range, ratioText, significant } from '../../../shared/text/numbers.ts'
import type { ColumnData, Figure } from '../data.ts'
import { ratioInTable } from '../pairs.ts'
import type { ReportContext } from './panel.ts'

/** A server's figure in a column. */
export interface Cell {
  value: number
  low: number | null
  high: number | null
  text: string
  /** Half width of its interval, in percent. */
  aside: string
}

export interface Column {
  key: string
  title: string
  unit: string
  better?: 'higher' | 'lower' | undefined
  /** Position of a line across the bars. */
  mark?: number | undefined
  /** Returns a server's cell by index; null if unknown. */
  cell(place: number): Cell | null
}

/** Returns the index of the reference. */
export function basePlace({ scenario, get }: ReportContext): number {
  const place = scenario.servers.findIndex(
    ({ name }) => name === (get('base') ?? scenario.baseline),
  )
  return Math.max(
    0,
    place >= 0 ? place : scenario.servers.findIndex(({ name }) => name === scenario.baseline),
  )
}

export function columnsOf(context: ReportContext): Column[] {
  const { servers, pairs, columns, baseline } = context.scenario
  const base = basePlace(context)
  const isDefault = servers[base]?.name === baseline
  const ratio: Column = {
    key: 'ratio',
    title: `× ${servers[base]?.displayName ?? ''}`,
    unit: 'requests/s',
    better: 'higher',
    mark: 1,
    cell(place) {
      const found = ratioInTable(pairs, servers.length, place, base)
      if (!found) return null
      const { ratio: value, low, high } = found
      return { value, low, high, text: ratioText(value), aside: percentText(value, low, high) }
    },
  }
  const others = columns.flatMap((column, i): Column[] => {
    const { key, title, better, isPrediction, isDetail } = column
    if (isDetail || (isPrediction && !isDefault)) return []
    const [name = '', unit = ''] = title.split(', ')
    const cell = (place: number) => cellOf(servers[place]?.figures[i], column)
    return [{ key, title: name, unit, better, mark: isPrediction ? 1 : undefined, cell }]
  })
  return [ratio, ...others]
}

function cellOf(
  figure: Figure | string | null | undefined,
  { digits, isPrediction, variesByMachine }: ColumnData,
): Cell | null {
  if (!figure || typeof figure === 'string') return null
  const [value, low, high, marks = ''] = figure
  const format = (number: number) => significant(number, digits)
  const ends = isPrediction && low !== null && high !== null ? range(low, high, format) : ''
  const interval = variesByMachine ? { low: null, high: null } : { low, high }
  return { value, ...interval, text: ends || `${format(value)}${marks}`, aside: '' }
}
