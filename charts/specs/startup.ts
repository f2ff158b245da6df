/** The charts of starts: how long each server takes to its first right answer, and how that goes with the number of routes. */
import { grouped } from '../../shared/basics/text.ts'
import type { StartedServer, StartSummary, Startup } from '../../shared/result/startup.ts'
import { type Drawing, INNER_WIDTH } from '../drawing/frame.ts'
import { renderSvg } from '../drawing/render.ts'
import { type Theme, type ThemeName, themes } from '../drawing/theme.ts'
import { machineName, pinningText, runtimesText } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import { type Layer, roleColor } from './layer.ts'
import { labelOf, type Row } from './rows.ts'
import { apart } from './scaling.ts'
import { outOf, shortList } from './short-list.ts'

export const STARTUP_TITLE = 'From start to the first right answer'
const ROUTES_TITLE = 'From start to the first right answer, by number of routes'

/** A row a server, the quickest first; milliseconds. */
export function startupRows({ servers }: Pick<Startup, 'servers'>): Row[] {
  return shortList(started(servers)).map(({ name, displayName, runtime, summary }, index): Row => {
    const { seconds, cpuSeconds, memory, instructions } = summary
    const label = labelOf(displayName)
    const value = seconds.median * 1000
    return {
      name,
      label,
      markedLabel: label,
      role: runtime,
      rank: String(index + 1),
      value,
      low: (seconds.low ?? seconds.median) * 1000,
      high: (seconds.high ?? seconds.median) * 1000,
      figure: `${significant(value)} ms`,
      aside: cpuSeconds ? `${significant(cpuSeconds.median * 1000)} ms` : '',
      more: [
        memory ? significant(memory.median / 1e6) : '',
        instructions ? significant(instructions.median / 1e6) : '',
      ],
    }
  })
}

