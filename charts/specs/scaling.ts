/** What more processes bring: requests/s of each server over the number of its processes. */
import type { Result } from '../../shared/result/format.ts'
import { type Drawing, INNER_WIDTH } from '../drawing/frame.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { caption } from '../text/conditions.ts'
import { type Layer, roleColor } from './layer.ts'
import { rowsOf } from './rows.ts'

const AXIS = 70
const NAMES = 150
const HEIGHT = 320

/** The picture as SVG. @param results one for each number of processes, of one scenario */
export function drawScaling(results: readonly Result[], themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = results.flatMap((result) =>
    rowsOf(result, ({ requestsPerSecond: { median, low, high } }) => {
      return { value: median, low: low ?? median, high: high ?? median, figure: '', aside: '' }
    }).map((row) => ({ ...row, workers: result.protocol.workers })),
  )
  const most = Math.max(...rows.map(({ workers }) => workers))
  const highest = Math.max(...rows.map(({ value, high }) => Math.max(value, high)), 1)
  const names = apart(
    rows.filter(({ workers }) => workers === most).map((row) => ({ ...row, at: HEIGHT * (1 - row.value / highest) })),
  )
  const width = INNER_WIDTH - AXIS - NAMES
  const color = roleColor(rows, HEIGHT + 48, theme)
  const axis = { domain: false, ticks: false, gridColor: theme.grid, labelColor: theme.muted, titleColor: theme.muted }
  const domain: [number, number] = [1, Math.max(2, most)]
  const x = {
    field: 'workers',
    type: 'quantitative' as const,
    scale: { domain, nice: false },
    axis: {
      ...axis,
      title: 'processes',
      grid: false,
      values: [...new Set(rows.map(({ workers }) => workers))],
      format: 'd',
    },
  }
  const heights: [number, number] = [0, highest]
  const y = {
    type: 'quantitative' as const,
    scale: { domain: heights, nice: false },
    axis: { ...axis, title: 'requests/s' },
  }
  const layer: Layer[] = [
    {
      mark: { type: 'line', strokeWidth: 2 },
      encoding: { x, y: { ...y, field: 'value' }, color, detail: { field: 'name' } },
    },
    {
      mark: { type: 'rule', color: theme.text, opacity: 0.6 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
    },
    {
      mark: { type: 'point', filled: true, opacity: 1, size: 40 },
      encoding: { x, y: { ...y, field: 'value' }, color },
    },
    {
      data: { values: names },
      mark: { type: 'text', align: 'left', dx: 8, fontSize: 12, fill: theme.text },
      encoding: {
        x,
        y: { field: 'at', type: 'quantitative', scale: null },
        text: { field: 'markedLabel', type: 'nominal' },
      },
    },
  ]
  const drawing: Drawing = {
    title: 'Requests per second by number of processes',
    subtitle:
      'Higher is better. Each process has a CPU of its own as long as one is left for the load generator. Whiskers: 95% interval within each run.',
    margin: { left: AXIS, above: 14, below: 82 },
    width,
    height: HEIGHT,
    spec: { width, height: HEIGHT, data: { values: rows }, layer },
  }
  const [first] = results
  return renderSvg(drawing, first ? caption(first) : [], theme)
}

const LINE = 13

/** Names that would run into each other, moved down until they do not. */
export function apart<T extends { at: number }>(names: readonly T[]): T[] {
  let free = Number.NEGATIVE_INFINITY
  return names
    .toSorted((a, b) => a.at - b.at)
    .map((name) => {
      const at = Math.max(name.at, free)
      free = at + LINE
      return { ...name, at }
    })
}
