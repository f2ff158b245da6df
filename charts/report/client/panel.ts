/** What a panel of the report is, and what it is given. Panels are listed in `main.ts`. */
import type { ReportData, ScenarioData } from '../data.ts'

/** Changes of the state: by name its value, or undefined for what is so by default. */
export type Changes = Record<string, string | undefined>

export interface ReportContext {
  data: ReportData
  /** The one that is chosen. */
  scenario: ScenarioData
  /** Of the state, which is in the page's address; undefined where it is not set. */
  get(name: string): string | undefined
  /**
   * Changes the state, and draws all anew.
   * @param redraw false where the caller shows the change itself, as while a slider is dragged or a text typed
   */
  set(changes: Changes, redraw?: boolean): void
  /** The two servers that are looked at, as places in `scenario.servers`: the two chosen first, or the first and the last. */
  pair(): [first: number, second: number]
}

export interface Panel {
  /** In the page's address; names of its own state begin with it and a dot. */
  id: string
  /** On its tab. */
  title: string
  /** Puts its contents into the root, which is empty; called again after each change. Elements that take the focus have an id. */
  render(root: HTMLElement, context: ReportContext): void
}
