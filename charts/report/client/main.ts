/** Entry point: draws the chosen view. */
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { chooser } from './controls.ts'
import { matter } from './matter.ts'
import { overview } from './overview.ts'
import {
  data,
  drawWith,
  get,
  href,
  runsOf,
  type Shown,
  set,
  shownScenario,
  useYours,
} from './page.ts'
import { results } from './results.ts'
import { listOf } from './state.ts'

type View = readonly [title: string, draw: (scenario: Shown) => TemplateResult]

/** In the order of tabs; the first is the default. */
const VIEWS: Record<string, View> = {
  overview: ['Overview', overview],
  results: ['Results', results],
  matter: ['Does it matter?', matter],
}

/** An address without a view, such as of a badge, shows the scenario that it names. */
function chosenView(): string {
  const view = get('view') ?? ''
  if (view in VIEWS) return view
  return get('scenario') !== undefined || get('open') !== undefined ? 'results' : 'overview'
}

const element = (id: string) => document.getElementById(id) as HTMLElement

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(location.href)
  element('copied').textContent = 'copied '
}

function tabs(view: string): TemplateResult {
  const tab = ([id, [title]]: [string, View]) => html`
    <li>
      <a id="tab-${id}" href=${href({ view: id })} aria-current=${id === view ? 'page' : nothing}>
        ${title}
      </a>
    </li>`
  return html`
    <ul>
      ${Object.entries(VIEWS).map(tab)}
      <li>
        <output id="copied" class="small"></output>
        <button type="button" id="copy" @click=${copyLink}>Copy link</button>
      </li>
    </ul>`
}

let error: string | undefined

async function readYours({ target }: Event): Promise<void> {
  const input = target as HTMLInputElement
  error = useYours((await input.files?.[0]?.text()) ?? '')
  draw()
}

function heading(scenario: Shown): TemplateResult {
  const { name } = scenario
  const titles = (choices: readonly { name: string; title: string }[]) =>
    choices.map(({ name, title }) => [name, title] as const)
  const choices = [['', 'all runs, current versions'] as const, ...titles(runsOf(scenario))]
  return html`
    <h2>
      ${chooser('scenario', 'Scenario', titles(data.scenarios), name, (scenario) =>
        set({ scenario, run: undefined, open: undefined }),
      )}
    </h2>
    <details class="more" ?open=${get('run') !== undefined || error !== undefined}>
      <summary>One run, or your machine</summary>
    <div class="choosers">
      ${chooser('run', 'Runs', choices, get('run') ?? '', (run) => set({ run: run || undefined }))}
      <label class="chooser">
        <span>Your machine: a file from <code>run ${name} --quick --out</code></span>
        <input type="file" id="yours" accept=".json" @change=${readYours} aria-describedby="yours-error">
        <span class="error" id="yours-error" role="alert">${error}</span>
      </label>
    </div>
    </details>`
}

/** Scrolls to the first open row. */
function scrollToOpenRow(): void {
  const [name] = listOf(get('open'))
  document.getElementById(`open-${name}`)?.scrollIntoView({ block: 'center' })
}

let drawn: string | undefined

function draw(): void {
  const scenario = shownScenario()
  const view = chosenView()
  const [title, drawView] = VIEWS[view] as View
  const isOverview = view === 'overview'
  document.title = `${isOverview ? '' : `${scenario.title}: `}${title} – server benchmarks`
  render(tabs(view), element('tabs'))
  render(html`${isOverview ? nothing : heading(scenario)}${drawView(scenario)}`, element('panel'))
  document.body.classList.add('drawn')
  if (view !== drawn) scrollToOpenRow()
  drawn = view
}

drawWith(draw)
