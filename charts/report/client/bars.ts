/** Bars with whiskers. They are hidden from screen readers, since the figures are beside them as text. */
import { significant } from '../../text/numbers.ts'
import { svg } from './dom.ts'

const HEIGHT = 22
const BAR = 12

/** From zero to the greatest value drawn. */
export interface Scale {
  most: number
}

/** Returns a scale that fits all values and whiskers. */
export function scaleOf(values: readonly { value: number; high: number | null }[]): Scale {
  return { most: Math.max(...values.map(({ value, high }) => Math.max(value, high ?? value)), Number.MIN_VALUE) * 1.02 }
}

/**
 * @param role class of its colour in the style sheet
 * @param mark position of a line across the bar, such as the baseline's 1
 */
export function bar(
  { value, low, high }: { value: number; low: number | null; high: number | null },
  scale: Scale,
  role: string,
  mark?: number,
): SVGSVGElement {
  const at = (x: number) => `${((100 * Math.max(0, x)) / scale.most).toFixed(2)}%`
  const top = (HEIGHT - BAR) / 2
  const whisker = low !== null && high !== null && low !== high
  return svg(
    'svg',
    { class: 'bar', height: HEIGHT, width: '100%', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: `fill ${role}`, x: 0, y: top, height: BAR, width: at(value), rx: 2 }),
    mark === undefined ? null : svg('line', { class: 'mark', x1: at(mark), x2: at(mark), y1: 0, y2: HEIGHT }),
    whisker && svg('line', { class: 'whisker', x1: at(low), x2: at(high), y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    whisker && cap(at(low)),
    whisker && cap(at(high)),
  )
}

function cap(x: string): SVGLineElement {
  return svg('line', { class: 'whisker', x1: x, x2: x, y1: HEIGHT / 2 - 3.5, y2: HEIGHT / 2 + 3.5 })
}

/** Returns the axis above a column of bars. */
export function axis(scale: Scale): SVGSVGElement {
  const steps = ticksOf(scale.most)
  return svg(
    'svg',
    { class: 'axis', height: 14, width: '100%', 'aria-hidden': 'true', focusable: 'false' },
    ...steps.map((value, i) =>
      svg(
        'text',
        { x: `${((100 * value) / scale.most).toFixed(2)}%`, y: 11, 'text-anchor': i === 0 ? 'start' : 'middle' },
        value === 0 ? '0' : shortText(value),
      ),
    ),
  )
}

/** Returns about four round values from 0 to below the end of the scale. */
function ticksOf(most: number): number[] {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let i = 0; i * step <= most * 0.97; i++) ticks.push(i * step)
  return ticks
}

function shortText(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(2))}M`
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`
  return value >= 1 ? String(Number(value.toPrecision(3))) : significant(value, 1)
}
