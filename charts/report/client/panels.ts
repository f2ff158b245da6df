/** The panels, in the order of their tabs; the first one is shown at first. */
import { matter } from './matter.ts'
import type { Panel } from './panel.ts'
import { results } from './results.ts'
import { runs } from './runs.ts'
import { servers } from './servers.ts'
import { timeline } from './timeline.ts'

export const PANELS: readonly [Panel, ...Panel[]] = [results, servers, matter, runs, timeline]
