/** Details of a server in the scenario, which open below its row. */
import type { PanelHead, PlacedPanel, ReportData, ServerData } from '../data.ts'
import { ratioInTable } from '../pairs.ts'
import { basePlace } from './columns.ts'
import { type Child, h, prose, tableOf, withEnds } from './dom.ts'
import type { ReportContext } from './panel.ts'
import { permalinkOf } from './permalink.ts'
import { figureWithEnds, UNRANKED } from './words.ts'

const ACCEPTED = 'What it accepts and rejects'

export function serverDetails(context: ReportContext, place: number): HTMLElement[] {
  const { data } = context
  const server = context.scenario.servers[place] as ServerData
  const { name, packages, facts, remarks, description, behaviours } = server
  const listed = data.servers.find((each) => each.name === name)
  const fullest = data.scenarios
    .map(({ title, servers }) => ({
      title,
      behaviours: servers.find((each) => each.name === name)?.behaviours ?? [],
    }))
    .reduce((most, each) => (each.behaviours.length > most.behaviours.length ? each : most))
  const own = server.panels.map(titleIn(data))
  const panels = [
    ...server.panels,
    ...(listed?.panels ?? []).filter((panel) => !own.includes(titleIn(data)(panel))),
  ]
  const text = (index: number) => data.texts[index] ?? ''
  const caveats = server.caveats.map(({ kind, trials, of, message }) => {
    const { mark = '', meaning = '' } = data.caveats[kind] ?? {}
    return `${mark} ${kind}, in ${trials} of ${of} trials: ${meaning} (${message})`
  })
  const sections = [
    section('Figures', figures(context, place)),
    caveats.length > 0 && section('Caveats of these figures', list(caveats)),
    section(
      'Description',
      text(description) !== '' && h('p', {}, ...prose(text(description))),
      factList(facts.map(([name, value]) => [text(name), text(value)])),
      h('p', { class: 'small' }, sourceLink(`servers/${name}`, `Source: servers/${name}`)),
      h(
        'p',
        { class: 'small' },
        'Packages: ',
        ...(server.inRegistry ? packageLinks(packages) : [packages.join(', ')]),
      ),
    ),
    remarks.length > 0 && section('Notes', list(remarks.map(text))),
    behaviours.length > 0 && section(ACCEPTED, behaviourTable(data, behaviours)),
    fullest.behaviours.length > behaviours.length &&
      section(`${ACCEPTED} in ${fullest.title}`, behaviourTable(data, fullest.behaviours)),
    ...(listed?.found ?? []).map(([title, items, page]) =>
      section(
        title,
        list(items),
        h('p', { class: 'small' }, sourceLink(page, 'How and with what')),
      ),
    ),
    ...panels.map((panel) => panelSection(context, panel)),
    section('Link', ...linksTo(context, server)),
  ].filter((each) => each !== false)
  return [contents(sections), ...sections]
}

/** Buttons, since the page's address holds what is shown. */
function contents(sections: readonly HTMLElement[]): HTMLElement {
  const jump = (to: HTMLElement) => () => {
    to.scrollIntoView()
    to.focus({ preventScroll: true })
  }
  return h(
    'nav',
    { class: 'contents', 'aria-label': 'contents' },
    ...sections.map((each) =>
      h('button', { type: 'button', click: jump(each) }, each.firstElementChild?.textContent),
    ),
  )
}

/** @param path from the repository's root */
const sourceLink = (path: string, text: string) =>
  h('a', { href: `${document.body.dataset.source}/${path}` }, text)

const titleIn =
  ({ heads }: ReportData) =>
  ([head]: PlacedPanel) =>
    heads[head]?.title

/** Puts what is accepted first. */
function behaviourTable({ texts }: ReportData, behaviours: ServerData['behaviours']): HTMLElement {
  const isRejected = ([, outcome]: (typeof behaviours)[number]) =>
    /^\d|^no /.test(texts[outcome] ?? '')
  const sorted = behaviours.toSorted((a, b) => Number(isRejected(a)) - Number(isRejected(b)))
  return tableOf({
    kind: 'plain',
    columns: [['sent'], ['outcome']],
    rows: sorted.map((places) => places.map((place) => prose(texts[place] ?? ''))),
  })
}

/** Links packages of the registry, whose pages lead to their repositories. */
function packageLinks(packages: readonly string[]): Child[] {
  if (packages.length === 0) return ['none of its own']
  return packages.flatMap((each, i) => {
    const [, name, version] = /^(.+)@([^@]+)$/.exec(each) ?? []
    const link = h('a', { href: `https://www.npmjs.com/package/${name}/v/${version}` }, each)
    return i === 0 ? [link] : [', ', link]
  })
}

/** Links the row; a page on disk has no badges beside it. */
function linksTo({ scenario }: ReportContext, { name, displayName }: ServerData): HTMLElement[] {
  const { row, markdown } = permalinkOf(location.href, scenario, name)
  const link = h('p', {}, h('a', { href: row }, `${displayName} in ${scenario.title}`))
  if (!location.protocol.startsWith('http')) return [link]
  return [link, h('p', { class: 'small' }, 'Badge for a README: ', h('code', {}, markdown))]
}

function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'detail', tabindex: -1 }, h('h3', {}, title), ...children)
}

/** @param entries names and values */
function factList(entries: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    'dl',
    {},
    ...entries.map(([name, value]) =>
      h('div', {}, h('dt', {}, ...prose(name)), h('dd', {}, ...withEnds(value))),
    ),
  )
}

function list(items: readonly string[]): HTMLElement {
  return h('ul', {}, ...items.map((item) => h('li', {}, ...prose(item))))
}

/** Lists all figures of a server with their intervals, and the ratio to the reference. */
function figures(context: ReportContext, place: number): HTMLElement {
  const { servers, pairs, columns } = context.scenario
  const base = basePlace(context)
  const ratio = ratioInTable(pairs, servers.length, place, base)
  const own = servers[place] as ServerData
  return factList([
    [
      `requests/s × ${servers[base]?.displayName ?? ''}`,
      ratio ? figureWithEnds([ratio.ratio, ratio.low, ratio.high], 4) : 'unknown',
    ],
    ['rank', own.isUnranked ? UNRANKED.toLowerCase() : own.ranks],
    ...columns.flatMap(({ title, digits }, i): [string, string][] => {
      const figure = own.figures[i]
      return figure
        ? [[title, typeof figure === 'string' ? figure : figureWithEnds(figure, digits)]]
        : []
    }),
  ])
}

/** Lists the known figures of a single row; several rows are the columns of a table, named by their first cells. */
function panelSection({ data }: ReportContext, [head, rows]: PlacedPanel): HTMLElement {
  const { title, columns, measured } = data.heads[head] as PanelHead
  const apart = h('p', { class: 'small' }, `Measured apart from the figures above: ${measured}`)
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell : figureWithEnds(cell))),
  )
  const facts = columns.map((column, i) => [column, ...texts.map((row) => row[i] ?? '')] as const)
  const known = facts.filter(([, ...cells]) => cells.some((text) => text !== ''))
  if (rows.length === 1) {
    return section(title, factList(known.map(([column, text = '']) => [column, text])), apart)
  }
  const [[corner, ...names] = [''], ...figures] = known
  return section(
    title,
    tableOf({
      kind: 'plain',
      columns: [[corner], ...names.map((name) => [name, 'figure'] as const)],
      rows: figures.map((row) => row.map(withEnds)),
    }),
    apart,
  )
}
