/** Controls above a table. They select what is shown; only the choice of the reference changes figures. */
import type { Kind } from '../data.ts'
import { h } from './dom.ts'
import type { Changes, ReportContext } from './panel.ts'
import { chosenIn, FILTERS, type Filter, sharedValues } from './selection.ts'
import { listOf, toggled } from './state.ts'
import { KINDS, RUNTIMES } from './words.ts'

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

/** Returns a select element of servers, the unranked ones last. */
export function serverChooser(
  servers: readonly { name: string; displayName: string; isUnranked: boolean }[],
  id: string,
  label: string,
  chosen: string,
  choose: (name: string) => void,
): HTMLElement {
  const options = servers
    .toSorted((a, b) => Number(a.isUnranked) - Number(b.isUnranked))
    .map(({ name, displayName, isUnranked }) => ({
      value: name,
      text: isUnranked ? `${displayName} (unranked)` : displayName,
    }))
  return chooser(id, label, options, chosen, choose)
}

type Preset = readonly [title: string, changes: Changes]

/** Comparisons of servers that differ in one property. The first shows the figures of README's table, which may be of one run. */
function presets({ data: { withZod } }: ReportContext): Preset[] {
  const view: Changes = withZod?.run === undefined ? {} : { view: 'results', ...withZod }
  return [
    ['zod everywhere', { kind: 'framework', validator: 'zod', runtime: 'node', ...view }],
    [
      'frameworks with hand-written validation',
      { kind: 'framework', validator: 'hand-written', runtime: 'node' },
    ],
    ['validators on node:http', { kind: 'validator', runtime: 'node' }],
  ]
}

const TITLES: Record<Filter, string> = {
  kind: 'Kind',
  runtime: 'Runtime',
  validator: 'Validator',
  family: 'Framework',
}

const unfiltered: Changes = Object.fromEntries(
  [...FILTERS, 'run', 'q', 'only'].map((name) => [name, undefined]),
)
const cleared: Changes = {
  ...unfiltered,
  pick: undefined,
  base: undefined,
  sort: undefined,
  open: undefined,
}

/** @param more further controls */
export function controls(
  context: ReportContext,
  [shown, all]: [number, number],
  ...more: HTMLElement[]
): HTMLElement {
  const { get, set } = context
  const picked = chosenIn(context, 'pick').length
  const isOnly = get('only') !== undefined
  const search = h('input', {
    type: 'search',
    id: 'search',
    value: get('q') ?? '',
    placeholder: 'express, koa',
    input: () => set({ q: search.value }),
  })
  const only = isOnly ? 'Show all' : `Show only chosen${picked > 0 ? ` (${picked})` : ''}`
  return h(
    'section',
    { class: 'controls', 'aria-label': 'Shown servers' },
    chips(
      'Like for like',
      presets(context).map((preset) => presetChip(context, preset)),
    ),
    h(
      'div',
      { class: 'filters' },
      ...FILTERS.map((filter) => chips(TITLES[filter], filterChips(context, filter))),
    ),
    h(
      'div',
      { class: 'choosers' },
      h('label', { class: 'chooser', for: 'search' }, h('span', {}, 'Find'), search),
      ...more,
      chip('only', only, isOnly, () => set({ only: isOnly ? undefined : '1' }), picked === 0),
      chip('reset', 'Reset', undefined, () => set(cleared)),
      h('output', { class: 'shown', 'aria-live': 'polite' }, `${shown} of ${all} servers`),
    ),
  )
}

function chips(title: string, buttons: readonly HTMLElement[]): HTMLElement {
  return h(
    'div',
    { class: 'chips', role: 'group', 'aria-label': title },
    h('span', { 'aria-hidden': 'true' }, title),
    ...buttons,
  )
}

function chip(
  id: string,
  text: string,
  isPressed: boolean | undefined,
  click: () => void,
  disabled = false,
) {
  const pressed = isPressed === undefined ? undefined : String(isPressed)
  return h(
    'button',
    { type: 'button', class: 'chip', id, 'aria-pressed': pressed, disabled, click },
    text,
  )
}

function presetChip({ get, set }: ReportContext, [title, changes]: Preset): HTMLElement {
  const isPressed = [...FILTERS, ...Object.keys(changes)].every(
    (name) => get(name) === changes[name],
  )
  const next = isPressed ? unfiltered : { ...unfiltered, ...changes }
  return chip(`preset-${title.replaceAll(/\W/g, '-')}`, title, isPressed, () => set(next))
}

function filterChips(context: ReportContext, filter: Filter): HTMLElement[] {
  const { data, set } = context
  const chosen = chosenIn(context, filter)
  const values = new Set([...sharedValues(data.servers, filter), ...chosen])
  return [...values].map((value) => {
    const text = RUNTIMES[value] ?? KINDS[value as Kind] ?? value
    return chip(`${filter}-${value}`, text, chosen.includes(value), () =>
      set({ [filter]: toggled(chosen.join() || undefined, value) }),
    )
  })
}

/** Returns a checkbox that adds a server to those chosen. */
export function pickBox(
  { get, set }: ReportContext,
  { name, displayName }: { name: string; displayName: string },
): HTMLElement {
  return h('input', {
    type: 'checkbox',
    id: `pick-${name}`,
    'aria-label': `choose ${displayName}`,
    checked: listOf(get('pick')).includes(name),
    change: () => set({ pick: toggled(get('pick'), name) }),
  })
}
