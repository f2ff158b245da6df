/** Charts with a bar per server from zero, divided into parts, and its total on the right. */
import * as Plot from '@observablehq/plot'
import type { StackedChart } from '../../shared/probe/chart.ts'
import { LEAST_PROCESSES } from '../../shared/stats/claims.ts'
import { significant } from '../../shared/text/numbers.ts'
import { figuresTitle } from './figure-claims.ts'
import {
  ABOVE_RIGHT,
  AT_LEFT,
  AT_RIGHT,
  AXIS,
  type Drawing,
  type LayoutName,
  MUTED,
  NARROW,
  WIDTH,
} from './frame.ts'
import { labelOf } from './rows.ts'
import { selectionNote, shortList } from './short-list.ts'
import type { ThemeName } from './theme.ts'

/** Colors of the parts in their order: greys for the first two, then Okabe and Ito's palette, and two more. */
const COLORS: readonly Record<ThemeName, string>[] = [
  { light: '#6e7781', dark: '#6e7681' },
  { light: '#afb8c1', dark: '#aeb6bf' },
  { light: '#0072b2', dark: '#4a9fd8' },
  { light: '#56b4e9', dark: '#8fd0f5' },
  { light: '#d55e00', dark: '#e8743b' },
  { light: '#e69f00', dark: '#e8b13a' },
  { light: '#8250df', dark: '#a371f7' },
  { light: '#009e73', dark: '#2bb98d' },
  { light: '#cc79a7', dark: '#d98cb6' },
  { light: '#eac7da', dark: '#8c5a76' },
  { light: '#cf222e', dark: '#f85149' },
]

/** px */
const NAMES = 122
const FIGURES = 66
const ROW = 20

export function stackedDrawing(chart: StackedChart, theme: ThemeName, layout: LayoutName): Drawing {
  const { subtitle, rows: allRows, parts, axis, heading, total, partOf } = chart
  const ids = Object.keys(parts)
  const rows = shortList(allRows).map((row) => {
    const { value, low = null, high = null } = total(row)
    const sizes = ids.map((part) => ({ name: row.name, part, size: partOf(row, part) }))
    return { ...row, value, low, high, text: significant(value), sizes }
  })
  const sizes = rows.flatMap((row) => row.sizes)
  // Of two parts, the second stands out.
  const colors = COLORS.filter((_, i) => ids.length > 2 || i % 4 === 0)
  const drawnParts = ids.filter((id) => sizes.some(({ part, size }) => part === id && size > 0))
  return {
    title: chart.title ?? titleOf(chart, rows),
    subtitle: `${subtitle}${selectionNote(rows, allRows)}`,
    width: layout === 'wide' ? WIDTH : NARROW,
    height: rows.length * ROW,
    marginTop: 24,
    marginBottom: 50,
    marginLeft: NAMES,
    marginRight: FIGURES,
    legend: drawnParts.map((id) => [id, parts[id] ?? '']),
    color: { domain: ids, range: colors.map((color) => color[theme]) },
    symbol: { domain: ids, range: ['square'] },
    x: { grid: true },
    y: { type: 'band', domain: rows.map(({ name }) => name), axis: null, padding: 0.3 },
    marks: [
      Plot.axisX({ ...AXIS, label: axis }),
      Plot.barX(sizes, { y: 'name', x: 'size', fill: 'part', insetRight: 0.6 }),
      Plot.text(rows, { ...AT_LEFT, y: 'name', text: labelOf, dx: -NAMES }),
      Plot.text(rows, { ...AT_RIGHT, y: 'name', text: 'text', dx: FIGURES }),
      Plot.text([heading], { ...ABOVE_RIGHT, ...MUTED, dx: FIGURES, dy: -12 }),
    ],
  }
}

type Sized = Parameters<typeof figuresTitle>[0][number] & {
  sizes: readonly { part: string; size: number }[]
}

/** Compares the extremes, and names what takes the most in the last. */
function titleOf(chart: StackedChart, rows: readonly Sized[]): string {
  const title = figuresTitle(rows, chart)
  const [largest] = rows.at(-1)?.sizes.toSorted((a, b) => b.size - a.size) ?? []
  return largest && chart.processes >= LEAST_PROCESSES
    ? `${title}; its largest part is ${chart.parts[largest.part]}`
    : title
}
