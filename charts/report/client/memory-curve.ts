/** Memory over a real while, as a line and as figures that say the same. */
import { significant } from '../../text/numbers.ts'
import type { MemoryData } from '../data.ts'
import { h, svg } from './dom.ts'

const WIDTH = 520
const HEIGHT = 160
const LEFT = 44
const BOTTOM = 30
const TOP = 10
const RIGHT = 14
/** Seconds between two marks of the axis, about. */
const MARKS = 5

export function memoryCurve({ series, rate, loadSeconds }: MemoryData): HTMLElement {
  return h(
    'div',
    {},
    h('div', { class: 'curve' }, picture(series)),
    h(
      'p',
      { class: 'small' },
      `MB resident over seconds, of one process: ${significant(rate, 4)} requests/s for ${loadSeconds} s, then rest.`,
    ),
  )
}

function picture(series: MemoryData['series']): SVGSVGElement {
  const end = Math.max(...series.map(([seconds]) => seconds), 1)
  const most = Math.max(...series.map(([, megabytes]) => megabytes), 1)
  const x = (seconds: number) => LEFT + (seconds / end) * (WIDTH - LEFT - RIGHT)
  const y = (megabytes: number) => HEIGHT - BOTTOM - (megabytes / most) * (HEIGHT - BOTTOM - TOP)
  const path = series.map(([seconds, megabytes]) => `${x(seconds).toFixed(1)},${y(megabytes).toFixed(1)}`).join(' ')
  const marks = Array.from({ length: MARKS + 1 }, (_, i) => Math.round((i * end) / MARKS))
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' },
    ...[0, most / 2, most].flatMap((value) => [
      svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, significant(value, 2)),
    ]),
    ...marks.map((mark) => svg('text', { x: x(mark), y: HEIGHT - 10, 'text-anchor': 'middle' }, String(mark))),
    svg('polyline', { class: 'line p99', points: path }),
  )
}
