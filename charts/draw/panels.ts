/** Five figures of each server side by side, as bars from zero: the chart of a scenario. */
import * as Plot from '@observablehq/plot'
import type { ServerResult, Summary } from '../../shared/format/format.ts'
import { requestsWithModes } from '../../shared/probes/run.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { type Estimate, mapEstimate } from '../../shared/stats/estimate.ts'
import { megabytes, significant } from '../../shared/text/numbers.ts'
import { pooledCaption, runsText, runtimeTitles } from '../text/conditions.ts'
import { marksOf, UNRANKED } from '../text/marks.ts'
import {
  ABOVE_LEFT,
  AT_LEFT,
  type Drawing,
  EDGE,
  type LayoutName,
  NARROW,
  renderSvg,
  WIDTH,
} from './frame.ts'
import { labelOf } from './rows.ts'
import { chartTitle } from './scenario-claims.ts'
import { shortListed } from './short-list.ts'
import type { Role, ThemeName } from './theme.ts'

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
  value(summary: Summary): Estimate
  /** A second figure, drawn as a circle. */
  upper?(summary: Summary): Estimate | undefined
}

/** The ratio's interval, around an absolute figure: bars are compared with one another, and levels differ between machines. */
function withRatioInterval(value: number, { ratioToBaseline }: Summary): Estimate {
  const ratio = ratioToBaseline ?? { value: 1, low: null, high: null }
  return mapEstimate(ratio, (each) => (value * each) / ratio.value)
}

const unknown = (value: number): Estimate => ({ value, low: null, high: null })

/** Returns both requests/s of a bimodal server, the slower first; empty for any other. */
function modesOfRate(summary: Summary): number[] {
  const rate = requestsWithModes(summary)
  return 'modes' in rate ? rate.modes.map(({ center }) => center) : []
}

const PANELS: readonly Panel[] = [
  {
    title: 'requests/s',
    short: 'req/s',
    value(summary) {
      const [slower] = modesOfRate(summary)
      return slower ? unknown(slower) : withRatioInterval(summary.requestsPerSecond.value, summary)
    },
    upper(summary) {
      const [, faster] = modesOfRate(summary)
      return faster === undefined ? faster : unknown(faster)
    },
  },
  {
    title: 'received, MB/s',
    short: 'MB/s',
    value: (summary) => withRatioInterval(summary.receivedPerSecond.value / 1e6, summary),
  },
  {
    title: 'p50 · p99, ms',
    short: 'p50·99\nms',
    value: ({ latencyP50 }) => latencyP50 ?? unknown(0),
    upper: ({ latencyP99 }) => latencyP99,
  },
  {
    title: 'peak memory, MB',
    short: 'peak\nMB',
    value: ({ peakMemory }) => megabytes(peakMemory),
  },
  {
    title: 'CPU, µs/request',
    short: 'CPU\nµs',
    value: (summary) => withRatioInterval(summary.cpuPerRequest.value, summary),
  },
]

/** px: a picture's width, of the servers' names, and the height of a row. */
interface Layout {
  width: number
  names: number
  row: number
  /** Whether names and figures stand above the bars, for want of room beside them. */
  above: boolean
}

const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  wide: { width: WIDTH, names: 118, row: 19, above: false },
  narrow: { width: NARROW, names: 0, row: 44, above: true },
}

/** px of the headings above panels. */
const HEAD = 36
/** px beside the longest bar, for its figure. */
const FIGURE = 50

/** Returns the servers in groups by runtime, each with its bare runtime first, and last those that accept invalid data. */
function linesOf(short: PooledResult): Line[] {
  const servers = bestFirst(short).flatMap((server) =>
    server.summary ? [{ ...server, summary: server.summary }] : [],
  )
  const groupOf = ({ runtime, summary }: (typeof servers)[number]) =>
    acceptsInvalid(summary) ? UNRANKED : (runtimeTitles[runtime] ?? runtime)
  const baselineGroups = servers.filter(({ name }) => name === short.details.baseline).map(groupOf)
  const place = (server: (typeof servers)[number]) =>
    baselineGroups.includes(groupOf(server)) ? 0 : 1
  const groups = Map.groupBy(
    servers.toSorted((a, b) => place(a) - place(b)),
    groupOf,
  )
  return [...groups].flatMap(([group, members]) => [
    { id: `# ${group}`, text: group },
    ...members
      .toSorted((a, b) => Number(a.version !== null) - Number(b.version !== null))
      .map((server) => ({
        id: server.name,
        text: labelOf({ ...server, marks: marksOf(server.summary) }),
        server,
      })),
  ])
}

