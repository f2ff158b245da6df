/** Five figures of each server side by side, as bars from zero: the chart of a scenario. */
import * as Plot from '@observablehq/plot'
import type { ServerResult, Summary } from '../../shared/format/format.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { type Estimate, mapEstimate } from '../../shared/stats/estimate.ts'
import { megabytes, significant } from '../../shared/text/numbers.ts'
import { pooledCaption, runsText, runtimeTitles } from '../text/conditions.ts'
import { marksOf } from '../text/marks.ts'
import { renderSvg, WIDTH } from './frame.ts'
import { plotAt } from './plot.ts'
import { bestFirst, rowOf } from './rows.ts'
import { chartTitle } from './scenario-claims.ts'
import { shortened } from './short-list.ts'
import { type Theme, type ThemeName, themes } from './theme.ts'

/** A row: a server, or the heading of a group. */
interface Line {
  /** Unique, also of a heading. */
  id: string
  text: string
  server?: ServerResult & { summary: Summary }
}

interface Panel {
  title: string
  /** Title in a narrow picture. */
  short: string
  /** Significant digits. */
  digits: number
  value(summary: Summary): Estimate
  /** A second figure, drawn as a circle. */
  upper?(summary: Summary): Estimate
}

/** The ratio's interval, around an absolute figure: bars are compared with one another, and levels differ between machines. */
function relative(value: number, { ratioToBaseline }: Summary): Estimate {
  const { ratio, low, high } = ratioToBaseline ?? { ratio: 1, low: null, high: null }
  return mapEstimate({ value: ratio, low, high }, (each) => (value * each) / ratio)
}

const PANELS: readonly Panel[] = [
  {
    title: 'requests/s',
    short: 'req/s',
    digits: 3,
    value: (summary) => relative(summary.requestsPerSecond.value, summary),
  },
  {
    title: 'received, MB/s',
    short: 'MB/s',
    digits: 3,
    value: (summary) => relative(summary.receivedPerSecond.value / 1e6, summary),
  },
  {
    title: 'p50 · p99, ms',
    short: 'p50·p99\nms',
    digits: 2,
    value: ({ latencyP50 }) => latencyP50 ?? { value: 0, low: null, high: null },
    upper: ({ latencyP99 }) => latencyP99,
  },
  {
    title: 'peak memory, MB',
    short: 'peak\nMB',
    digits: 3,
    value: ({ peakMemory }) => megabytes(peakMemory),
  },
  {
    title: 'CPU, µs/request',
    short: 'CPU\nµs',
    digits: 3,
    value: (summary) => relative(summary.cpuPerRequest.value, summary),
  },
]

/** px: a picture's width, of the servers' names, the height of a row, and the room of a figure beside its bar. */
interface Layout {
  width: number
  names: number
  row: number
  figure: number
  /** Whether figures stand above their bars. */
  above: boolean
}

const LAYOUTS: Readonly<Record<'wide' | 'narrow', Layout>> = {
  wide: { width: WIDTH, names: 112, row: 19, figure: 44, above: false },
  narrow: { width: 400, names: 92, row: 30, figure: 0, above: true },
}

/** px between panels, and of the headings above them. */
const GAP = 6
const HEAD = 30
const EDGE = 12

/** Returns the servers in groups by runtime, each with its bare runtime first, and last those that accept invalid data. */
function linesOf(shown: PooledResult): Line[] {
  const servers = bestFirst(shown).flatMap((server) =>
    server.summary ? [{ ...server, summary: server.summary }] : [],
  )
  const groupOf = ({ runtime, summary }: (typeof servers)[number]) =>
    acceptsInvalid(summary) ? 'Unranked: accepts invalid data' : (runtimeTitles[runtime] ?? runtime)
  const runtimeOf = (name: string) => servers.find((server) => server.name === name)?.runtime
  const own = runtimeTitles[runtimeOf(shown.baseline) ?? ''] ?? ''
  const place = (group: string) => (group === own ? 0 : group.startsWith('Unranked') ? 2 : 1)
  const groups = [...Map.groupBy(servers, groupOf)].toSorted(([a], [b]) => place(a) - place(b))
  return groups.flatMap(([group, members]) => [
    { id: `# ${group}`, text: group },
    ...members
      .toSorted((a, b) => Number(a.version !== null) - Number(b.version !== null))
      .map((server) => ({
        id: server.name,
        text: rowOf(server, marksOf(server.summary)).markedLabel,
        server,
      })),
  ])
}

