/** Controls at the lower edge of the window. They select what is shown; only the choice of the reference changes figures. */
import { basePlace, columnsOf } from './columns.ts'
import { type Child, h } from './dom.ts'
import type { ReportContext } from './panel.ts'
import { orderOf } from './rows.ts'
import { listOf } from './state.ts'
import { RUNTIMES } from './words.ts'

interface Option {
  value: string
  text: string
}

/** Returns a labelled select element; its id keeps the focus when the page is redrawn. */
export function chooser(
  id: string,
  label: string,
  options: readonly Option[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement {
  const select = h(
    'select',
    { id, change: () => choose(select.value) },
    ...options.map(({ value, text }) => h('option', { value, selected: value === chosen }, text)),
  )
  return h('label', { class: 'chooser', for: id }, h('span', {}, label), select)
}

/** Returns a select element of the scenario's servers. */
export function serverChooser(
  { scenario: { servers } }: ReportContext,
  id: string,
  label: string,
  chosen: number,
  choose: (name: string) => void,
): HTMLElement {
  const options = servers.map(({ name, displayName }) => ({ value: name, text: displayName }))
  return chooser(id, label, options, servers[chosen]?.name ?? '', choose)
}

/** @param shown number of servers shown */
export function controls(context: ReportContext, shown: number): HTMLElement {
  const { scenario, get, set } = context
  const picked = listOf(get('pick')).length
  const isOnly = get('only') !== undefined
  return h(
    'section',
    { class: 'controls', 'aria-label': 'Shown servers and columns' },
    h(
      'button',
      {
        type: 'button',
        id: 'only',
        class: 'primary',
        'aria-pressed': String(isOnly),
        disabled: picked === 0,
        click: () => set({ only: isOnly ? undefined : '1' }),
      },
      isOnly ? 'Show all' : `Show only chosen${picked > 0 ? ` (${picked})` : ''}`,
    ),
    serverChooser(context, 'base', 'Compared with', basePlace(context), (name) =>
      set({ base: name === scenario.baseline ? undefined : name }),
    ),
    h(
      'details',
      { class: 'more', id: 'more', open: get('controls') !== undefined, toggle: (event) => remember(context, event) },
      h('summary', { id: 'more-controls' }, 'More'),
      h('div', { class: 'more-body' }, ...moreControls(context)),
    ),
    h('button', { type: 'button', id: 'reset', class: 'quiet', click: () => set(cleared) }, 'Reset'),
    h('output', { class: 'shown', 'aria-live': 'polite' }, `${shown} of ${scenario.servers.length} shown`),
  )
}

const cleared = Object.fromEntries(
  ['pick', 'only', 'base', 'runtime', 'q', 'sort', 'open', 'controls'].map((name) => [name, undefined]),
)

function remember({ get, set }: ReportContext, event: Event): void {
  const { open } = event.target as HTMLDetailsElement
  if (open !== (get('controls') !== undefined)) set({ controls: open ? '1' : undefined }, false)
}

function moreControls(context: ReportContext): Child[] {
  const { scenario, get, set } = context
  const runtimes = [...new Set(scenario.servers.map(({ runtime }) => runtime))]
  const sorts = [
    ...columnsOf(context).map(({ key, title, unit }) => ({ value: key, text: unit ? `${title}, ${unit}` : title })),
    { value: 'name', text: 'server' },
    { value: 'validation', text: 'validation' },
  ]
  const search = h('input', {
    type: 'search',
    id: 'search',
    value: get('q') ?? '',
    placeholder: 'name or library',
    input: () => set({ q: search.value }),
  })
  return [
    h('label', { class: 'chooser', for: 'search' }, h('span', {}, 'Find'), search),
    chooser(
      'runtime',
      'Runtime',
      [{ value: '', text: 'all' }, ...runtimes.map((value) => ({ value, text: RUNTIMES[value] ?? value }))],
      get('runtime') ?? '',
      (value) => set({ runtime: value }),
    ),
    chooser('sort', 'Sorted by', sorts, orderOf(get('sort')).key, (value) =>
      set({ sort: value === 'ratio' ? undefined : value }),
    ),
  ]
}
