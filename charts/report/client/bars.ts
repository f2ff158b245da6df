/** Bars with whiskers. They are hidden from screen readers, since the figures are beside them as text. */
import { svg } from './dom.ts'

const HEIGHT = 22
const BAR = 12

/** Returns the value at the end of an axis from zero that fits all values, whiskers and the mark. */
export function endOf(
  values: readonly { value: number; high: number | null }[],
  mark = Number.MIN_VALUE,
): number {
  return Math.max(...values.map(({ value, high }) => Math.max(value, high ?? value)), mark) * 1.02
}

/**
 * @param end value at the end of the axis
 * @param role class of its colour in the style sheet
 * @param mark position of a line across the bar, such as the baseline's 1
 */
export function bar(
  { value, low, high }: { value: number; low: number | null; high: number | null },
  end: number,
  role: string,
  mark?: number,
): SVGSVGElement {
  const at = (x: number) => `${((100 * Math.max(0, x)) / end).toFixed(2)}%`
  const top = (HEIGHT - BAR) / 2
  const whisker = low !== null && high !== null && low !== high
  return svg(
    'svg',
    { height: HEIGHT, width: '100%', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: `fill ${role}`, x: 0, y: top, height: BAR, width: at(value), rx: 2 }),
    mark === undefined
      ? null
      : svg('line', { class: 'mark', x1: at(mark), x2: at(mark), y1: 0, y2: HEIGHT }),
    whisker &&
      svg('line', { class: 'whisker', x1: at(low), x2: at(high), y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    whisker && cap(at(low)),
    whisker && cap(at(high)),
  )
}

function cap(x: string): SVGLineElement {
  return svg('line', { class: 'whisker', x1: x, x2: x, y1: HEIGHT / 2 - 3.5, y2: HEIGHT / 2 + 3.5 })
}
