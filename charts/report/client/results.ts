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
      finding(context.scenario),
      legend(context.scenario),
      resultsTable(context, columns, places),
      controls(context, places.length),
      notes(context),
    )
  },
}

/** Names the servers that none is significantly faster than. */
function finding({ servers, measured, route }: ScenarioData): HTMLElement {
  const names = servers.filter(({ mayBeFastest }) => mayBeFastest).map(({ displayName }) => displayName)
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

/** Lists marks, disqualified servers, and conditions. */
function notes({ scenario, data }: ReportContext): HTMLElement {
  const shown = new Set(scenario.servers.flatMap(({ marks }) => [...marks]))
  const kinds = Object.entries(data.caveats).filter(([, { mark }]) => shown.has(mark))
  return h(
    'section',
    { class: 'notes', 'aria-labelledby': 'notes-title' },
    h('h3', { id: 'notes-title' }, 'Notes'),
    h(
      'ul',
      {},
      ...kinds.map(([kind, { mark, meaning }]) => h('li', {}, `${mark} ${kind}: ${meaning}`)),
      ...scenario.refused.map(({ name, reason }) => h('li', {}, `${name} was disqualified: ${reason}`)),
      ...scenario.conditions.map((text) => h('li', {}, text)),
      h('li', {}, `Made from ${scenario.files.join(', ')}`),
    ),
  )
}
