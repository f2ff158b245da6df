/** What servers execute for a request in either of the two states that a warm Node can be in: the figures of an experiment. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { oneLine } from '../basics/text.ts'
import { spreadOf } from './statistics.ts'

/** What a process's ticks went through before its first request. */
export const TICK_STATES = ['asStarted', 'held', 'collected'] as const

export type TickState = (typeof TICK_STATES)[number]

const counts = z.array(z.number().nonnegative()).min(1).describe('instructions a request; a process each')

const TickedServer = z.strictObject({
  name: z.string().describe('folder'),
  asStarted: counts,
  held: counts,
  collected: counts,
})

const TickFigures = z.strictObject({
  node: z.string().describe('version of Node, which runs the servers'),
  version: z.string().describe('of the counter'),
  servers: z.array(TickedServer),
})

export type TickedServer = z.infer<typeof TickedServer>
export type TickFigures = z.infer<typeof TickFigures>

/** From the repository's root. */
const FILE = 'results/experiments/ticks.json'

/**
 * The stored figures; null where the experiment was not made.
 * @throws UsageError where the file is broken
 */
export function readTicks(root = ROOT): TickFigures | null {
  const path = join(root, FILE)
  if (!existsSync(path)) return null
  try {
    return z.object({ figures: TickFigures }).parse(JSON.parse(readFileSync(path, 'utf8'))).figures
  } catch (error) {
    throw new UsageError(`${FILE} holds no figures of the experiment on ticks: ${oneLine(messageOf(error))}`)
  }
}

/** In which state a server's processes start; `unclear` where one of them lies between both. */
export type StartState = 'collected' | 'not collected' | 'in either' | 'unclear'

/** Each process is in a state when it lies within a third of the way that leads from it to the other. */
export function startState({ asStarted, held, collected }: TickedServer): StartState {
  const fast = spreadOf(held).mean
  const way = spreadOf(collected).mean - fast
  const states = asStarted.map((count) => {
    const gone = (count - fast) / way
    if (gone < 1 / 3) return 'not collected'
    return gone > 2 / 3 ? 'collected' : 'unclear'
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
