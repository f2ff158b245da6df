/** Controls above a table. They select what is shown; only the choice of the reference changes figures. */
import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { Kind } from '../data.ts'
import { data, get, set } from './page.ts'
import { chosenIn, FILTERS, type Filter, sharedValues } from './selection.ts'
import { type Changes, toggled } from './state.ts'
import { KINDS, RUNTIMES } from './words.ts'

/** @param options values and texts */
export function chooser(
  id: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  const change = (event: Event) => choose((event.target as HTMLSelectElement).value)
  const option = ([value, text]: readonly [string, string]) =>
    html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`
  return html`
    <label class="chooser">
      <span>${label}</span>
      <select id=${id} @change=${change}>${options.map(option)}</select>
    </label>`
}

/** Returns a choice of servers, the unranked ones last. */
export function serverChooser(
  servers: readonly { name: string; displayName: string; isUnranked: boolean }[],
  id: string,
  label: string,
  chosen: string,
  choose: (name: string) => void,
): TemplateResult {
  const options = servers
    .toSorted((a, b) => Number(a.isUnranked) - Number(b.isUnranked))
    .map(({ name, displayName, isUnranked }): [string, string] => [
      name,
      isUnranked ? `${displayName} (unranked)` : displayName,
    ])
  return chooser(id, label, options, chosen, choose)
}

/** Comparisons of servers that differ in one property. */
const PRESETS: Record<string, Changes> = {
  'zod everywhere': {
    kind: 'framework',
    validator: 'zod',
    runtime: 'node',
  },
  'frameworks with hand-written validation': {
    kind: 'framework',
    validator: 'hand-written',
    runtime: 'node',
  },
  'validators on node:http': { kind: 'validator', runtime: 'node' },
}

const TITLES: Record<Filter, string> = {
  kind: 'Kind',
  runtime: 'Runtime',
  validator: 'Validator',
  family: 'Framework',
}

const none = (...names: string[]): Changes =>
  Object.fromEntries(names.map((name) => [name, undefined]))
const UNFILTERED = none(...FILTERS, 'run', 'q', 'only')
const CLEARED = { ...UNFILTERED, ...none('pick', 'base', 'sort', 'open') }

/** @param more further controls */
export function controls(shown: number, total: number, ...more: TemplateResult[]): TemplateResult {
  const picked = chosenIn(data.servers, get, 'pick').length
  const isOnly = get('only') !== undefined
  const search = (event: Event) => set({ q: (event.target as HTMLInputElement).value || undefined })
  const only = isOnly ? 'Show all' : `Show only chosen${picked > 0 ? ` (${picked})` : ''}`
  return html`
    <section class="controls" aria-label="Shown servers">
      ${chips('Like for like', Object.entries(PRESETS).map(presetChip))}
      <div class="filters">
        ${FILTERS.map((filter) => chips(TITLES[filter], filterChips(filter)))}
      </div>
      <div class="choosers">
        <label class="chooser">
          <span>Find</span>
          <input type="search" id="search" placeholder="express koa"
            .value=${live(get('q') ?? '')} @input=${search}>
        </label>
        ${more}
        ${chip('only', only, isOnly, () => set({ only: isOnly ? undefined : '1' }), picked === 0)}
        ${chip('reset', 'Reset', undefined, () => set(CLEARED))}
        <output class="small" aria-live="polite">${shown} of ${total} servers</output>
      </div>
    </section>`
}

const chips = (title: string, buttons: readonly TemplateResult[]) => html`
  <div class="chips" role="group" aria-label=${title}>
    <span aria-hidden="true">${title}</span>
    ${buttons}
  </div>`

const chip = (
  id: string,
  text: string,
  isPressed: boolean | undefined,
  choose: () => void,
  isDisabled = false,
) => html`
  <button type="button" class="chip" id=${id} aria-pressed=${isPressed ?? nothing}
    ?disabled=${isDisabled} @click=${choose}>${text}</button>`

function presetChip([title, changes]: [string, Changes]): TemplateResult {
  const isPressed = [...FILTERS, ...Object.keys(changes)].every(
    (name) => get(name) === changes[name],
  )
  const next = isPressed ? UNFILTERED : { ...UNFILTERED, ...changes }
  return chip(`preset-${title.replaceAll(/\W/g, '-')}`, title, isPressed, () => set(next))
}

function filterChips(filter: Filter): TemplateResult[] {
  const chosen = chosenIn(data.servers, get, filter)
  const values = new Set([...sharedValues(data.servers, filter), ...chosen])
  return [...values].map((value) => {
    const text = RUNTIMES[value] ?? KINDS[value as Kind] ?? value
    return chip(`${filter}-${value}`, text, chosen.includes(value), () =>
      set({ [filter]: toggled(chosen.join(), value) }),
    )
  })
}
