/** Horizontal stacked bars: the name on the left, the figures on the right. */
import { type Drawing, INNER_WIDTH } from './frame.ts'
import { axisStyle, heading, type Layer, textColumn, y } from './layer.ts'
import type { Theme } from './theme.ts'

interface StackedRow {
  name: string
  /** In stacking order. */
  parts: readonly { part: string; value: number }[]
  figure: string
}

interface StackedBars {
  title: string
  subtitle: string
  rows: readonly StackedRow[]
  /** Title of the axis, with its unit. */
  axis: string
  /** Heading of the figures. */
  unit: string
  /** Color of each part, in the order of the legend. */
  colors: readonly (readonly [part: string, color: string])[]
}

const NAMES = 140
const FIGURES = 150
const FIGURE_END = 66
const ROW = 21
/** Parts per line of the legend, if they do not fit on one line. */
const LEGEND_COLUMNS = 4
const LONGEST_LEGEND = 8
const LEGEND_ROW = 17

export function drawStackedBars({ title, subtitle, rows, axis, unit, colors }: StackedBars, theme: Theme): Drawing {
  const height = rows.length * ROW
  const plot = INNER_WIDTH - NAMES - FIGURES
  const legendRows = colors.length > LONGEST_LEGEND ? Math.ceil(colors.length / LEGEND_COLUMNS) : 1
  return {
    title,
    subtitle,
    width: plot,
    height,
    margin: { left: NAMES, above: 24, below: 67 + legendRows * LEGEND_ROW },
    spec: {
      width: plot,
      height,
      data: { values: rows.map(({ parts: _, ...texts }) => texts) },
      layer: [
        partsLayer(rows, axis, colors, height, theme),
        textColumn('name', -NAMES, { align: 'left', fill: theme.text, fontSize: 12 }),
        textColumn('figure', plot + FIGURE_END, { fill: theme.text, fontSize: 12 }),
        heading(unit, plot + FIGURE_END, 'right', theme),
      ],
    },
  }
}

/** Returns the start and end of each part of a row. */
function segmentsOf({ name, parts }: StackedRow) {
  let to = 0
  return parts.map(({ part, value }) => {
    const from = to
    to += value
    return { name, part, from, to }
  })
}

function partsLayer(
  rows: readonly StackedRow[],
  title: string,
  colors: StackedBars['colors'],
  height: number,
  theme: Theme,
): Layer {
  const legend = {
    title: null,
    orient: 'none',
    direction: 'horizontal',
    ...(colors.length > LONGEST_LEGEND && { columns: LEGEND_COLUMNS, rowPadding: 3 }),
    legendX: -NAMES,
    legendY: height + 48,
    columnPadding: 8,
    labelColor: theme.text,
    labelFontSize: 11.5,
    labelLimit: 0,
    symbolType: 'square',
    symbolOpacity: 1,
  } as const
  const scale = { domain: colors.map(([part]) => part), range: colors.map(([, color]) => color) }
  return {
    data: { values: rows.flatMap(segmentsOf) },
    mark: { type: 'bar', height: 14 },
    encoding: {
      y,
      x: { field: 'from', type: 'quantitative', scale: { zero: true, nice: false }, axis: axisStyle(title, theme, 6) },
      x2: { field: 'to' },
      color: { field: 'part', type: 'nominal', scale, legend },
    },
  }
}
