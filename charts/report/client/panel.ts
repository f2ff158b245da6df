/** Interface of the report's panels, which `main.ts` lists. */
import type { ReportData, ScenarioData } from '../data.ts'

/** Changes of the state: values by name; undefined resets to the default. */
export type Changes = Record<string, string | undefined>

export interface ReportContext {
  data: ReportData
  /** The chosen scenario. */
  scenario: ScenarioData
  /** Reads a value of the state, which is in the page's address; undefined if not set. */
  get(name: string): string | undefined
  /**
   * Changes the state, and redraws the page.
   * @param redraw false if the caller shows the change itself, as while text is typed
   */
  set(changes: Changes, redraw?: boolean): void
  /** Returns the page's address after changes of the state. */
  href(changes: Changes): string
}

export interface Panel {
  /** Value in the page's address, and prefix of the panel's state (`<id>.`). */
  id: string
  title: string
  /** Fills the empty root; called after each change. Focusable elements need an id. */
  render(root: HTMLElement, context: ReportContext): void
}
