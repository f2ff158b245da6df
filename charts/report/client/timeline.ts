/** The panel that shows a server's stored numbers over time, with its versions and the changes found. */
import type { HistoryData, HistoryServer, ReportData } from '../data.ts'
import { chooser } from './controls.ts'
import { h, svg } from './dom.ts'
import type { Panel, ReportContext } from './panel.ts'
import { listOf } from './state.ts'
import { changeText, FRAME, summaryText, type Timeline, timelineLayout, valueText } from './timeline-text.ts'
import { minuteOf } from './words.ts'

export const timeline: Panel = {
  id: 'time',
  title: 'Over time',
  render(root, context) {
    const { scenario, data } = context
    const name = chosenServer(context)
    const kinds = scenario.history.filter(({ servers }) => servers.some((server) => server.name === name))
    const chosen = kinds.find(({ id }) => id === context.get('time.kind')) ?? longest(kinds, name)
    const displayName = scenario.servers.find((each) => each.name === name)?.displayName ?? name
    const server = chosen?.servers.find((each) => each.name === name)
    root.append(
      h(
        'div',
        { class: 'choosers' },
        serverChooser(context, name),
        chosen ? kindChooser(context, kinds, chosen, name) : null,
      ),
      ...(chosen && server
        ? shown(data, chosen, timelineOf(chosen, server, displayName))
        : [h('p', { class: 'answer' }, 'Nothing of it is stored.')]),
    )
  },
}

function timelineOf({ metric, dates }: HistoryData, server: HistoryServer, displayName: string): Timeline {
  return { displayName, metric, dates, points: server.points, changes: server.changes ?? [] }
}

/** The one of the address, or the first that is chosen in the table of results, or the first of all. */
function chosenServer({ scenario, get }: ReportContext): string {
  const asked = get('time.server') ?? listOf(get('pick'))[0]
  const named =
    scenario.servers.find(({ name }) => name === asked) ?? scenario.servers.find(({ name }) => name === 'fastify')
  return (named ?? scenario.servers[0])?.name ?? ''
}

/** That with most points; of these the newest. */
function longest(kinds: readonly HistoryData[], name: string): HistoryData | undefined {
  const size = ({ servers }: HistoryData) => servers.find((server) => server.name === name)?.points.length ?? 0
  return kinds.toSorted(
    (a, b) => size(b) - size(a) || (b.dates.at(-1) ?? '').localeCompare(a.dates.at(-1) ?? '', 'en'),
  )[0]
}

function serverChooser({ scenario, set }: ReportContext, name: string): HTMLElement {
  const options = scenario.servers.map((server) => ({ value: server.name, text: server.displayName }))
  return chooser('time-server', 'Server', options, name, (value) =>
    set({ 'time.server': value, 'time.kind': undefined }),
  )
}

function kindChooser(
  { data, set }: ReportContext,
  kinds: readonly HistoryData[],
  chosen: HistoryData,
  name: string,
): HTMLElement {
  const options = kinds.map(({ id, conditions, servers, dates }) => {
    const points = servers.find((server) => server.name === name)?.points.length ?? 0
    const since = minuteOf(dates[0] ?? '').slice(0, 10)
    return { value: id, text: `${points} since ${since}: ${data.texts[conditions]}` }
  })
  return chooser('time-kind', 'Numbers that may be compared', options, chosen.id, (id) => set({ 'time.kind': id }))
}

function shown(data: ReportData, kind: HistoryData, line: Timeline): HTMLElement[] {
  return [
    h('p', { class: 'answer' }, summaryText(line)),
    h('p', { class: 'small' }, `${data.texts[kind.conditions]}. Numbers under other conditions are never in one line.`),
    h('div', { class: 'timeline' }, picture(data, line)),
    ...(line.changes.length === 0
      ? []
      : [h('h3', {}, 'Changes'), h('ol', {}, ...line.changes.map((change) => h('li', {}, changeText(line, change))))]),
    pointsTable(data, line),
  ]
}

function picture({ texts }: ReportData, line: Timeline): SVGSVGElement {
  const { points, changes, ticks } = timelineLayout(line.points, line.changes)
  const { width, height, left, right, top, bottom } = FRAME
  const foot = height - bottom
  return svg(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${summaryText(line)} The table says the same.`,
    },
    ...ticks.flatMap(({ y, value }) => [
      svg('line', { class: 'grid', x1: left, x2: width - right, y1: y, y2: y }),
      svg('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, valueText(line.metric, value)),
    ]),
    ...changes.flatMap(({ x, number }) => [
      svg('line', { class: 'change', x1: x, x2: x, y1: top - 6, y2: foot }),
      svg('text', { class: 'label', x, y: top - 10, 'text-anchor': 'middle' }, String(number)),
    ]),
    svg('polyline', { class: 'line', points: points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ') }),
    ...points.flatMap(({ x, y, ends, label }, i) => {
      const date = minuteOf(line.dates[line.points[i]?.[0] ?? 0] ?? '')
      return [
        ends && svg('line', { class: 'whisker', x1: x, x2: x, y1: ends[0], y2: ends[1] }),
        svg('circle', { class: 'dot', cx: x, cy: y, r: 3.5 }),
        isDated(i, points.length) && svg('text', { x, y: foot + 18, 'text-anchor': 'middle' }, date.slice(5)),
        label === null
          ? null
          : svg('text', { class: 'label', x, y: foot + 38, 'text-anchor': 'middle' }, texts[label] ?? ''),
      ].filter((each) => each !== null && each !== false)
    }),
  )
}

/** Five dates have room, on a phone too. */
function isDated(place: number, points: number): boolean {
  return place % Math.ceil(points / 5) === 0
}

function pointsTable({ texts }: ReportData, line: Timeline): HTMLElement {
  const what = line.metric === 'instructions' ? 'instructions a request' : 'times the baseline'
  const heads = ['date, UTC', what, '95% interval', 'versions', 'change']
  return h(
    'table',
    { class: 'compared' },
    h('caption', {}, `${line.displayName}: the same in figures`),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...heads.map((title, i) => h('th', { scope: 'col', class: isFigure(i) ? 'figure' : undefined }, title)),
      ),
    ),
    h(
      'tbody',
      {},
      ...line.points.map(([date, mean, low, high, , versions], i) => {
        const change = line.changes.findIndex(({ at }) => at === i)
        const ends =
          low === null || high === null ? '–' : [low, high].map((end) => valueText(line.metric, end)).join('–')
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, minuteOf(line.dates[date] ?? '')),
          h('td', { class: 'figure' }, valueText(line.metric, mean)),
          h('td', { class: 'figure' }, ends),
          h('td', {}, texts[versions] ?? ''),
          h('td', {}, change < 0 ? '' : `${change + 1}`),
        )
      }),
    ),
  )
}

function isFigure(column: number): boolean {
  return column === 1 || column === 2
}
