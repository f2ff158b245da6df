/** Panel "Results": all servers of a scenario with their figures, and notes. */
import type { ScenarioData } from '../data.ts'
import { columnsOf } from './columns.ts'
import { controls } from './controls.ts'
import { h } from './dom.ts'
import type { Panel, ReportContext } from './panel.ts'
import { shownPlaces } from './rows.ts'
import { resultsTable } from './table.ts'
import { RUNTIMES } from './words.ts'

export const results: Panel = {
  id: 'results',
  title: 'Results',
  render(root, context) {
    const columns = columnsOf(context)
    const places = shownPlaces(context, columns)
    root.append(
      finding(context),
      legend(context.scenario),
      resultsTable(context, columns, places),
      controls(context, places.length),
      notes(context),
    )
  },
}

/** Names the servers that none is significantly faster than. */
function finding(context: ReportContext): HTMLElement {
  const { servers, measured, route } = context.scenario
  const load = context.scenario.load
  const first = servers.filter((_, place) => load.servers[place]?.mayBeFastest)
  const names = first.map(({ displayName }) => displayName)
  const last = names.pop() ?? ''
  const tie = names.length > 0 ? ' (a tie)' : ''
  return h(
    'p',
    { class: 'finding' },
    `${servers.length} servers, `,
    h('code', {}, route),
    `, ${measured}. Fastest: `,
    h('strong', {}, names.length > 0 ? `${names.join(', ')} or ${last}` : last),
    `${tie}.`,
  )
}

function legend({ servers, baseline }: ScenarioData): HTMLElement {
  const runtimes = [...new Set(servers.filter(({ name }) => name !== baseline).map(({ runtime }) => runtime))]
  const entry = (role: string, text: string) => h('li', {}, h('span', { class: `swatch ${role}` }), text)
  return h(
    'ul',
    { class: 'legend', 'aria-label': 'Colours of the bars' },
    ...runtimes.map((runtime) => entry(runtime, RUNTIMES[runtime] ?? runtime)),
    entry('baseline', 'baseline of the runs'),
    h('li', {}, h('span', { class: 'whisker-sample' }), '95% interval'),
  )
}

/** Lists marks, common caveats, disqualified servers, and conditions. */
function notes({ scenario, data }: ReportContext): HTMLElement {
  const shown = new Set(scenario.load.servers.flatMap(({ marks }) => [...marks]))
  const kinds = Object.entries(data.caveats).filter(([, { mark }]) => shown.has(mark))
  return h(
    'section',
    { class: 'notes', 'aria-labelledby': 'notes-title' },
    h('h3', { id: 'notes-title' }, 'Notes'),
    h(
      'ul',
      {},
      ...kinds.map(([kind, { mark, meaning }]) => h('li', {}, `${mark} ${kind}: ${meaning}`)),
      ...scenario.common.map((text) => h('li', {}, `Not marked, since most servers have it: ${text}`)),
      ...scenario.refused.map(({ name, reason }) => h('li', {}, `${name} was disqualified: ${reason}`)),
      ...scenario.conditions.map((text) => h('li', {}, text)),
      scenario.instructions && h('li', {}, `Instructions: ${scenario.instructions.conditions}`),
      h('li', {}, `Made from ${scenario.files.join(', ')}`),
    ),
  )
}
