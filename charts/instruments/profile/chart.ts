/** Chart of CPU time per request by part: a stacked bar per server. */
import { type Drawing, INNER_WIDTH } from '../../draw/frame.ts'
import { axisStyle, heading, type Layer, textColumn, y } from '../../draw/layer.ts'
import { renderSvg } from '../../draw/render.ts'
import { labelOf } from '../../draw/rows.ts'
import { outOf, shortList } from '../../draw/short-list.ts'
import { type Theme, type ThemeName, themes } from '../../draw/theme.ts'
import { significant } from '../../text/numbers.ts'
import type { Chart } from '../instrument.ts'
import type { Profiles } from './format.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { type Profiled, partOf, plainOf, profiledServers } from './summary.ts'

export const PROFILE_TITLE = 'CPU time per request, by part'

/** Greys for parts outside of packages' JavaScript; Okabe and Ito's palette, and two more colours, for the others. */
const COLORS: Record<Part, Record<ThemeName, string>> = {
  outside: { light: '#6e7781', dark: '#6e7681' },
  runtime: { light: '#afb8c1', dark: '#aeb6bf' },
  router: { light: '#0072b2', dark: '#4a9fd8' },
  body: { light: '#56b4e9', dark: '#8fd0f5' },
  validation: { light: '#d55e00', dark: '#e8743b' },
  dates: { light: '#e69f00', dark: '#e8b13a' },
  handler: { light: '#8250df', dark: '#a371f7' },
  serialization: { light: '#009e73', dark: '#2bb98d' },
  collection: { light: '#cc79a7', dark: '#d98cb6' },
  threads: { light: '#eac7da', dark: '#8c5a76' },
  unattributed: { light: '#cf222e', dark: '#f85149' },
}

/** @param caption paragraphs below the chart */
export function profileChart(profiles: Profiles, caption: string[]): Chart {
  return {
    name: profiles.scenario,
    alt: finding(profiledServers(profiles)),
    draw: (theme) => draw(profiledServers(profiles), caption, theme),
  }
}

const NAMES = 140
const FIGURES = 150
const FIGURE_END = 66
const ROW = 21
/** Parts per line of the legend, if they do not fit on one line. */
const LEGEND_COLUMNS = 4
const LONGEST_LEGEND = 8
const LEGEND_ROW = 17

interface Bar {
  name: string
  figure: string
  /** In stacking order. */
  parts: { part: string; value: number }[]
}

function draw(servers: readonly Profiled[], caption: string[], themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = shortList(servers).map(
    (server): Bar => ({
      name: `${labelOf(server.displayName)} ${profileMarks(server)}`.trim(),
      parts: PART_NAMES.map((part) => ({ part: PARTS[part], value: partOf(server, part).value })),
      figure: significant(plainOf(server).value, 3),
    }),
  )
  const shown = PART_NAMES.filter((name) =>
    rows.some(({ parts }) => parts.some(({ part, value }) => part === PARTS[name] && value > 0)),
  )
  const height = rows.length * ROW
  const width = INNER_WIDTH - NAMES - FIGURES
  const legendRows = shown.length > LONGEST_LEGEND ? Math.ceil(shown.length / LEGEND_COLUMNS) : 1
  const scale = { domain: shown.map((part) => PARTS[part]), range: shown.map((part) => COLORS[part][themeName]) }
  const drawing: Drawing = {
    title: PROFILE_TITLE,
    subtitle: `µs of CPU time, all threads, mean over the processes. Lower is less work.${outOf(rows, servers)}`,
    ...{ width, height },
    margin: { left: NAMES, above: 24, below: 67 + legendRows * LEGEND_ROW },
    rows: rows.map(({ name, figure }) => ({ name, figure })),
    layer: [
      partsLayer(rows, scale, height, theme),
      textColumn('name', -NAMES, { align: 'left', fill: theme.text, fontSize: 12 }),
      textColumn('figure', width + FIGURE_END, { fill: theme.text, fontSize: 12 }),
      heading('µs', width + FIGURE_END, 'right', theme),
    ],
  }
  return renderSvg(drawing, [caption], theme)
}

/** Returns the start and end of each part of a bar. */
function segmentsOf({ name, parts }: Bar) {
  let to = 0
  return parts.map(({ part, value }) => {
    const from = to
    to += value
    return { name, part, from, to }
  })
}

/** @param scale parts in the order of the legend, and their colors */
function partsLayer(
  bars: readonly Bar[],
  scale: { domain: string[]; range: string[] },
  height: number,
  theme: Theme,
): Layer {
  const legend = {
    title: null,
    orient: 'none',
    direction: 'horizontal',
    ...(scale.domain.length > LONGEST_LEGEND && { columns: LEGEND_COLUMNS, rowPadding: 3 }),
    legendX: -NAMES,
    legendY: height + 48,
    columnPadding: 8,
    labelColor: theme.text,
    labelFontSize: 11.5,
    labelLimit: 0,
    symbolType: 'square',
    symbolOpacity: 1,
  } as const
  const axis = axisStyle('µs per request', theme, 6)
  return {
    data: { values: bars.flatMap(segmentsOf) },
    mark: { type: 'bar', height: 14 },
    encoding: {
      y,
      x: { field: 'from', type: 'quantitative', scale: { zero: true, nice: false }, axis },
      x2: { field: 'to' },
      color: { field: 'part', type: 'nominal', scale, legend },
    },
  }
}

/** Marks a server whose warm-up had not settled. */
export function profileMarks({ processes }: Pick<Profiled, 'processes'>): string {
  return processes.every(({ settled }) => settled) ? '' : '¶'
}

/** States the finding in a sentence, as alternative text. */
function finding(servers: readonly Profiled[]): string {
  const [first, last] = [servers.at(0), servers.at(-1)]
  if (!first || !last) return `${PROFILE_TITLE}: no server has a profile`
  const largest = (server: Profiled) => {
    const [part] = PART_NAMES.toSorted((a, b) => partOf(server, b).value - partOf(server, a).value)
    return `${server.displayName} with ${significant(plainOf(server).value)} µs, most of it ${PARTS[part as Part]}`
  }
  return `${PROFILE_TITLE}, ${servers.length} servers: least has ${largest(first)}; most has ${largest(last)}`
}
