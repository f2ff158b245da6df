/** Columns of figures, by which servers are sorted and drawn. */
import { range, ratioText, significant } from '../../text/numbers.ts'
import { type Ratio, ratioInTable } from '../pairs.ts'
import type { ReportContext } from './panel.ts'
import { plusMinus } from './words.ts'

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
  better: 'high' | 'low'
  /** Position of a line across the bars. */
  mark?: number
  /** Returns a server's cell by index; null if unknown. */
  cell(place: number): Cell | null
}

/** Returns the index of the reference. */
export function basePlace({ scenario, get }: ReportContext): number {
  const place = scenario.servers.findIndex(({ name }) => name === (get('base') ?? scenario.baseline))
  return Math.max(0, place >= 0 ? place : scenario.servers.findIndex(({ name }) => name === scenario.baseline))
}

export function columnsOf(context: ReportContext): Column[] {
  const { scenario } = context
  const { instructions } = scenario
  const { load } = scenario
  const base = basePlace(context)
  const name = scenario.servers[base]?.displayName ?? ''
  const count = scenario.servers.length
  return [
    {
      key: 'ratio',
      title: `× ${name}`,
      unit: 'requests/s',
      better: 'high',
      mark: 1,
      cell: (place) => ratioCell(ratioInTable(load.pairs, count, place, base)),
    },
    ...(scenario.servers[base]?.name === scenario.baseline ? [elsewhereColumn(context)] : []),
    ...(instructions ? instructionColumns(context, base, name) : []),
    ...load.columns.flatMap(({ key, title, digits, better }, column): Column[] => {
      if (!better) return []
      const cell = (place: number) => {
        const figure = load.servers[place]?.figures[column]
        return typeof figure === 'string' || !figure ? null : figureCell(figure, digits, false)
      }
      const [name = '', unit = ''] = title.split(', ')
      return [{ key, title: name, unit, better: better === 'higher' ? 'high' : 'low', cell }]
    }),
  ]
}

/** Returns the column of prediction intervals for another machine. */
function elsewhereColumn({ scenario: { servers, baseline, load } }: ReportContext): Column {
  const base = servers.findIndex((server) => server.name === baseline)
  return {
    key: 'elsewhere',
    title: 'elsewhere',
    unit: '95%',
    better: 'high',
    mark: 1,
    cell(place) {
      const [low, high] = load.servers[place]?.elsewhere ?? []
      const value = ratioInTable(load.pairs, servers.length, place, base)?.ratio
      if (low === undefined || high === undefined || value === undefined) return null
      return { value, low, high, text: range(low, high, (ratio) => ratio.toFixed(2)), aside: '' }
    },
  }
}

function instructionColumns(context: ReportContext, base: number, name: string): Column[] {
  const { instructions } = context.scenario
  if (!instructions) return []
  return [
    {
      key: 'instructions',
      title: 'instructions',
      unit: 'per request',
      better: 'low',
      cell(place) {
        const counted = instructions.servers[place]
        const cell = figureCell(counted?.javascript, 4)
        return cell && { ...cell, text: `${cell.text}${counted?.marks ?? ''}` }
      },
    },
    {
      key: 'instructionsRatio',
      title: `× ${name}`,
      unit: 'instructions',
      better: 'low',
      mark: 1,
      cell(place) {
        const ratio = countRatio(context, place, base)
        return ratio === null ? null : ratioCell({ ratio, low: null, high: null })
      },
    },
  ]
}

/** Returns the ratio of two servers' instructions per request, which are exact to a few thousandths; null if one is unknown. */
export function countRatio(
  { scenario: { instructions } }: ReportContext,
  first: number,
  second: number,
): number | null {
  const [own, other] = [first, second].map((place) => instructions?.servers[place]?.javascript[0])
  return own && other ? own / other : null
}

/** Formats a figure. */
function figureCell(
  figure: [number, number | null, number | null] | undefined,
  digits: number,
  withAside = true,
): Cell | null {
  if (!figure) return null
  const [value, low, high] = figure
  return { value, low, high, text: significant(value, digits), aside: withAside ? plusMinus(value, low, high) : '' }
}

function ratioCell(ratio: Ratio | null): Cell | null {
  if (!ratio) return null
  const { ratio: value, low, high } = ratio
  return { value, low, high, text: ratioText(value), aside: plusMinus(value, low, high) }
}
