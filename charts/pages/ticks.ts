/** What pages say of the two states that a warm Node can be in. */
import { type StartState, startState, type TickFigures, tickRatio } from '../../shared/result/ticks.ts'

/** Where METHODOLOGY says what holding a tick is for. */
const TICKS_SECTION = 'METHODOLOGY.md#two-states-of-one-warm-server'

const STATES: Record<StartState, string> = {
  collected: 'its processes start in the slow one',
  'not collected': 'its processes start in the fast one',
  'in either': 'its processes start in one or the other',
  unclear: 'it is not clear in which its processes start',
}

const moreText = (ratio: number) => `${Math.abs(100 * (ratio - 1)).toFixed(0)}% ${ratio >= 1 ? 'more' : 'fewer'}`

/** Of a server's processes, as Markdown: in which state they start, and what the other would change; nothing of one that was not counted. */
export function ticksLine(figures: TickFigures | null, name: string, link: (target: string) => string): string {
  const server = figures?.servers.find((each) => each.name === name)
  if (!server) return ''
  const start = startState(server)
  const after =
    start === 'collected'
      ? `With a tick held a request would have ${moreText(tickRatio(server, 'held', 'asStarted'))} instructions.`
      : `Once it has rested for a while, and V8 has collected its ticks, a request has ${moreText(tickRatio(server, 'collected', 'asStarted'))} instructions, for as long as the process lives.`
  return `Of [Node’s two states](${link(TICKS_SECTION)}) ${STATES[start]}. ${after}`
}
