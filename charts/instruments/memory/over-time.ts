/** Small multiples: resident memory and heap of a dozen servers over time, on the same scale. */

import { type Drawing, INNER_WIDTH } from '../../draw/frame.ts'
import { type Layer, once } from '../../draw/layer.ts'
import { renderSvg } from '../../draw/render.ts'
import { labelOf } from '../../draw/rows.ts'
import { shortList } from '../../draw/short-list.ts'
import { type Theme, type ThemeName, themes } from '../../draw/theme.ts'
import type { Chart } from '../instrument.ts'
import type { Memory } from './format.ts'
import { type Watched, watched } from './rows.ts'

const TITLE = 'Memory over time'

const PANELS = 12
const COLUMNS = 4
const AXIS = 34
const GAP = 16
/** px between rows of panels, for the upper axis and the lower names. */
const ROW_GAP = 46
const WIDTH = (INNER_WIDTH - AXIS - (COLUMNS - 1) * GAP) / COLUMNS
const HEIGHT = 90

/** Returns the servers of the short list that grow the most from the first response to the peak, in that order. */
export function growing(memory: Pick<Memory, 'servers'>): Watched[] {
  const grown = ({ summary }: Watched) => summary.peak.median - summary.start.median
  return shortList(watched(memory))
    .sort((a, b) => grown(b) - grown(a))
    .slice(0, PANELS)
}

interface Point {
  /** Index of the process. */
  process: number
  seconds: number
  resident: number
  heap: number | null
}

export function overTimeChart(memory: Memory, conditions: string[]): Chart {
  return { name: `memory-over-time-${memory.scenario}`, alt: TITLE, draw: (theme) => draw(memory, conditions, theme) }
}

function draw(memory: Memory, conditions: string[], themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const servers = growing(memory)
  const lines = servers.map((server) => ({ server, points: pointsOf(server) }))
  const all = lines.flatMap(({ points }) => points)
  const seconds = Math.max(1, ...all.map((point) => point.seconds))
  const most = Math.max(1, ...all.map(({ resident }) => resident)) * 1.05
  const rows = Math.ceil(servers.length / COLUMNS)
  const drawing: Drawing = {
    title: TITLE,
    subtitle: `Megabytes over seconds since the load began; dashed: its end, then idle. One line per process. Coloured: resident. Grey: JavaScript’s heap, if the runtime reports it.${
      servers.length < watched(memory).length ? ` The ${servers.length} of the short list that grow the most.` : ''
    }`,
    margin: { left: AXIS, above: 26, below: 32 },
    width: INNER_WIDTH - AXIS,
    height: rows * HEIGHT + (rows - 1) * ROW_GAP,
    spec: {
      spacing: { row: ROW_GAP, column: GAP },
      bounds: 'flush',
      columns: COLUMNS,
      concat: lines.map(({ server, points }, index) => ({
        width: WIDTH,
        height: HEIGHT,
        data: { values: points },
        layer: layersOf(server, { seconds, most, end: memory.protocol.loadSeconds }, index % COLUMNS === 0, theme),
      })),
    },
  }
  return renderSvg(drawing, [conditions], theme)
}

function pointsOf({ processes }: Watched): Point[] {
  return processes.flatMap(({ series }, process) =>
    series.map(([seconds, resident, heap]) => {
      return { process, seconds, resident: resident / 1e6, heap: heap === null ? null : heap / 1e6 }
    }),
  )
}

/** @param scale ends of both axes, and end of the load */
function layersOf(
  { displayName, runtime }: Watched,
  scale: { seconds: number; most: number; end: number },
  isFirst: boolean,
  theme: Theme,
): Layer[] {
  const style = { domain: false, ticks: false, title: null, labelColor: theme.muted, gridColor: theme.grid }
  const x = {
    field: 'seconds',
    type: 'quantitative' as const,
    scale: { domain: [0, scale.seconds] as [number, number], nice: false },
    axis: { ...style, grid: false, tickCount: 4, format: 'd' },
  }
  const y = {
    type: 'quantitative' as const,
    scale: { domain: [0, scale.most] as [number, number], nice: false },
    axis: { ...style, labels: isFirst, tickCount: 3 },
  }
  const line = (field: 'resident' | 'heap', color: string): Layer => ({
    transform: [{ filter: `datum.${field} !== null` }],
    mark: { type: 'line', strokeWidth: 1.2, color },
    encoding: { x, y: { ...y, field }, detail: { field: 'process' } },
  })
  return [
    line('resident', theme.roles[runtime]),
    line('heap', theme.muted),
    {
      ...once,
      mark: { type: 'rule', color: theme.muted, strokeDash: [3, 3] },
      encoding: { x: { datum: scale.end, type: 'quantitative' }, y: { value: 0 }, y2: { value: 'height' } },
    },
    {
      ...once,
      mark: { type: 'text', align: 'left', baseline: 'bottom', fontSize: 11.5, fill: theme.text },
      encoding: { text: { value: labelOf(displayName) }, x: { value: 0 }, y: { value: -5 } },
    },
  ]
}
