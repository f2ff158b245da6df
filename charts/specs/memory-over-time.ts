/** Small multiples: resident memory and heap of each server over time, all on the same scale. */
import type { Memory } from '../../shared/result/memory.ts'
import { type Drawing, INNER_WIDTH } from '../drawing/frame.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import type { Layer } from './layer.ts'
import { memoryConditions, watched } from './memory.ts'
import { labelOf } from './rows.ts'

export const OVER_TIME_TITLE = 'Memory over time'

const COLUMNS = 4
const AXIS = 34
const GAP = 14
const PANEL = { width: (INNER_WIDTH - AXIS - (COLUMNS - 1) * GAP) / COLUMNS, height: 66 }
/** From a panel's top to the next one's: its name stands above it. */
const ROW = PANEL.height + 28
/** A round number of megabytes between two lines of the grid. */
const STEPS = [10, 25, 50, 100, 250, 500, 1_000]

interface Line {
  /** Of the same process and kind. */
  key: string
  /** Pixels. */
  x: number
  y: number
  color: string
}

export function drawMemoryOverTime(memory: Memory, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const servers = watched(memory)
  const series = servers.flatMap(({ processes }) => processes.map((each) => each.series)).flat()
  const seconds = Math.max(1, ...series.map(([at]) => at))
  const most = Math.max(1, ...series.map(([, resident]) => resident / 1e6)) * 1.05
  const step = STEPS.find((each) => most / each <= 4) ?? most
  const corner = (panel: number) => ({
    left: (panel % COLUMNS) * (PANEL.width + GAP),
    bottom: Math.floor(panel / COLUMNS) * ROW + PANEL.height,
  })
  const lines = servers.flatMap(({ processes, runtime }, panel): Line[] => {
    const { left, bottom } = corner(panel)
    const place = (at: number, bytes: number) => ({
      x: left + (at / seconds) * PANEL.width,
      y: bottom - (bytes / 1e6 / most) * PANEL.height,
    })
    return processes.flatMap((each, i) => [
      ...each.series.map(([at, resident]) => {
        return { key: `${panel} ${i} resident`, ...place(at, resident), color: theme.roles[runtime] }
      }),
      ...each.series.flatMap(([at, , heap]) =>
        heap === null ? [] : [{ key: `${panel} ${i} heap`, ...place(at, heap), color: theme.muted }],
      ),
    ])
  })
  const names = servers.map(({ displayName }, panel) => {
    const { left, bottom } = corner(panel)
    return { text: labelOf(displayName), x: left, y: bottom - PANEL.height - 5 }
  })
  const levels = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
  const grid = servers.flatMap((_, panel) => {
    const { left, bottom } = corner(panel)
    return levels.map((level) => ({
      x: left,
      x2: left + PANEL.width,
      y: bottom - (level / most) * PANEL.height,
      text: panel % COLUMNS === 0 ? String(level) : '',
    }))
  })
  const height = Math.ceil(servers.length / COLUMNS) * ROW
  const pixel = { type: 'quantitative', scale: null, axis: null } as const
  const layer: Layer[] = [
    {
      data: { values: grid },
      mark: { type: 'rule', color: theme.grid },
      encoding: { x: { field: 'x', ...pixel }, x2: { field: 'x2' }, y: { field: 'y', ...pixel } },
    },
    {
      data: { values: grid },
      mark: { type: 'text', align: 'right', dx: -4, baseline: 'middle', fill: theme.muted, fontSize: 10 },
      encoding: { x: { field: 'x', ...pixel }, y: { field: 'y', ...pixel }, text: { field: 'text', type: 'nominal' } },
    },
    {
      data: { values: lines },
      mark: { type: 'line', strokeWidth: 1.2 },
      encoding: {
        x: { field: 'x', ...pixel },
        y: { field: 'y', ...pixel },
        detail: { field: 'key' },
        stroke: { field: 'color', type: 'nominal', scale: null },
      },
    },
    {
      data: { values: names },
      mark: { type: 'text', align: 'left', baseline: 'bottom', fontSize: 11.5, fill: theme.text },
      encoding: { x: { field: 'x', ...pixel }, y: { field: 'y', ...pixel }, text: { field: 'text', type: 'nominal' } },
    },
  ]
  const drawing: Drawing = {
    title: OVER_TIME_TITLE,
    subtitle: `Megabytes over ${Math.round(seconds)} s, the load and the rest after it; a line a process, all panels on the same scale. Coloured: resident. Grey: JavaScript’s heap, where the runtime tells.`,
    margin: { left: AXIS, above: 26, below: 12 },
    width: INNER_WIDTH - AXIS,
    height,
    spec: { width: INNER_WIDTH - AXIS, height, layer },
  }
  return renderSvg(drawing, [memoryConditions(memory)], theme)
}
