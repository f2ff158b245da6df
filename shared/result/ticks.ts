/** What servers execute for a request in either of the two states that a warm Node can be in: the figures of an experiment. */
import { spreadOf } from './statistics.ts'

/** What happened to the nextTick map before a process's first request. */
export const TICK_STATES = ['asStarted', 'pinned', 'discarded'] as const

export type TickState = (typeof TICK_STATES)[number]

export interface TickedServer extends Record<TickState, number[]> {
  /** Folder. Instructions a request of each process stand by state. */
  name: string
}

export interface TickFigures {
  /** Version of Node, which runs the servers. */
  node: string
  /** Of the counter. */
  version: string
  servers: TickedServer[]
}

/** In which state a server's processes start; `unclear` where one of them lies between both. */
export type StartState = 'discarded' | 'not discarded' | 'in either' | 'unclear'

/** Each process is in a state when it lies within a third of the way that leads from it to the other. */
export function startState({ asStarted, pinned, discarded }: TickedServer): StartState {
  const fast = spreadOf(pinned).mean
  const way = spreadOf(discarded).mean - fast
  const states = asStarted.map((count) => {
    const gone = (count - fast) / way
    if (gone < 1 / 3) return 'not discarded'
    return gone > 2 / 3 ? 'discarded' : 'unclear'
  })
  if (states.includes('unclear')) return 'unclear'
  const [first] = states
  return first !== undefined && states.every((state) => state === first) ? first : 'in either'
}

/** The largest difference between two processes of one server in one state: the ratio of the higher count to the lower. */
export function widestState(servers: readonly TickedServer[]): number {
  const ratios = servers.flatMap((server) =>
    TICK_STATES.map((state) => Math.max(...server[state]) / Math.min(...server[state])),
  )
  return Math.max(1, ...ratios)
}

/** Mean instructions a request in one state over those in another. */
export function tickRatio(server: TickedServer, state: TickState, over: TickState): number {
  return spreadOf(server[state]).mean / spreadOf(server[over]).mean
}
