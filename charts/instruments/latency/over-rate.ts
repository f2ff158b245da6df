/** Charts p99 and CPU time per request over the rate of an open loop; one panel per server, by runtime. */
import { RUNTIMES, type RuntimeName } from '../../../shared/results/disclosure.ts'
import { type Drawing, INNER_WIDTH } from '../../draw/frame.ts'
import type { Layer } from '../../draw/layer.ts'
import { renderSvg } from '../../draw/render.ts'
import { labelOf } from '../../draw/rows.ts'
import { type Theme, type ThemeName, themes } from '../../draw/theme.ts'
import { runtimeTitles } from '../../text/conditions.ts'
import { rateText, significant } from '../../text/numbers.ts'
import type { Chart } from '../instrument.ts'
import type { LatencyResult } from './format.ts'
import { isHeld, type Spread, summarizeMaximum, summarizePoints } from './summary.ts'

type Kind = 'latency' | 'cpu'

/** Median and range of the processes at a rate. */
interface RatePoint {
  value: number
  low: number
  high: number
  server: string
  label: string
  runtime: RuntimeName
  /** Requests/s. */
  rate: number
}

const TEXTS: Record<Kind, { title: string; subtitle: string; axis: string; unit: string }> = {
  latency: {
    title: 'p99 latency over the rate, in an open loop',
    subtitle:
      'Over requests/s. Lower is better; grey: the other servers. No point: the server does not hold the rate. Points: median of the processes; rules: their range. Both axes are logarithmic.',
    axis: 'p99, ms',
    unit: 'ms',
  },
  cpu: {
    title: 'CPU time per request over the rate',
    subtitle:
      'Over requests/s. Lower is better; grey: the other servers. The last point of a line is the maximum in a closed loop. Points: median of the processes; rules: their range. Both axes are logarithmic.',
    axis: 'µs per request',
    unit: 'µs',
  },
}

/** Returns the charts that have points. @param conditions for captions */
export function overRateCharts(file: LatencyResult, conditions: string[]): Chart[] {
  return (['latency', 'cpu'] as const).flatMap((kind) => {
    const points = ratePoints(file, kind)
    if (points.length === 0) return []
    const draw = (theme: ThemeName) => drawOverRate(points, kind, conditions, theme)
    return [{ name: `${file.scenario}.${kind}`, alt: findingOf(points, kind), draw }]
  })
}

/** States both extremes at the rate that most servers have, as alternative text. */
function findingOf(points: readonly RatePoint[], kind: Kind): string {
  const { title, unit } = TEXTS[kind]
  const byRate = [...Map.groupBy(points, ({ rate }) => rate)].sort(([a, x], [b, y]) => y.length - x.length || a - b)
  const [rate, group] = byRate[0] as [number, RatePoint[]]
  const sorted = group.toSorted((a, b) => a.value - b.value)
  const text = ({ label, value }: RatePoint) => `${label} with ${significant(value)} ${unit}`
  const [first, last] = [sorted[0], sorted.at(-1)] as [RatePoint, RatePoint]
  const ends = first === last ? text(first) : `lowest is ${text(first)}, highest is ${text(last)}`
  return `${title}: at ${rateText(rate)} requests/s ${ends}`
}

/** Returns a chart's points, by server and rising rate. */
export function ratePoints({ servers }: Pick<LatencyResult, 'servers'>, chart: Kind): RatePoint[] {
  return servers.flatMap((server) => {
    const { name, displayName, runtime } = server
    const of = (rate: Spread, { median, min, max }: Spread): RatePoint => {
      const [value, low, high] = [median, min, max]
      return { server: name, label: labelOf(displayName), runtime, rate: rate.median, value, low, high }
    }
    // At a rate that it does not hold, latency and CPU time are those of a queue.
    const held = summarizePoints(server)
      .filter(isHeld)
      .flatMap(({ rate, quantiles, cpu }) => {
        const spread = chart === 'cpu' ? cpu : quantiles?.p99
        return spread ? [of(rate, spread)] : []
      })
    const maximum = chart === 'cpu' ? summarizeMaximum(server) : null
    if (maximum?.cpu && held.length > 0) held.push(of(maximum.rate, maximum.cpu))
    return held.filter(({ high }) => Number.isFinite(high)).sort((a, b) => a.rate - b.rate)
  })
}

