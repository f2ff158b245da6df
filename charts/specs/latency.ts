/** Charts of an open loop: p99 over the rate, and CPU time a request over the rate; a line a server, a panel a runtime. */
import { RUNTIMES, type RuntimeName } from '../../shared/result/disclosure.ts'
import type { LatencyResult, LatencyServer } from '../../shared/result/latency.ts'
import { type Estimate, summarizeMaximum, summarizePoint } from '../../shared/result/latency-summary.ts'
import { type Drawing, INNER_WIDTH } from '../drawing/frame.ts'
import { renderSvg } from '../drawing/render.ts'
import { type Theme, type ThemeName, themes } from '../drawing/theme.ts'
import { machineName, pinningText, runtimesText, runtimeTitles } from '../text/conditions.ts'
import type { Layer } from './layer.ts'
import { labelOf } from './rows.ts'

/** From the repository's root. */
export const LATENCY_FOLDER = 'charts/published/latency'

export type LatencyChart = 'latency' | 'cpu'

export const LATENCY_CHARTS: readonly LatencyChart[] = ['latency', 'cpu']

/** From the repository's root. */
export function latencyPicture(scenario: string, chart: LatencyChart, theme: ThemeName): string {
  return `${LATENCY_FOLDER}/${scenario}.${chart}.${theme}.svg`
}

/** A point of a line. */
export interface RatePoint extends Estimate {
  server: string
  label: string
  runtime: RuntimeName
  /** Requests/s. */
  rate: number
}

/** Of each chart what it shows and how it is read. */
const TEXTS: Record<LatencyChart, { title: string; subtitle: string; axis: string }> = {
  latency: {
    title: 'p99 latency over the rate, by an open loop',
    subtitle:
      'Lower is better, and further right is more. No point: the server does not hold the rate. Rules: from the least to the greatest of the processes. What may be the load generator’s own is in it. Both scales are logarithmic.',
    axis: 'p99, ms',
  },
  cpu: {
    title: 'CPU time of a request over the rate',
    subtitle:
      'Lower is better. Each line has a point at the maximum by a closed loop. Rules: 95% interval over the processes. The rate’s scale is logarithmic.',
    axis: 'µs a request',
  },
}

export const latencyTitle = (chart: LatencyChart) => TEXTS[chart].title

/** All points of a chart that are known, by server and rising rate. */
export function ratePoints({ servers }: Pick<LatencyResult, 'servers'>, chart: LatencyChart): RatePoint[] {
  return servers.flatMap((server) => {
    const { name, displayName, runtime } = server
    const of = (rate: number, estimate: Estimate): RatePoint => {
      return { server: name, label: labelOf(displayName), runtime, rate, ...estimate }
    }
    const held = heldPoints(server).flatMap(({ rate, quantiles, cpu }) => {
      if (chart === 'cpu') return cpu ? [of(rate, cpu)] : []
      const { value, processes } = quantiles?.p99 ?? { value: null, processes: null }
      const [low, high] = [processes?.least ?? null, processes?.greatest ?? null]
      return value === null ? [] : [of(rate, { value, low, high })]
    })
    const maximum = chart === 'cpu' ? summarizeMaximum(server) : null
    if (maximum?.cpu && held.length > 0) held.push(of(maximum.rate.value, maximum.cpu))
    return held.sort((a, b) => a.rate - b.rate)
  })
}

/** What a server held; of a rate that it does not hold, latency and CPU time are those of a queue. */
function heldPoints({ points }: LatencyServer) {
  return points.flatMap((point) => summarizePoint(point) ?? []).filter(({ fails }) => fails === null)
}

const AXIS = 54
const GAP = 14
const HEIGHT = 340
const NAMES = 118
const LINE = 12

/** The picture as SVG; null where no server has a point. */
export async function drawLatency(
  result: LatencyResult,
  chart: LatencyChart,
  themeName: ThemeName,
): Promise<string | null> {
  const points = ratePoints(result, chart)
  if (points.length === 0) return null
  const theme = themes[themeName]
  const { title, subtitle } = TEXTS[chart]
  const panels = RUNTIMES.filter((runtime) => points.some((point) => point.runtime === runtime))
  // A panel of many lines is wider.
  const weights = panels.map((runtime) =>
    Math.sqrt(new Set(points.filter((each) => each.runtime === runtime).map(({ server }) => server)).size),
  )
  const room = INNER_WIDTH - AXIS - panels.length * NAMES - (panels.length - 1) * GAP
  const widths = weights.map((weight) => (room * weight) / weights.reduce((sum, each) => sum + each))
  const drawing: Drawing = {
    title,
    subtitle,
    margin: { left: AXIS, above: 26, below: 62 },
    width: INNER_WIDTH - AXIS,
    height: HEIGHT,
    spec: {
      spacing: GAP + NAMES,
      bounds: 'flush',
      resolve: { scale: { x: 'independent', y: 'independent' } },
      hconcat: panels.map((runtime, index) =>
        panel({ points, runtime, chart, width: widths[index] as number, isFirst: index === 0 }, theme),
      ),
    },
  }
  return renderSvg(drawing, [latencyConditions(result)], theme)
}

interface Panel {
  /** Of all panels, which have their scales in common. */
  points: readonly RatePoint[]
  runtime: RuntimeName
  chart: LatencyChart
  width: number
  isFirst: boolean
}

