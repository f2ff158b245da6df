/** Latencies at rates, as lines and as a table that says the same. */
import { significant } from '../../text/numbers.ts'
import type { LatencyPointData } from '../data.ts'
import { h, svg } from './dom.ts'
import { figureWithEnds } from './words.ts'

const WIDTH = 520
const HEIGHT = 200
const LEFT = 44
const BOTTOM = 30
const TOP = 10
const RIGHT = 14

export function latencyCurve(points: readonly LatencyPointData[]): HTMLElement {
  return h(
    'div',
    {},
    h('div', { class: 'curve' }, picture(points)),
    h('p', { class: 'small' }, 'ms by requests/s that arrive whatever the server does; both scales are logarithmic.'),
    h(
      'table',
      { class: 'plain' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['requests/s', 'p50, ms', 'p99, ms', 'CPU, µs'].map((title) =>
            h('th', { scope: 'col', class: 'figure' }, title),
          ),
        ),
      ),
      h('tbody', {}, ...points.map(pointRow)),
    ),
  )
}

function pointRow({ rate, p50, p99, cpu, fails }: LatencyPointData): HTMLElement {
  const cell = (text: string) => h('td', { class: 'figure' }, text)
  const first = h('th', { scope: 'row', class: 'figure' }, significant(rate, 4))
  if (fails !== null) return h('tr', {}, first, h('td', { colspan: 3 }, `does not hold: ${fails}`))
  return h('tr', {}, first, ...[p50, p99, cpu].map((each) => cell(each ? figureWithEnds(each) : '?')))
}

function picture(points: readonly LatencyPointData[]): SVGSVGElement {
  const values = points.flatMap(({ p50, p99 }) => [...(p50 ?? []), ...(p99 ?? [])].filter((each) => each !== null))
  const rates = points.map(({ rate }) => rate)
  const [least, most] = [
    10 ** Math.floor(Math.log10(Math.min(...values))),
    10 ** Math.ceil(Math.log10(Math.max(...values))),
  ]
  const part = (value: number, from: number, to: number) =>
    to > from ? Math.log(value / from) / Math.log(to / from) : 0.5
  const x = (rate: number) => LEFT + part(rate, Math.min(...rates), Math.max(...rates)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => HEIGHT - BOTTOM - part(value, least, most) * (HEIGHT - BOTTOM - TOP)
  const decades = Array.from({ length: Math.round(Math.log10(most / least)) + 1 }, (_, i) => least * 10 ** i)
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' },
    ...decades.flatMap((value) => [
      svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, significant(value, 1)),
    ]),
    ...rates.map((rate) => svg('text', { x: x(rate), y: HEIGHT - 10, 'text-anchor': 'middle' }, shortRate(rate))),
    ...line(points, 'p50', x, y),
    ...line(points, 'p99', x, y),
  )
}

function shortRate(rate: number): string {
  return rate >= 1000 ? `${Number((rate / 1000).toPrecision(3))}k` : String(rate)
}

function line(
  points: readonly LatencyPointData[],
  name: 'p50' | 'p99',
  x: (rate: number) => number,
  y: (value: number) => number,
): SVGElement[] {
  const known = points.flatMap(({ rate, [name]: figure }) => (figure ? [{ rate, figure }] : []))
  const last = known.at(-1)
  if (!last) return []
  const path = known.map(({ rate, figure: [value] }) => `${x(rate).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return [
    ...known.flatMap(({ rate, figure: [, low, high] }) =>
      low === null || high === null
        ? []
        : [svg('line', { class: 'whisker', x1: x(rate), x2: x(rate), y1: y(low), y2: y(high) })],
    ),
    svg('polyline', { class: `line ${name}`, points: path }),
    ...known.map(({ rate, figure: [value] }) =>
      svg('circle', { class: `dot ${name}`, cx: x(rate), cy: y(value), r: 3 }),
    ),
    svg('text', { class: `label ${name}`, x: x(last.rate) - 6, y: y(last.figure[0]) - 8, 'text-anchor': 'end' }, name),
  ]
}
