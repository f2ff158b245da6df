/** Charts of instruments with a line per server. */

import { figuresTitle } from '../draw/figure-claims.ts'
import { renderSvg } from '../draw/frame.ts'
import { drawLines, type Lines } from '../draw/lines.ts'
import { themes } from '../draw/theme.ts'
import type { Chart } from './instrument.ts'

interface LineChart extends Lines {
  /** File name without theme and extension. */
  name: string
}

export function lineChart({ name, ...lines }: LineChart): Chart {
  const draw: Chart['draw'] = (theme, caption) =>
    renderSvg(drawLines(lines, themes[theme]), caption, themes[theme])
  return { name, title: lines.title, draw }
}

/**
 * Returns a title about the largest count that most lines have.
 * @param what a value is: `p99 latency`
 * @param at names a count: ` at 1,000 requests/s`
 */
export function titleOfLines(
  points: Lines['points'],
  what: string,
  processes: number,
  at: (count: number) => string,
): string {
  const byCount = [...Map.groupBy(points, ({ count }) => count)]
  const [[count, most] = [0, []]] = byCount.sort(([a, x], [b, y]) => y.length - x.length || b - a)
  const rows = most.map((point) => ({ ...point, displayName: point.label, runtime: point.role }))
  return figuresTitle(rows, { what, processes, where: at(count) })
}
