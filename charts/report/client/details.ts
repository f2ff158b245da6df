/** Details of a server in the scenario, which open below its row. */

import { ratioText } from '../../text/numbers.ts'
import type { LoadFigures, Panel, ReportData, ServerData } from '../data.ts'
import { ratioInTable } from '../pairs.ts'
import { basePlace, countRatio } from './columns.ts'
import { type Child, h, prose, tableOf, withEnds } from './dom.ts'
import type { ReportContext } from './panel.ts'
import { figureWithEnds, ratioWithEnds } from './words.ts'

export function serverDetails(context: ReportContext, place: number): HTMLElement[] {
  const { data } = context
  const server = context.scenario.servers[place] as ServerData
  const { packages, remarks, description, panels, behaviours } = server
  const text = (index: number) => data.texts[index] ?? ''
  return [
    section('Figures', figures(context, place)),
    section(
      'Description',
      h('p', {}, ...prose(description)),
      pairs(factsOf(data, server)),
      h('p', { class: 'small' }, `Packages: ${packages.join(', ') || 'none of its own'}`),
      h('p', { class: 'small' }, sourceLink(context, place)),
    ),
    ...caveats(context, place),
    remarks.length > 0 && section('Notes', list(remarks.map(text))),
    behaviours.length > 0 &&
      section(
        'Behaviour',
        tableOf({
          kind: 'plain',
          columns: [['sent'], ['outcome']],
          rows: behaviours.map((places) => places.map((place) => prose(text(place)))),
        }),
      ),
    ...panels.map(panelSection),
  ].filter((each): each is HTMLElement => each !== false && each !== null)
}

function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'detail' }, h('h3', {}, title), ...children)
}

/** Returns a server's properties as names and values. */
export function factsOf({ texts }: ReportData, { facts }: ServerData): [name: string, value: string][] {
  return facts.map(([name, value]) => [texts[name] ?? '', texts[value] ?? ''])
}

function pairs(entries: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    'dl',
    {},
    ...entries.map(([name, value]) => h('div', {}, h('dt', {}, ...prose(name)), h('dd', {}, ...withEnds(value)))),
  )
}

function list(items: readonly string[]): HTMLElement {
  return h('ul', {}, ...items.map((item) => h('li', {}, ...prose(item))))
}

/** Names of the figures that have ratios between servers. */
export const RATE = 'requests/s'
export const COUNT = 'instructions per request'

/** Returns all figures of a server, with their intervals. */
export function figuresOf({ scenario }: ReportContext, place: number): [name: string, text: string][] {
  const { columns, servers } = scenario.load
  const own = servers[place] as LoadFigures
  const counts = scenario.instructions?.servers[place]
  return [
    ['Rank', own.ranks],
    ...columns.flatMap(({ title, digits }, column): [string, string][] => {
      const figure = own.figures[column]
      if (!figure) return []
      return [[title, typeof figure === 'string' ? figure : figureWithEnds(figure, digits)]]
    }),
    ...(counts
      ? ([
          [COUNT, `${figureWithEnds(counts.javascript, 5)}${counts.marks}`],
          ['of other threads', figureWithEnds([counts.others, null, null])],
        ] as [string, string][])
      : []),
  ]
}

/** Lists the figures, and the ratios to the reference. */
function figures(context: ReportContext, place: number): HTMLElement {
  const { servers, load } = context.scenario
  const base = basePlace(context)
  const rate = ratioInTable(load.pairs, servers.length, place, base)
  const count = countRatio(context, place, base)
  const name = servers[base]?.displayName ?? ''
  return pairs([
    [`${RATE} × ${name}`, rate ? ratioWithEnds(rate) : 'unknown'],
    ...(count === null ? [] : [[`Instructions × ${name}`, ratioText(count)] as [string, string]]),
    ...figuresOf(context, place),
  ])
}

function caveats({ scenario, data }: ReportContext, place: number): HTMLElement[] {
  const lines = (scenario.load.servers[place]?.caveats ?? []).map(
    ({ kind, trials, of, message }) =>
      `${data.caveats[kind]?.mark ?? ''} ${kind}, in ${trials} of ${of} trials: ${data.caveats[kind]?.meaning ?? ''} (${message})`,
  )
  return [section('Caveats', lines.length > 0 ? list(lines) : h('p', {}, 'None.'))]
}

function panelSection({ title, ...panel }: Panel): HTMLElement {
  if ('figures' in panel) {
    const shown = panel.figures.map(([name, figure]): [string, string] => [
      name,
      typeof figure === 'string' ? figure : figureWithEnds(figure),
    ])
    return section(title, pairs(shown))
  }
  const columns = panel.columns.map((column, place): [string, 'figure'?] =>
    place === 0 ? [column] : [column, 'figure'],
  )
  const rows = panel.rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? [cell] : withEnds(figureWithEnds(cell)))),
  )
  return section(title, tableOf({ kind: 'plain', columns, rows }))
}

/** Links the server's folder, by its path in the repository. */
export function sourceLink({ scenario }: ReportContext, place: number): HTMLElement {
  const name = scenario.servers[place]?.name ?? ''
  return h('a', { href: `../../../servers/${name}` }, `Source: servers/${name}`)
}
