/** Table of results: a row per server, with a bar of the sorted column, and details. */
import type { ServerData } from '../data.ts'
import { bar, endOf } from './bars.ts'
import { basePlace, type Cell, type Column } from './columns.ts'
import { pickBox } from './controls.ts'
import { serverDetails } from './details.ts'
import { h } from './dom.ts'
import type { ReportContext } from './panel.ts'
import { type Order, sortHeading } from './rows.ts'
import { listOf, toggled } from './state.ts'
import { RUNTIMES, UNRANKED } from './words.ts'

/** @param places indices of the servers shown, in order */
export function resultsTable(
  context: ReportContext,
  columns: readonly Column[],
  order: Order,
  places: readonly number[],
): HTMLElement {
  const drawn = columns.find(({ key }) => key === order.key) ?? (columns[0] as Column)
  const cells = places.flatMap((place) => drawn.cell(place) ?? [])
  const end = endOf(cells, drawn.mark)
  const open = listOf(context.get('open'))
  const span = columns.length + (validates(context) ? 5 : 4)
  const rows = (place: number) => {
    const { name } = context.scenario.servers[place] as ServerData
    const isOpen = open.includes(name)
    return [
      serverRow(context, place, { columns, drawn, end, isOpen }),
      ...(isOpen ? [detailsRow(context, place, span)] : []),
    ]
  }
  const isUnranked = (place: number) => context.scenario.servers[place]?.isUnranked
  const unranked = places.filter(isUnranked)
  return h(
    'div',
    { class: 'table-frame' },
    h(
      'table',
      { class: 'results', id: 'results-table' },
      h('caption', {}, captionText(drawn)),
      h('thead', {}, headRow(context, columns, order, drawn)),
      h('tbody', {}, ...places.filter((place) => !isUnranked(place)).flatMap(rows)),
      unranked.length > 0 &&
        h(
          'tbody',
          {},
          h('tr', { class: 'group' }, h('th', { scope: 'rowgroup', colspan: span }, UNRANKED)),
          ...unranked.flatMap(rows),
        ),
    ),
    places.length === 0 && h('p', { class: 'empty' }, 'No server matches.'),
  )
}

function captionText({ title, unit, better }: Column): string {
  const what = unit === '' ? title : `${title}, ${unit}`
  const direction = better ? `; ${better === 'higher' ? 'more' : 'less'} is better` : ''
  return `Bars: ${what}${direction}. Latencies (p50 to p99) are normalized to the requests/s.`
}

function headRow(
  context: ReportContext,
  columns: readonly Column[],
  order: Order,
  drawn: Column,
): HTMLElement {
  const named = (key: string, title: string) =>
    sortHeading(context, order, { ...{ key, title, unit: '', class: key }, ascends: true })
  return h(
    'tr',
    {},
    h('th', { scope: 'col', class: 'pick' }, h('span', { class: 'hidden' }, 'chosen')),
    h('th', { scope: 'col', class: 'rank' }, 'rank'),
    named('name', 'server'),
    validates(context) && named('validation', 'validation'),
    h(
      'th',
      { scope: 'col', class: 'bars' },
      h('span', { class: 'hidden' }, `bar of ${drawn.title}`),
    ),
    ...columns.map(({ better, ...heading }) =>
      sortHeading(context, order, {
        ...heading,
        class: `figure ${heading.key}`,
        ascends: better === 'lower',
      }),
    ),
  )
}

const validates = ({ scenario }: ReportContext) =>
  scenario.servers.some(({ validation }) => validation !== '')

interface RowParts {
  columns: readonly Column[]
  drawn: Column
  /** Value at the end of the bars' axis. */
  end: number
  isOpen: boolean
}

function serverRow(
  context: ReportContext,
  place: number,
  { columns, drawn, end, isOpen }: RowParts,
): HTMLElement {
  const { scenario, get, set } = context
  const server = scenario.servers[place] as ServerData
  const { name, displayName, runtime, validation, ranks, marks } = server
  const picked = listOf(get('pick')).includes(name)
  const cell = drawn.cell(place)
  const isBase = place === basePlace(context)
  return h(
    'tr',
    { class: `server ${picked ? 'picked' : ''} ${isBase ? 'base' : ''}`, 'data-server': name },
    h('td', { class: 'pick' }, pickBox(context, server)),
    h('td', { class: 'rank' }, ranks),
    h(
      'th',
      { scope: 'row', class: 'name' },
      h(
        'button',
        {
          type: 'button',
          id: `open-${name}`,
          'aria-expanded': String(isOpen),
          click: () => set({ open: toggled(get('open'), name) }),
        },
        h('span', {
          class: `swatch ${roleOf(context, place)}`,
          title: RUNTIMES[runtime] ?? runtime,
        }),
        displayName,
        marks !== '' && h('span', { class: 'marks' }, ` ${marks}`),
      ),
    ),
    validates(context) && h('td', { class: 'validation', title: validation }, validation),
    h('td', { class: 'bars' }, cell && bar(cell, end, roleOf(context, place), drawn.mark)),
    ...columns.map((column) => figureCell(column, column.cell(place), column === drawn)),
  )
}

function figureCell({ key }: Column, cell: Cell | null, isDrawn: boolean): HTMLElement {
  return h(
    'td',
    { class: `figure ${key} ${isDrawn ? 'sorted' : ''}` },
    cell ? cell.text : '–',
    cell?.aside ? h('span', { class: 'aside' }, cell.aside) : null,
  )
}

function roleOf({ scenario }: ReportContext, place: number): string {
  const { name, runtime } = scenario.servers[place] as ServerData
  return name === scenario.baseline ? 'baseline' : runtime
}

function detailsRow(context: ReportContext, place: number, span: number): HTMLElement {
  const { name, displayName } = context.scenario.servers[place] as ServerData
  return h(
    'tr',
    { class: 'details' },
    h(
      'td',
      { colspan: span },
      h(
        'div',
        {
          class: 'details-body',
          role: 'region',
          'aria-label': `details of ${displayName}`,
          id: `details-${name}`,
        },
        ...serverDetails(context, place),
      ),
    ),
  )
}
