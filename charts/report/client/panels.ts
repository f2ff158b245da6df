/** The panels, in the order of their tabs; the first one is shown at first. */
import type { Panel } from './panel.ts'
import { results } from './results.ts'
import { runs } from './runs.ts'
import { servers } from './servers.ts'

export const PANELS: readonly [Panel, ...Panel[]] = [results, servers, runs]
