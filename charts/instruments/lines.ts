/** Line charts of instruments: a line per row over a count, both on logarithmic axes. */
import { drawLines, type LinePoint, type Lines } from '../draw/lines.ts'
import { renderSvg } from '../draw/render.ts'
import { themes } from '../draw/theme.ts'
import { significant } from '../text/numbers.ts'
import type { Chart } from './instrument.ts'

interface LineChart extends Lines {
  /** File name without theme and extension. */
  name: string
  /** Of the values. */
  unit: string
  /** Names a count in the finding: `at 1,000 requests/s`. */
  at(count: number): string
  caption: string[]
}

export function lineChart({ unit, at, caption, ...drawn }: LineChart): Chart {
  return {
    name: drawn.name,
    alt: finding(drawn, unit, at),
    draw: (theme) => renderSvg(drawLines(drawn, themes[theme]), [caption], themes[theme]),
  }
}

/** States both extremes at the largest count that most rows have, as alternative text. */
function finding({ title, points }: Lines, unit: string, at: (count: number) => string): string {
  const [most] = [...Map.groupBy(points, ({ count }) => count)].sort(([a, x], [b, y]) => y.length - x.length || b - a)
  if (!most) return title
  const [count, group] = most
  const sorted = group.toSorted((a, b) => a.value - b.value)
  const [first, last] = [sorted[0], sorted.at(-1)] as [LinePoint, LinePoint]
  const text = ({ label, value }: LinePoint) => `${label} with ${significant(value)} ${unit}`
  return `${title}, ${at(count)}: lowest is ${text(first)}, highest is ${text(last)}`
}
