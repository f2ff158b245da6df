/** Panel "Overview": a heat map of servers and scenarios by ratio to the reference, with properties beside it. */
import { significant } from '../../../shared/text/numbers.ts'
import type { ListedServer, ScenarioData } from '../data.ts'
import { heatOf } from '../heat.ts'
import { ratioInTable } from '../pairs.ts'
import type { Cell, Column } from './columns.ts'
import { controls, pickBox, serverChooser } from './controls.ts'
import { h } from './dom.ts'
import type { Panel, ReportContext } from './panel.ts'
import { notesOn } from './results.ts'
import { type Order, orderIn, sorted, sortHeading } from './rows.ts'
import { chosenIn, selection } from './selection.ts'
import { KINDS, RUNTIMES, UNRANKED } from './words.ts'

/** A column of a scenario's ratios, or of a property. */
interface OverviewColumn extends Pick<Column, 'key' | 'title' | 'unit' | 'better' | 'cell'> {
  scenario?: ScenarioData
  isText?: boolean
}

export const overview: Panel = {
  id: 'overview',
  title: 'Overview',
  render(root, context) {
    const { data, get, set } = context
    const { scenarios, servers } = data
    const usual = (scenarios[0] as ScenarioData).baseline
    const base =
      servers.find(({ name }) => name === get('base')) ?? servers.find(({ name }) => name === usual)
    const columns = [
      ...scenarios.map((scenario) => ratioColumn(servers, scenario, base?.name)),
      ...data.properties.map((title, i) => propertyColumn(servers, title, i)),
    ]
    const isSelected = selection(context)
    const places = [...servers.keys()].filter((place) => isSelected(servers[place] as ListedServer))
    const order = orderIn(columns, get('sort'), usualOrder(columns, places, servers.length))
    const choose = (name: string) => set({ base: name === usual ? undefined : name })
    root.append(
      h('h2', {}, `Requests/s relative to ${base?.displayName}, by scenario`),
      controls(
        context,
        [places.length, servers.length],
        serverChooser(servers, 'base', 'Compared with', base?.name ?? '', choose),
      ),
      legend(),
      heatMap(context, columns, order, places),
      notesOn(data, scenarios, [
        ...scenarios.map(({ title, measured }) => `${title}: ${measured}`),
        'start: CPU instructions executed before the first correct response, as a ratio. route: heap that one more route retains. type check: CPU time of TypeScript 7 for so many procedures and their typed client. parse: time to validate a user and make its Date, without HTTP.',
      ]),
    )
  },
}

function ratioColumn(
  listed: readonly ListedServer[],
  scenario: ScenarioData,
  base: string | undefined,
): OverviewColumn {
  const { name: key, title, servers, pairs, isProvisional } = scenario
  const places = new Map(servers.map(({ name }, place) => [name, place]))
  const reference = places.get(base ?? '')
  return {
    ...{ key, title, unit: isProvisional ? 'provisional' : '', better: 'higher', scenario },
    cell(index) {
      const place = places.get(listed[index]?.name ?? '')
      if (place === undefined || reference === undefined) return null
      const found = ratioInTable(pairs, servers.length, place, reference)
      return (
        found && {
          ...found,
          value: found.ratio,
          text: found.ratio.toFixed(2),
          aside: servers[place]?.marks ?? '',
        }
      )
    },
  }
}

function propertyColumn(
  listed: readonly ListedServer[],
  heading: string,
  i: number,
): OverviewColumn {
  const [title = '', unit = ''] = heading.split(', ')
  return {
    ...{ key: `property-${i}`, title, unit, better: 'lower' },
    isText: listed.some(({ properties }) => typeof properties[i] === 'string'),
    cell(index) {
      const figure = listed[index]?.properties[i] ?? null
      if (figure === null) return null
      if (typeof figure === 'string')
        return { value: 0, low: null, high: null, text: figure, aside: '' }
      const [value, low, high] = figure
      return { value, low, high, text: significant(value), aside: '' }
    },
  }
}

/** Samples of the scale. */
function legend(): HTMLElement {
  const samples = [0.25, 0.5, 1, 2, 4].map((ratio) => heated(h('li', {}, `${ratio}×`), ratio))
  return h(
    'ul',
    { class: 'legend heat', 'aria-label': 'Scale of colors' },
    h('li', {}, 'fewer'),
    ...samples,
    h('li', {}, 'more requests/s'),
  )
}

