/** The panels, in the order of their tabs; the first one is shown at first. */
import type { Panel } from './panel.ts'
import { results } from './results.ts'

export const PANELS: readonly [Panel, ...Panel[]] = [results]
