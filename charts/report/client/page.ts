/** What all views share: the page's data, and its state, whose changes redraw it. */
import type { About, ReportData, RunData, ScenarioData, ServerData } from '../data.ts'
import { YOURS, yourRun } from '../yours.ts'
import { type Changes, changed, readState, writeState } from './state.ts'

export const data: ReportData = JSON.parse(document.getElementById('data')?.textContent ?? '')

/** Returns the address of a file. @param path from the repository's root */
export const fileAt = (path: string) => `${document.body.dataset.source}/${path}`

/** Changes that add a history entry. */
const STEPS = ['view', 'scenario']

let state = readState(location.hash)
let redraw = () => {}

/** Reads a value of the state; undefined if not set. */
export const get = (name: string) => state.get(name)

export function set(changes: Changes): void {
  state = changed(state, changes)
  const isStep = Object.keys(changes).some((name) => STEPS.includes(name))
  history[isStep ? 'pushState' : 'replaceState'](null, '', writeState(state))
  redraw()
}

/** Returns the page's address after changes of the state. */
export const href = (changes: Changes) => writeState(changed(state, changes))

/** Draws now and after each change. */
export function drawWith(draw: () => void): void {
  redraw = draw
  addEventListener('popstate', () => {
    state = readState(location.hash)
    draw()
  })
  draw()
}

/** `isUnranked`: whether it accepts invalid data. */
export type Server = ServerData & About & { isUnranked: boolean }

/** The chosen scenario, or run of it. */
export type Shown = Omit<ScenarioData, 'servers'> & { servers: Server[] }

let yours: { scenario: string; run: RunData } | undefined

/** Shows figures for the reader's machine. @returns what is wrong with the file, in one line */
export function useYours(text: string): string | undefined {
  const found = yourRun(text, data.scenarios)
  if (typeof found === 'string') return found
  yours = found
  set({ view: 'results', scenario: found.scenario, run: YOURS, open: undefined })
}

/** Returns the runs of a scenario that can be chosen, the reader's among them. */
export const runsOf = ({ name, runs }: Pick<ScenarioData, 'name' | 'runs'>): RunData[] => [
  ...(yours?.scenario === name ? [yours.run] : []),
  ...runs,
]

export function shownScenario(): Shown {
  const chosen = data.scenarios.find(({ name }) => name === get('scenario'))
  const scenario = chosen ?? (data.scenarios[0] as ScenarioData)
  const run = runsOf(scenario).find(({ name }) => name === get('run'))
  const { name, title } = scenario
  const servers = (run ?? scenario).servers.map((server) => ({
    ...server,
    ...(data.abouts[server.about] as About),
    isUnranked: server.ranks === '',
  }))
  return { ...scenario, ...run, name, title, servers }
}