/** The servers that have a figure, the quickest first. */
export function started(servers: readonly StartedServer[]): (StartedServer & { summary: StartSummary })[] {
  return servers
    .flatMap((server) => (server.summary ? [{ ...server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.seconds.median - b.summary.seconds.median || (a.name < b.name ? -1 : 1))
}

export function drawStartup(startup: Startup, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = startupRows(startup)
  const drawing = drawBars(
    {
      title: STARTUP_TITLE,
      subtitle: `Lower is better. Bars: median of fresh processes. Whiskers: 95% interval of it. CPU time, resident memory and million instructions until then.${outOf(rows, started(startup.servers))}`,
      rows,
      axis: 'milliseconds',
      headings: ['median', 'CPU', 'MB', 'M instr.'],
      shape: 'bar and whisker',
    },
    theme,
  )
  return renderSvg(drawing, [startupConditions(startup)], theme)
}

/** What was started when, on what and how, as two paragraphs. */
export function startupConditions({ scenario, startedAt, environment, protocol, counterVersion }: Startup): string[] {
  const { os } = environment
  const { processes, polling, launcherSeconds, counter, counted, seed } = protocol
  return [
    [
      scenario,
      startedAt.slice(0, 10),
      machineName(environment),
      os,
      pinningText(environment),
      runtimesText(environment),
    ].join(' · '),
    [
      `${processes} fresh processes of each server, in turns, files in memory`,
      polling ? 'asked five times a millisecond' : 'asked every millisecond',
      `of each time ${significant(launcherSeconds * 1000, 2)} ms are the programs that start and pin it`,
      ...(counter ? [`instructions of ${counted} more by ${counter} (${counterVersion})`] : []),
      `seed ${seed}`,
    ].join(' · '),
  ]
}

interface Point {
  name: string
  label: string
  role: Row['role']
  routes: number
  /** Milliseconds. */
  value: number
  low: number
  high: number
}

/** A point a server and number of routes. */
export function routePoints({ servers }: Pick<Startup, 'servers'>): Point[] {
  return servers.flatMap(({ name, displayName, runtime, routes }) =>
    routes.flatMap(({ routes: number, summary }) => {
      if (!summary) return []
      const { median, low, high } = summary.seconds
      return [
        {
          name,
          label: labelOf(displayName),
          role: runtime,
          routes: number,
          value: median * 1000,
          low: (low ?? median) * 1000,
          high: (high ?? median) * 1000,
        },
      ]
    }),
  )
}

const AXIS = 70
const NAMES = 150
const HEIGHT = 420

/** Lines over the number of routes, both axes logarithmic: who doubles with the routes rises as steeply everywhere. */
export function drawRoutes(startup: Startup, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const points = routePoints(startup)
  const width = INNER_WIDTH - AXIS - NAMES
  const drawing: Drawing = {
    title: ROUTES_TITLE,
    subtitle:
      'Lower is better. Each route has a model and a validator of its own; the last one is asked. Medians of fresh processes, whiskers: 95% interval. Both axes are logarithmic.',
    margin: { left: AXIS, above: 14, below: 82 },
    width,
    height: HEIGHT,
    spec: { width, height: HEIGHT, data: { values: points }, layer: routeLayers(points, width, theme) },
  }
  return renderSvg(drawing, [startupConditions(startup)], theme)
}

/** From the end of a line to its name, where names that would run into each other were moved. */
const LEADER = 22

function routeLayers(points: readonly Point[], width: number, theme: Theme): Layer[] {
  const numbers = [...new Set(points.map(({ routes }) => routes))].sort((a, b) => a - b)
  const [least = 1, most = 1] = [numbers.at(0), numbers.at(-1)]
  const bottom = Math.min(...points.map(({ low }) => low)) * 0.9
  const top = Math.max(...points.map(({ high }) => high)) * 1.1
  const height = (value: number) => HEIGHT * (1 - Math.log(value / bottom) / Math.log(top / bottom))
  const names = apart(
    points.filter(({ routes }) => routes === most).map((point) => ({ ...point, at: height(point.value) })),
  )
  const color = roleColor(
    points.map((point) => ({ ...point, markedLabel: '', rank: '', figure: '', aside: '' })),
    HEIGHT + 48,
    theme,
  )
  const axis = { domain: false, ticks: false, gridColor: theme.grid, labelColor: theme.muted, titleColor: theme.muted }
  const log = (domain: [number, number]) => ({ type: 'log' as const, domain, nice: false })
  const x = {
    field: 'routes',
    type: 'quantitative' as const,
    scale: log([least, Math.max(most, least * 2)]),
    axis: { ...axis, title: 'routes', grid: false, values: numbers, format: ',d' },
  }
  const y = {
    type: 'quantitative' as const,
    scale: log([bottom, top]),
    axis: { ...axis, title: 'milliseconds', values: ticks(bottom, top), format: ',~r' },
  }
  return [
    {
      mark: { type: 'line', strokeWidth: 1.5 },
      encoding: { x, y: { ...y, field: 'value' }, color, detail: { field: 'name' } },
    },
    {
      mark: { type: 'rule', color: theme.text, opacity: 0.6 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
    },
    {
      mark: { type: 'point', filled: true, opacity: 1, size: 30 },
      encoding: { x, y: { ...y, field: 'value' }, color },
    },
    {
      data: {
        values: names.map((name) => ({ ...name, from: height(name.value), start: width + 5, end: width + LEADER })),
      },
      mark: { type: 'rule', opacity: 0.5 },
      encoding: {
        x: { field: 'start', type: 'quantitative', scale: null },
        x2: { field: 'end' },
        y: { field: 'from', type: 'quantitative', scale: null },
        y2: { field: 'at' },
        color,
      },
    },
    {
      data: { values: names },
      mark: { type: 'text', align: 'left', fontSize: 12, fill: theme.text },
      encoding: {
        x: { value: width + LEADER + 4 },
        y: { field: 'at', type: 'quantitative', scale: null },
        text: { field: 'label', type: 'nominal' },
      },
    },
  ]
}

/** 1, 2 and 5 times powers of ten within the range. */
function ticks(from: number, to: number): number[] {
  const powers = Array.from({ length: 9 }, (_, i) => 10 ** (i - 1))
  return powers.flatMap((power) => [1, 2, 5].map((each) => each * power)).filter((tick) => tick >= from && tick <= to)
}

/** The servers with routes in words, for readers who do not see the picture. */
export function routesFinding({ servers, protocol }: Pick<Startup, 'servers' | 'protocol'>): string {
  const most = protocol.routes.at(-1)
  const last = routePoints({ servers })
    .filter(({ routes }) => routes === most)
    .sort((a, b) => a.value - b.value)
  const [first, slowest] = [last.at(0), last.at(-1)]
  if (most === undefined || !first || !slowest) return ROUTES_TITLE
  const named = ({ label, value }: Point) => `${label} with ${significant(value)} ms`
  return `${ROUTES_TITLE}, with ${grouped(most)}: lowest is ${named(first)}, highest is ${named(slowest)}`
}