function heated<E extends HTMLElement>(element: E, ratio: number): E {
  const { side, share } = heatOf(ratio)
  element.classList.add('heated', side)
  element.style.setProperty('--share', `${(100 * share).toFixed(0)}%`)
  return element
}

/** Returns the first column, or of the selected servers the one that has most of them. */
function usualOrder(
  columns: readonly OverviewColumn[],
  places: readonly number[],
  all: number,
): string | undefined {
  const number = ({ cell, scenario }: OverviewColumn) =>
    scenario ? places.filter((place) => cell(place)).length : 0
  const first = columns[0] as OverviewColumn
  if (places.length === all) return first.key
  return columns.reduce((most, column) => (number(column) > number(most) ? column : most), first)
    .key
}

function heatMap(
  context: ReportContext,
  columns: readonly OverviewColumn[],
  order: Order,
  places: readonly number[],
): HTMLElement {
  const { servers } = context.data
  const heading = ({ key, title, unit, better }: OverviewColumn) =>
    sortHeading(context, order, {
      ...{ key, title, unit, class: 'figure' },
      ascends: better === 'lower',
    })
  const textual = columns.filter(({ isText }) => isText)
  const texts = Object.fromEntries([
    ['name', (place: number) => servers[place]?.displayName ?? ''],
    ...textual.map(({ key, cell }) => [key, (place: number) => cell(place)?.text ?? ''] as const),
  ])
  const unranked = `${UNRANKED} where marked ${context.data.caveats['accepts-invalid']?.mark}`
  const groupOf = ({ kind, isUnranked }: ListedServer) => (isUnranked ? unranked : KINDS[kind])
  const groups = [...Object.values(KINDS), unranked].flatMap((title) => {
    const own = places.filter((place) => groupOf(servers[place] as ListedServer) === title)
    if (own.length === 0) return []
    const rows = sorted(own, columns, order, texts).map((place) => row(context, columns, place))
    return h(
      'tbody',
      {},
      h(
        'tr',
        { class: 'group' },
        h('th', { scope: 'rowgroup', colspan: columns.length + 3 }, title),
      ),
      ...rows,
    )
  })
  return h(
    'div',
    { class: 'frame', role: 'region', 'aria-label': 'Servers and scenarios', tabindex: 0 },
    h(
      'table',
      { class: 'results heat' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col', class: 'pick' }, h('span', { class: 'hidden' }, 'chosen')),
          sortHeading(context, order, {
            ...{ key: 'name', title: 'server', unit: '', class: 'name' },
            ascends: true,
          }),
          h('th', { scope: 'col', class: 'validation' }, 'validator'),
          ...columns.map(heading),
        ),
      ),
      ...groups,
    ),
    places.length === 0 && h('p', { class: 'empty' }, 'No server matches.'),
  )
}

function row(
  context: ReportContext,
  columns: readonly OverviewColumn[],
  place: number,
): HTMLElement {
  const server = context.data.servers[place] as ListedServer
  const { name, displayName, runtime, validator } = server
  const chosen = context.get('sort')?.replace('-', '')
  const measured = columns.filter(({ scenario }) =>
    scenario?.servers.some((other) => other.name === name),
  )
  const first = measured.find(({ key }) => key === chosen) ?? measured[0]
  const to = (scenario: string | undefined) =>
    context.href({ view: 'results', scenario, open: name, sort: undefined, run: undefined })
  const isPicked = chosenIn(context, 'pick').includes(name)
  return h(
    'tr',
    { class: `server ${isPicked ? 'picked' : ''}`, 'data-server': name },
    h('td', { class: 'pick' }, pickBox(context, server)),
    h(
      'th',
      { scope: 'row', class: 'name' },
      h('span', { class: `swatch ${runtime}`, title: RUNTIMES[runtime] ?? runtime }),
      h('a', { id: `row-${name}`, href: to(first?.key) }, displayName),
    ),
    h('td', { class: 'validation' }, validator),
    ...columns.map(({ key, cell, scenario }) => heatCell(cell(place), scenario && to(key))),
  )
}

/** @param href of the details; only the server's name is a stop of the keyboard */
function heatCell(cell: Cell | null, href: string | undefined): HTMLElement {
  if (!cell) return h('td', { class: 'figure' }, '–')
  const { text, aside, value } = cell
  if (href === undefined) return h('td', { class: 'figure' }, text)
  const marked = aside === '' ? text : `${text} ${aside}`
  return heated(h('td', { class: 'figure' }, h('a', { href, tabindex: -1 }, marked)), value)
}