/** Returns the chart as SVG. @param layout `narrow` is for phones */
export function drawPanels(
  result: PooledResult,
  themeName: ThemeName,
  layout: keyof typeof LAYOUTS = 'wide',
): string {
  const [theme, size] = [themes[themeName], LAYOUTS[layout]]
  const shown = shortened(result)
  const lines = linesOf(shown)
  const height = lines.length * size.row
  const step = (size.width - 2 * EDGE - size.names) / PANELS.length
  const namesOf = (isServer: boolean) =>
    Plot.text(
      lines.filter(({ server }) => Boolean(server) === isServer),
      {
        ...{ y: 'id', text: 'text', frameAnchor: 'left', textAnchor: 'start', fill: theme.text },
        fontWeight: isServer ? 'normal' : 'bold',
      },
    )
  const place = {
    height: height + HEAD,
    marginTop: HEAD,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 0,
  }
  const rows = {
    domain: lines.map(({ id }) => id),
    type: 'band',
    axis: null,
    padding: size.above ? 0.1 : 0.3,
  } as const
  // A heading may be as wide as the picture.
  const label = {
    ...place,
    width: size.width - 2 * EDGE,
    y: rows,
    x: { axis: null },
    marks: [namesOf(true), namesOf(false)],
  }
  const title = chartTitle(shown)
  const sentences = [
    `More is better for requests/s and MB/s, less for the others. Lines at the ends of bars: 95% intervals; of requests/s, MB/s and CPU those of the ratio to ${result.baseline}.`,
    `Latency (bar p50, circle p99) is under full load, so mostly waiting in a queue; it is normalized to the requests/s.`,
    `${shown.servers.length < result.servers.length ? `${shown.servers.length} of ${result.servers.length} servers` : 'All servers'}, from ${runsText(result)}.`,
  ]
  return renderSvg(
    {
      ...{ title, subtitle: sentences.join(' '), height: height + HEAD, width: size.width },
      margin: { left: 0, above: 0, below: 6 },
      marks: [
        plotAt(0, 0, label, theme),
        ...PANELS.map((panel, i) => {
          const options = panelOptions(panel, lines, { ...size, step: step - GAP }, theme)
          return plotAt(size.names + i * step + GAP, 0, { ...place, ...options, y: rows }, theme)
        }),
      ],
    },
    layout === 'wide' ? pooledCaption(shown) : [],
    theme,
  )
}

function panelOptions(
  panel: Panel,
  lines: readonly Line[],
  size: Layout & { step: number },
  theme: Theme,
) {
  const bars = lines.flatMap(({ id, server }) => {
    if (!server) return []
    const { value, low, high } = panel.value(server.summary)
    const upper = panel.upper?.(server.summary)
    const end = Math.max(high ?? value, upper?.value ?? 0)
    return [
      {
        id,
        value,
        low,
        high,
        end,
        upper: upper?.value,
        fill: acceptsInvalid(server.summary) ? theme.muted : theme.roles[server.runtime],
      },
    ]
  })
  const most = Math.max(...bars.map(({ end }) => end))
  const scale = {
    domain: [0, most],
    range: [0, size.step - size.figure - (panel.upper && !size.above ? 20 : 4)],
    axis: null,
  }
  const text = ({ value, upper }: (typeof bars)[number]) =>
    [value, upper]
      .flatMap((each) => (each === undefined ? [] : amount(each, panel.digits)))
      .join(' · ')
  const known = bars.filter(({ low, high }) => low !== null && high !== null && low < high)
  const inset = size.above ? { insetTop: 16, insetBottom: 2 } : {}
  const middle = size.above ? 7 : 0
  const figures = size.above
    ? { x: 0, textAnchor: 'start' as const, dy: -6 }
    : { x: 'end', textAnchor: 'start' as const, dx: panel.upper ? 9 : 5 }
  const heading = size.above ? panel.short : panel.title
  return {
    width: size.step,
    x: scale,
    marks: [
      Plot.ruleX([0], { stroke: theme.grid }),
      Plot.barX(bars, { x: 'value', y: 'id', fill: 'fill', ...inset }),
      Plot.ruleY(known, {
        x1: 'low',
        x2: 'high',
        y: 'id',
        stroke: theme.text,
        strokeOpacity: 0.75,
        dy: middle,
      }),
      Plot.dot(
        bars.filter(({ upper }) => upper !== undefined),
        { x: 'upper', y: 'id', stroke: 'fill', r: 3, strokeWidth: 1.5, dy: middle },
      ),
      Plot.text(bars, { y: 'id', text, fill: theme.text, ...figures }),
      Plot.text([heading], {
        frameAnchor: 'top-left',
        lineAnchor: 'bottom',
        dy: -4,
        fill: theme.text,
        fontWeight: 'bold',
      }),
    ],
  }
}

/** Formats `54.9k`, `150`, `3.4`. */
function amount(value: number, digits: number): string {
  return value >= 1000 ? `${(value / 1000).toPrecision(digits)}k` : significant(value, digits)
}
