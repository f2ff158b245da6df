/** Panel "Results": all servers of a scenario with their figures, and notes. */
import type { ReportData, ScenarioData } from '../data.ts'
import { basePlace, type Column, columnsOf } from './columns.ts'
import { chooser, controls, serverChooser } from './controls.ts'
import { h, prose } from './dom.ts'
import type { Panel, ReportContext } from './panel.ts'
import { orderIn, sorted } from './rows.ts'
import { selection } from './selection.ts'
import { resultsTable } from './table.ts'
import { RUNTIMES } from './words.ts'

export const results: Panel = {
  id: 'results',
  title: 'Results',
  render(root, context) {
    const { scenario, data, get, set } = context
    const { servers, baseline } = scenario
    const columns = columnsOf(context)
    const order = orderIn(columns, get('sort'))
    const selected = new Set(data.servers.filter(selection(context)).map(({ name }) => name))
    const places = sorted(
      [...servers.keys()].filter((place) => selected.has(servers[place]?.name ?? '')),
      columns,
      order,
      {
        name: (place) => servers[place]?.displayName ?? '',
        validation: (place) => servers[place]?.validation ?? '',
      },
    )
    const choose = (name: string) => set({ base: name === baseline ? undefined : name })
    const base = servers[basePlace(context)]?.name ?? ''
    root.append(
      h('p', { class: 'lead' }, ...prose(`On each request a server ${scenario.description}.`)),
      finding(scenario),
      controls(
        context,
        [places.length, servers.length],
        serverChooser(servers, 'base', 'Compared with', base, choose),
        chooser('sort', 'Sorted by', sorts(columns), order.key, (sort) => set({ sort })),
      ),
      legend(scenario),
      resultsTable(context, columns, order, places),
      notes(context),
    )
  },
}

function sorts(columns: readonly Column[]): { value: string; text: string }[] {
  return [
    ...columns.map(({ key, title, unit }) => ({
      value: key,
      text: unit ? `${title}, ${unit}` : title,
    })),
    { value: 'name', text: 'server' },
    { value: 'validation', text: 'validation' },
  ]
}

/** Names the fastest of the ranked servers, and those tied with it. */
function finding({ servers, columns, measured, route }: ScenarioData): HTMLElement {
  const place = columns.findIndex(({ key }) => key === 'runs')
  const runs = new Set(servers.map(({ figures }) => figures[place]))
  const some = runs.size > 1 ? ', not every server in every run' : ''
  const ranked = servers.filter(({ isUnranked }) => !isUnranked)
  const fastest = ranked
    .filter(({ mayBeFastest }) => mayBeFastest)
    .map(({ displayName }) => displayName)
  const [leader, ...tied] = fastest
  return h(
    'p',
    { class: 'finding' },
    `${servers.length} servers, `,
    h('code', {}, route),
    `, ${measured}${some}. `,
    ...(fastest.length === ranked.length
      ? ['No significant difference between the ranked servers.']
      : [
          `Fastest of the ${ranked.length} ranked servers: `,
          h('strong', {}, leader ?? ''),
          tied.length > 0 && `, tied with ${new Intl.ListFormat('en-GB').format(tied)}`,
          '.',
        ]),
  )
}

function legend({ servers, baseline }: ScenarioData): HTMLElement {
  const runtimes = [
    ...new Set(servers.filter(({ name }) => name !== baseline).map(({ runtime }) => runtime)),
  ]
  const entry = (role: string, text: string) =>
    h('li', {}, h('span', { class: `swatch ${role}` }), text)
  return h(
    'ul',
    { class: 'legend', 'aria-label': 'Colours of the bars' },
    ...runtimes.map((runtime) => entry(runtime, RUNTIMES[runtime] ?? runtime)),
    entry('baseline', 'baseline of the runs'),
    h('li', {}, h('span', { class: 'whisker-sample' }), '95% interval'),
  )
}

/** Lists marks, disqualified servers, and conditions. */
function notes({ scenario, data }: ReportContext): HTMLElement {
  return notesOn(
    data,
    [scenario],
    [
      ...scenario.refused.map(({ name, reason }) => `${name} was disqualified: ${reason}`),
      ...scenario.conditions,
      `Made from ${scenario.files.join(', ')}`,
    ],
  )
}

/** Lists the marks of scenarios, then other notes. */
export function notesOn(
  { caveats }: ReportData,
  scenarios: readonly ScenarioData[],
  others: readonly string[],
): HTMLElement {
  const shown = new Set(
    scenarios.flatMap(({ servers }) => servers.flatMap(({ marks }) => [...marks])),
  )
  const kinds = Object.entries(caveats).filter(([, { mark }]) => shown.has(mark))
  return h(
    'section',
    { class: 'notes', 'aria-labelledby': 'notes-title' },
    h('h3', { id: 'notes-title' }, 'Notes'),
    h(
      'ul',
      {},
      ...kinds.map(([kind, { mark, meaning }]) => h('li', {}, `${mark} ${kind}: ${meaning}`)),
      ...others.map((text) => h('li', {}, text)),
    ),
  )
}
