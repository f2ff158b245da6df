/** Charts of instruments with a line per server. */

import { renderSvg } from '../draw/frame.ts'
import { drawLines, type Lines } from '../draw/lines.ts'
import { extremes } from '../draw/rows.ts'
import { themes } from '../draw/theme.ts'
import type { Chart } from './instrument.ts'

interface LineChart extends Omit<Lines, 'title'> {
  /** File name without theme and extension. */
  name: string
  /** What a value is, in the title: `p99 latency`. It compares the extremes at the largest count that most lines have. */
  what: string
  /** Names a count in the title: ` at 1,000 requests/s`. */
  at(count: number): string
  /** The finding, in the place of the extremes. */
  title?: string
}

export function lineChart({ what, at, ...drawn }: LineChart): Chart {
  const byCount = [...Map.groupBy(drawn.points, ({ count }) => count)]
  const [[count, points] = [0, []]] = byCount.sort(([a, x], [b, y]) => y.length - x.length || b - a)
  const title = drawn.title ?? extremes(what, points, at(count))
  return {
    name: drawn.name,
    title,
    draw: (theme, caption) => renderSvg(drawLines({ ...drawn, title }, themes[theme]), caption, themes[theme]),
  }
}