/** Returns the chart as SVG. */
export function drawPanels(
  result: PooledResult,
  theme: ThemeName,
  layout: LayoutName = 'wide',
): string {
  const size = LAYOUTS[layout]
  const short = shortListed(result)
  const lines = linesOf(short)
  const sentences = [
    `Higher is better for requests/s and MB/s, lower for the others. Lines at the ends of bars: 95% intervals (for requests/s, MB/s and CPU, those of the ratio to ${result.details.baseline}).`,
    ...(short.subjects.some(({ summary }) => summary && modesOfRate(summary).length > 0)
      ? ['Bar and circle of requests/s: a server whose processes run at one of two speeds.']
      : []),
    `Latency (bar p50, circle p99) is under full load, so it is mostly queueing, and is normalized to the requests/s.`,
    `${short.subjects.length < result.subjects.length ? `${short.subjects.length} of ${result.subjects.length} servers` : 'All servers'}, from ${runsText(result)}.`,
  ]
  const drawing: Drawing = {
    title: chartTitle(short),
    subtitle: sentences.join(' '),
    width: size.width,
    height: lines.length * size.row,
    marginTop: HEAD - EDGE,
    marginBottom: 6,
    marginLeft: size.names,
    fx: { domain: PANELS.map(({ title }) => title), padding: 0, axis: null },
    x: { domain: [0, 1], axis: null, insetRight: size.above ? 8 : FIGURE },
    y: {
      type: 'band',
      domain: lines.map(({ id }) => id),
      axis: null,
      padding: size.above ? 0.1 : 0.3,
    },
    marks: [...nameMarks(lines, size), ...panelMarks(lines, size)],
  }
  return renderSvg(drawing, pooledCaption(short), theme)
}

function nameMarks(lines: readonly Line[], { names, above }: Layout): Plot.Markish[] {
  const place = { ...AT_LEFT, dx: -names, fx: () => PANELS[0]?.title, y: 'id', text: 'text' }
  return [
    Plot.text(
      lines.filter(({ server }) => server),
      { ...place, dy: above ? -11 : 0 },
    ),
    Plot.text(
      lines.filter(({ server }) => !server),
      { ...place, dy: above ? 8 : 0, fontWeight: 'bold' },
    ),
  ]
}

function panelMarks(lines: readonly Line[], { above }: Layout): Plot.Markish[] {
  const bars = PANELS.flatMap((panel) => barsOf(panel, lines))
  const place = { fx: 'panel', y: 'id' }
  const middle = { ...place, dy: above ? 13 : 0 }
  return [
    Plot.barX(bars, {
      ...place,
      x: 'value',
      fill: 'role',
      ...(above ? { insetTop: 29, insetBottom: 2 } : {}),
    }),
    Plot.ruleX(PANELS, { fx: 'title', x: 0, strokeOpacity: 0.2 }),
    Plot.ruleY(
      bars.filter(({ low, high }) => low !== null && high !== null && low < high),
      { ...middle, x1: 'low', x2: 'high', strokeOpacity: 0.75 },
    ),
    Plot.dot(
      bars.filter(({ upper }) => upper !== null),
      { ...middle, x: 'upper', stroke: 'role', r: 3 },
    ),
    Plot.text(bars, {
      ...place,
      text: 'text',
      textAnchor: 'start',
      ...(above ? { frameAnchor: 'left', dy: 2 } : { x: 'end', dx: 5 }),
    }),
    Plot.text(PANELS, {
      fx: 'title',
      text: above ? 'short' : 'title',
      ...ABOVE_LEFT,
      lineAnchor: 'bottom',
      dy: -4,
      fontWeight: 'bold',
    }),
  ]
}

/** Returns a panel's figures as shares of its width. */
function barsOf(panel: Panel, lines: readonly Line[]) {
  const figures = lines.flatMap(({ id, server }) => {
    if (!server) return []
    const { summary, runtime } = server
    const upper = panel.upper?.(summary)?.value ?? null
    const role: Role = acceptsInvalid(summary) ? 'baseline' : runtime
    return { id, role, upper, figure: panel.value(summary) }
  })
  const ends = figures.flatMap(({ figure, upper }) => [figure.high ?? figure.value, upper ?? 0])
  // Two figures need more room.
  const hasUpper = figures.some(({ upper }) => upper !== null)
  const axisEnd = Math.max(...ends) * (hasUpper ? 1.25 : 1)
  return figures.map(({ id, role, upper, figure }) => {
    const bar = mapEstimate(figure, (value) => value / axisEnd)
    const circle = upper && upper / axisEnd
    const values = upper === null ? [figure.value] : [figure.value, upper]
    return {
      ...bar,
      id,
      role,
      panel: panel.title,
      upper: circle,
      text: values.map((value) => amountText(value, upper === null ? 3 : 2)).join(' · '),
      end: Math.max(bar.high ?? bar.value, circle ? circle + 0.04 : 0),
    }
  })
}

/** Formats `54.9k`, `150`, `3.4`. */
function amountText(value: number, digits: number): string {
  return value >= 1000 ? `${(value / 1000).toPrecision(digits)}k` : significant(value, digits)
}
