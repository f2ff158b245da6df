/** Chart of CPU time per request by part: a stacked bar per server. */

import { LEAST_PROCESSES } from '../../../shared/stats/claims.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { figuresTitle } from '../../draw/figure-claims.ts'
import { type Drawing, INNER_WIDTH, renderSvg } from '../../draw/frame.ts'
import { labelOf } from '../../draw/rows.ts'
import { outOf, shortList } from '../../draw/short-list.ts'
import { element, rule, text } from '../../draw/svg.ts'
import { type ThemeName, themes } from '../../draw/theme.ts'
import type { Chart } from '../instrument.ts'
import type { Profiles } from './format.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { type Profiled, partOf, plainOf, profiledServers } from './summary.ts'

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

export function profileChart(profiles: Profiles): Chart {
  const servers = profiledServers(profiles)
  const title = finding(shortList(servers))
  return {
    ...{ name: profiles.scenario, title },
    draw: (theme, caption) => renderSvg(draw(title, servers, theme), caption, themes[theme]),
  }
}

const NAMES = 140
const FIGURES = 150
const FIGURE_END = 66
const ROW = 20
const BAR = 14
/** Of the legend: its columns, and px of its rows. */
const COLUMNS = 4
const LEGEND_ROW = 17

function draw(title: string, servers: readonly Profiled[], themeName: ThemeName): Drawing {
  const theme = themes[themeName]
  const rows = shortList(servers)
  const shown = PART_NAMES.filter((part) => rows.some((server) => partOf(server, part).value > 0))
  const [height, width] = [rows.length * ROW, INNER_WIDTH - NAMES - FIGURES]
  const most = Math.max(...rows.map((server) => plainOf(server).value))
  const x = (value: number) => (width * value) / most
  return {
    ...{ title, height },
    subtitle: `CPU time per request by part: µs, all threads, mean over the processes. Lower is less work.${outOf(rows, servers)}`,
    margin: { left: NAMES, above: 24, below: 50 + Math.ceil(shown.length / COLUMNS) * LEGEND_ROW },
    marks: [
      ...ticksTo(most).flatMap((tick) => [
        rule([x(tick), 0], [x(tick), height], theme.grid),
        text(String(tick), x(tick), height + 12, { fill: theme.muted, anchor: 'middle' }),
      ]),
      text('µs per request', width / 2, height + 30, { fill: theme.muted, anchor: 'middle' }),
      text('µs', width + FIGURE_END, -12, { fill: theme.muted, anchor: 'end' }),
      ...rows.flatMap((server, i) =>
        barMarks(server, (i + 0.5) * ROW, x, width + FIGURE_END, themeName),
      ),
      ...shown.flatMap((part, i) => {
        const [column, y] = [i % COLUMNS, height + 56 + Math.floor(i / COLUMNS) * LEGEND_ROW]
        const left = (column * INNER_WIDTH) / COLUMNS - NAMES
        return [
          element('rect', {
            x: left,
            y: y - 5,
            width: 10,
            height: 10,
            fill: COLORS[part][themeName],
          }),
          text(PARTS[part], left + 16, y, { fill: theme.text, size: 11.5 }),
        ]
      }),
    ],
  }
}

/** Returns about five round ticks from zero. */
function ticksTo(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => most / each <= 8) ?? most
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
}

/** @param end of the figure, in px */
function barMarks(
  server: Profiled,
  y: number,
  x: (value: number) => number,
  end: number,
  themeName: ThemeName,
): string[] {
  const theme = themes[themeName]
  let from = 0
  const parts = PART_NAMES.map((part) => {
    const start = x(from)
    from += partOf(server, part).value
    const size = { x: start, y: y - BAR / 2, width: x(from) - start, height: BAR }
    return size.width < 0.05
      ? ''
      : element('rect', {
          ...size,
          fill: COLORS[part][themeName],
          stroke: theme.background,
          'stroke-width': '0.6',
        })
  })
  return [
    text(`${labelOf(server.displayName)} ${profileMarks(server)}`.trim(), -NAMES, y, {
      fill: theme.text,
      size: 12,
    }),
    ...parts,
    text(significant(plainOf(server).value), end, y, { fill: theme.text, size: 12, anchor: 'end' }),
  ]
}

/** Notes a server whose warm-up had not settled. */
export function profileMarks({ processes }: Pick<Profiled, 'processes'>): string {
  return processes.every(({ settled }) => settled) ? '' : '(unsettled)'
}

/** Compares the extremes, and names what takes the most in the last. */
function finding(servers: readonly Profiled[]): string {
  const processes = Math.min(...servers.map((server) => server.processes.length))
  const rows = servers.map((server) => ({ ...server, ...plainOf(server) }))
  const title = figuresTitle(rows, { what: 'CPU time', verb: 'spends', processes })
  const last = servers.at(-1)
  if (!last || processes < LEAST_PROCESSES) return title
  const [part] = PART_NAMES.toSorted((a, b) => partOf(last, b).value - partOf(last, a).value)
  return `${title}; its largest part is ${PARTS[part as Part]}`
}
