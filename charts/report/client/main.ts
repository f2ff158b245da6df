/** Entry point: reads the page's data, and redraws on every change of the state. */
import { measuredIn, type ReportData, type ScenarioData } from '../data.ts'
import { chooser } from './controls.ts'
import { h } from './dom.ts'
import { matter } from './matter.ts'
import { overview } from './overview.ts'
import type { Changes, Panel } from './panel.ts'
import { results } from './results.ts'
import { changed, listOf, readState, type State, writeState } from './state.ts'

/** In the order of tabs; the first is the default. */
const PANELS: readonly [Panel, ...Panel[]] = [overview, results, matter]

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
  const scenario = (scenarios.find(({ name }) => name === state.get('scenario')) ??
    scenarios[0]) as ScenarioData
  const run = scenario.runs.find(({ name }) => name === state.get('run'))
  return run ? { ...scenario, ...measuredIn(scenario, run) } : scenario
}

/** An address without a view, such as of a badge, shows the scenario that it names. */
function chosenPanel(): Panel {
  const usual = state.has('scenario') || state.has('open') ? results : PANELS[0]
  return PANELS.find(({ id }) => id === state.get('view')) ?? usual
}

const href = (changes: Changes) => writeState(changed(state, changes))

/** Redraws the page; keeps the focus and the cursor. */
function draw(): void {
  const focused = document.activeElement
  const cursor =
    focused instanceof HTMLInputElement && focused.type === 'search' ? focused.selectionStart : null
  const scenario = chosenScenario()
  const panel = chosenPanel()
  document.title = `${panel === overview ? '' : `${scenario.title}: `}${panel.title} – benchmarks of servers`
  document
    .getElementById('tabs')
    ?.replaceChildren(...PANELS.map((each) => tab(each, each === panel)), copyButton())
  document.getElementById('head')?.replaceChildren(...(panel === overview ? [] : heading(scenario)))
  const root = h('div', { class: 'panel' })
  panel.render(root, { data, scenario, get: (name) => state.get(name), set, href })
  document.getElementById('panel')?.replaceChildren(root)
  document.body.classList.add('drawn')
  fit()
  const again = focused?.id ? document.getElementById(focused.id) : null
  if (again && again !== document.activeElement) again.focus({ preventScroll: true })
  if (again instanceof HTMLInputElement && cursor !== null) again.setSelectionRange(cursor, cursor)
}

/** Lets a table that is wider than the window scroll by itself. */
function fit(): void {
  const frame = document.querySelector('.frame')
  frame?.classList.toggle('scrolls', frame.scrollWidth > frame.clientWidth)
}

function tab({ id, title }: Panel, isShown: boolean): HTMLElement {
  const current = isShown ? 'page' : undefined
  return h(
    'li',
    {},
    h('a', { id: `tab-${id}`, href: href({ view: id }), 'aria-current': current }, title),
  )
}

function copyButton(): HTMLElement {
  const copied = h('output', { class: 'small' })
  const copy = async () => {
    await navigator.clipboard.writeText(location.href)
    copied.textContent = 'copied '
  }
  return h('li', {}, copied, h('button', { type: 'button', id: 'copy', click: copy }, 'Copy link'))
}

function heading(scenario: ScenarioData): HTMLElement[] {
  const options = data.scenarios.map(({ name, title }) => ({ value: name, text: title }))
  const choose = (value: string) => set({ scenario: value, run: undefined, open: undefined })
  const runs = [
    { value: '', text: 'all runs, current versions' },
    ...scenario.runs.map(({ name, title }) => ({ value: name, text: title })),
  ]
  return [
    h('h2', {}, chooser('scenario', 'Scenario', options, scenario.name, choose)),
    ...(scenario.runs.length > 0
      ? [
          h(
            'div',
            { class: 'choosers' },
            chooser('run', 'Runs', runs, state.get('run') ?? '', (run) => set({ run })),
          ),
        ]
      : []),
  ]
}

/** Scrolls to the first open row. */
function reveal(): void {
  document
    .getElementById(`open-${listOf(state.get('open'))[0]}`)
    ?.scrollIntoView({ block: 'center' })
}

addEventListener('popstate', () => {
  const before = chosenPanel()
  state = readState(location.hash)
  draw()
  if (chosenPanel() !== before) reveal()
})
addEventListener('resize', fit)
draw()
reveal()