const COLUMNS = 4
const AXIS = 54
const GAP = 16
const HEIGHT = 104
const WIDTH = (INNER_WIDTH - AXIS - (COLUMNS - 1) * GAP) / COLUMNS
/** px between rows of panels, for the upper axis and the lower names. */
const ROW_GAP = 60

function drawOverRate(
  points: readonly RatePoint[],
  chart: Kind,
  conditions: string[],
  themeName: ThemeName,
): Promise<string> {
  const theme = themes[themeName]
  const { title, subtitle } = TEXTS[chart]
  const lines = RUNTIMES.flatMap((runtime) =>
    [...Map.groupBy(points, ({ server }) => server).values()].filter(([first]) => first?.runtime === runtime),
  )
  const rows = Math.ceil(lines.length / COLUMNS)
  const drawing: Drawing = {
    title,
    subtitle,
    margin: { left: AXIS, above: 44, below: 44 },
    width: INNER_WIDTH - AXIS,
    height: rows * HEIGHT + (rows - 1) * ROW_GAP,
    spec: {
      spacing: { row: ROW_GAP, column: GAP },
      bounds: 'flush',
      columns: COLUMNS,
      concat: lines.map((own, index) => {
        const runtime = own[0]?.runtime
        const heading = lines[index - 1]?.[0]?.runtime === runtime ? undefined : runtime
        return panel({ own, points, chart, isFirst: index % COLUMNS === 0, heading }, theme)
      }),
    },
  }
  return renderSvg(drawing, [conditions], theme)
}

interface Panel {
  /** Points of the panel's server. */
  own: readonly RatePoint[]
  /** Points of all servers, for the common scales. */
  points: readonly RatePoint[]
  chart: Kind
  isFirst: boolean
  /** Runtime, in the first panel of its servers. */
  heading: RuntimeName | undefined
}

function panel({ own, points, chart, isFirst, heading }: Panel, theme: Theme) {
  const [first] = own
  const heights = domainOf(points.flatMap(({ low, high }) => [low, high]))
  const rates = domainOf(points.map(({ rate }) => rate))
  const scaleOf = (domain: [number, number]) => ({ type: 'log' as const, domain, nice: false })
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
    scale: scaleOf(rates),
    axis: { ...axis, title: null, grid: false, values: RATE_TICKS, format: '~s' },
  }
  const y = {
    type: 'quantitative' as const,
    scale: scaleOf(heights),
    axis: { ...axis, title: isFirst ? TEXTS[chart].axis : null, labels: isFirst, format: '~r', values: HEIGHT_TICKS },
  }
  const color = first ? theme.roles[first.runtime] : theme.text
  const others = points.filter(({ server }) => server !== first?.server)
  const layer: Layer[] = [
    {
      data: { values: others },
      mark: { type: 'line', strokeWidth: 1, color: theme.muted, opacity: 0.28 },
      encoding: { x, y: { ...y, field: 'value' }, detail: { field: 'server' } },
    },
    {
      transform: [{ filter: 'datum.low < datum.high' }, { calculate: `max(datum.low, ${heights[0]})`, as: 'low' }],
      mark: { type: 'rule', color, opacity: 0.6 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
    },
    {
      mark: { type: 'line', strokeWidth: 1.5, color },
      encoding: { x, y: { ...y, field: 'value' } },
    },
    {
      mark: { type: 'point', filled: true, opacity: 1, size: 20, color },
      encoding: { x, y: { ...y, field: 'value' } },
    },
    caption(first?.label ?? '', -8, 'normal', theme),
    ...(heading ? [caption(runtimeTitles[heading] ?? heading, -26, 'bold', theme)] : []),
  ]
  return { width: WIDTH, height: HEIGHT, data: { values: own }, layer }
}

function caption(text: string, y: number, fontWeight: 'normal' | 'bold', theme: Theme): Layer {
  return {
    data: { values: [{}] },
    mark: { type: 'text', align: 'left', baseline: 'bottom', fontSize: 12, fontWeight, fill: theme.text },
    encoding: { text: { value: text }, x: { value: 0 }, y: { value: y } },
  }
}

const HEIGHT_TICKS = [0.01, 0.1, 1, 10, 100, 1_000].flatMap((power) => [power, 3 * power])
const RATE_TICKS = [100, 1_000, 10_000, 100_000]

/** Returns the domain with a margin; values of zero or less are left out of the logarithmic scale. */
function domainOf(values: readonly number[]): [number, number] {
  const positive = values.filter((value) => value > 0)
  return [Math.min(...positive) / 1.12, Math.max(...positive) * 1.12]
}
