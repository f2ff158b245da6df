/** Entry point: reads the page's data, and redraws on every change of the state. */
import type { ReportData, ScenarioData } from '../data.ts'
import { chooser } from './controls.ts'
import { h, prose } from './dom.ts'
import { matter } from './matter.ts'
import type { Changes, Panel } from './panel.ts'
import { results } from './results.ts'
import { changed, listOf, readState, type State, writeState } from './state.ts'

/** In the order of tabs; the first is the default. */
const PANELS: readonly [Panel, ...Panel[]] = [results, matter]

const data: ReportData = JSON.parse(document.getElementById('data')?.textContent ?? '')

let state: State = readState(location.hash)

/** Changes that add a history entry. */
const STEPS = ['view', 'scenario']

function set(changes: Changes, redraw = true): void {
  state = changed(state, changes)
  const isStep = Object.keys(changes).some((name) => STEPS.includes(name))
  history[isStep ? 'pushState' : 'replaceState'](null, '', writeState(state))
  if (redraw) draw()
}

function chosenScenario(): ScenarioData {
  const { scenarios } = data
  return (scenarios.find(({ name }) => name === state.get('scenario')) ?? scenarios[0]) as ScenarioData
}

function chosenPanel(): Panel {
  return PANELS.find(({ id }) => id === state.get('view')) ?? PANELS[0]
}

/** Redraws the page; keeps the focus and the cursor. */
function draw(): void {
  const focused = document.activeElement
  const cursor = focused instanceof HTMLInputElement && focused.type === 'search' ? focused.selectionStart : null
  const scenario = chosenScenario()
  const panel = chosenPanel()
  document.title = `${scenario.title}: ${panel.title} – benchmarks of servers`
  document.getElementById('tabs')?.replaceChildren(...PANELS.map((each) => tab(each, each === panel)))
  document.getElementById('head')?.replaceChildren(...heading(scenario))
  const root = h('div', { class: 'panel' })
  panel.render(root, { data, scenario, get: (name) => state.get(name), set })
  document.getElementById('panel')?.replaceChildren(root)
  document.body.classList.add('drawn')
  const again = focused?.id ? document.getElementById(focused.id) : null
  if (again && again !== document.activeElement) again.focus({ preventScroll: true })
  if (again instanceof HTMLInputElement && cursor !== null) again.setSelectionRange(cursor, cursor)
}

function tab({ id, title }: Panel, isShown: boolean): HTMLElement {
  const next = changed(state, { view: id === PANELS[0].id ? undefined : id })
  return h(
    'li',
    {},
    h('a', { id: `tab-${id}`, href: writeState(next), 'aria-current': isShown ? 'page' : undefined }, title),
  )
}

function heading(scenario: ScenarioData): HTMLElement[] {
  const options = data.scenarios.map(({ name, title }) => ({ value: name, text: title }))
  const choose = (value: string) =>
    set({
      scenario: value === data.scenarios[0]?.name ? undefined : value,
      open: undefined,
    })
  return [
    h('h2', {}, chooser('scenario', 'Scenario', options, scenario.name, choose)),
    h('p', { class: 'lead' }, ...prose(`On each request a server ${scenario.description}.`)),
  ]
}

addEventListener('popstate', () => {
  state = readState(location.hash)
  draw()
})
draw()
document.getElementById(`open-${listOf(state.get('open'))[0]}`)?.scrollIntoView({ block: 'center' })