function panel({ points, runtime, chart, width, isFirst }: Panel, theme: Theme) {
  const own = points.filter((point) => point.runtime === runtime)
  const isLatency = chart === 'latency'
  const heights = domainOf(
    points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]),
    chart,
  )
  const rates = domainOf(
    points.map(({ rate }) => rate),
    'latency',
  )
  const at = (value: number) => HEIGHT * (1 - position(value, heights, isLatency))
  const axis = {
    domain: false,
    ticks: false,
    gridColor: theme.grid,
    labelColor: theme.muted,
    titleColor: theme.muted,
    titleFontWeight: 'normal' as const,
  }
  const x = {
    field: 'rate',
    type: 'quantitative' as const,
    scale: { type: 'log' as const, domain: rates, nice: false },
    axis: { ...axis, title: 'requests/s', grid: false, values: RATE_TICKS, format: '~s' },
  }
  const y = {
    type: 'quantitative' as const,
    scale: isLatency
      ? { type: 'log' as const, domain: heights, nice: false }
      : { domain: heights, nice: false, zero: true },
    axis: {
      ...axis,
      title: isFirst ? TEXTS[chart].axis : null,
      labels: isFirst,
      format: '~r',
      ...(isLatency ? { values: HEIGHT_TICKS } : {}),
    },
  }
  const last = [...Map.groupBy(own, ({ server }) => server).values()].map((line) => line.at(-1) as RatePoint)
  const from = (rate: number) => width * position(rate, rates, true)
  const names = apart(last.map(({ label, value, rate }) => ({ label, at: at(value), x: from(rate), y: at(value) })))
  const color = theme.roles[runtime]
  const layer: Layer[] = [
    {
      mark: { type: 'line', strokeWidth: 1.5, color, opacity: 0.85 },
      encoding: { x, y: { ...y, field: 'value' }, detail: { field: 'server' } },
    },
    {
      transform: [{ filter: 'datum.low !== null && datum.low < datum.high' }],
      mark: { type: 'rule', color: theme.text, opacity: 0.35 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
    },
    {
      mark: { type: 'point', filled: true, opacity: 1, size: 22, color },
      encoding: { x, y: { ...y, field: 'value' } },
    },
    {
      data: { values: names.map((name) => ({ ...name, end: width + 4 })) },
      mark: { type: 'rule', color, opacity: 0.3 },
      encoding: {
        x: { field: 'x', type: 'quantitative', scale: null },
        x2: { field: 'end' },
        y: { field: 'y', type: 'quantitative', scale: null },
        y2: { field: 'at' },
      },
    },
    {
      data: { values: names },
      mark: { type: 'text', align: 'left', fontSize: 10.5, fill: theme.text },
      encoding: {
        x: { value: width + 6 },
        y: { field: 'at', type: 'quantitative', scale: null },
        text: { field: 'label', type: 'nominal' },
      },
    },
    {
      data: { values: [{}] },
      mark: { type: 'text', align: 'left', baseline: 'bottom', fontSize: 12, fontWeight: 'bold', fill: theme.text },
      encoding: { text: { value: runtimeTitles[runtime] ?? runtime }, x: { value: 0 }, y: { value: -8 } },
    },
  ]
  return { width, height: HEIGHT, data: { values: own }, layer }
}

const HEIGHT_TICKS = [0.01, 0.1, 1, 10, 100, 1_000].flatMap((power) => [1, 2, 5].map((step) => step * power))
const RATE_TICKS = [1, 3].flatMap((step) => [100, 1_000, 10_000, 100_000].map((power) => step * power))

/** With a little room at both ends; from zero where the scale is not logarithmic. */
function domainOf(values: readonly number[], chart: LatencyChart): [number, number] {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  return chart === 'latency' ? [least / 1.12, greatest * 1.12] : [0, greatest * 1.04]
}

function position(value: number, [low, high]: [number, number], isLogarithmic: boolean): number {
  const of = isLogarithmic ? Math.log : (each: number) => each
  return (of(value) - of(low)) / (of(high) - of(low))
}

/** Names that would run into each other, moved down until they do not, and up again from the end. */
function apart<T extends { at: number }>(names: readonly T[]): T[] {
  let free = 0
  const down = names
    .toSorted((a, b) => a.at - b.at)
    .map((name) => {
      const at = Math.max(name.at, free)
      free = at + LINE
      return { ...name, at }
    })
  let limit = HEIGHT
  return down.toReversed().map((name) => {
    const at = Math.min(name.at, limit)
    limit = at - LINE
    return { ...name, at }
  })
}

/** What was measured when, on what and how, as two paragraphs. */
export function latencyConditions({ scenario, startedAt, environment, protocol }: LatencyResult): string[] {
  const { generatorVersion } = environment
  const { arrivals, connections, rounds, sliceSeconds, seed } = protocol
  return [
    [
      scenario,
      startedAt.slice(0, 10),
      machineName(environment),
      pinningText(environment),
      runtimesText(environment),
    ].join(' · '),
    [
      `builtin ${generatorVersion}, polling: open loop, ${arrivals} arrivals, ${connections} connections`,
      `${rounds} fresh ${rounds === 1 ? 'process' : 'processes'} a server, ${sliceSeconds} s and more at each rate, in random turns`,
      `seed ${seed}`,
    ].join(' · '),
  ]
}
