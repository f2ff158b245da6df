/** Figures of an overload: which count, and the worst. */
import type { Sample, Subject } from '../../format/measurement.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { medianEstimate } from '../../stats/intervals.ts'
import { medianOf } from '../../stats/statistics.ts'

/** Why a request was lost, with the words for it. */
export const LOSSES = {
  late: 'late',
  rejected: 'rejected',
  refused: 'refused',
  reset: 'reset',
  unsent: 'no connection',
} as const

export type Loss = keyof typeof LOSSES

/** Figures of a process at a multiple of its capacity. Losses are in percent of the requests that were due. */
export interface OverloadValues extends Record<Loss, number> {
  /** Right responses in time, in percent of the capacity. */
  goodput: number
  /** In percent of the requests that were due: those that the load generator was too busy to send then. */
  behind: number
  /** ms from due to response, of the good ones; null without any. */
  p99: number | null
  /** Peak resident size, relative to that at the lowest multiple. */
  memory: number
  /** ms after the load fell until responses were good again; null: not while loaded. */
  recovery: number | null
}

export type Figure = keyof OverloadValues

/** Percentage of the requests that the load generator may send late, in the median process. */
const BEHIND = 5
/** Goodput, in percent: no server does so much more than a capacity that was measured correctly. */
const IMPOSSIBLE = 110
/** Reasons for no figure, by the words in its place. */
export const REASONS = {
  'not sent': 'the load generator could not send that many requests',
  'not warm':
    'the capacity was underestimated: most processes were still warming up, or later handled over 10% more, so the load was lower than stated',
}

/** Returns a figure of each process that has it; a recovery that was not seen is infinite. */
const valuesAt = ({ samples }: Subject, multiple: number, figure: Figure): number[] =>
  samples.flatMap(({ values }) => {
    const value = values[`${figure}@${multiple}`]
    if (value === null && figure === 'recovery') return Number.POSITIVE_INFINITY
    return typeof value === 'number' ? value : []
  })

/** Returns whether the capacity of a process was underestimated. */
const isTooLow = ({ values }: Sample) =>
  !values.settled ||
  Object.entries(values).some(
    ([id, value]) => id.startsWith('goodput@') && Number(value) > IMPOSSIBLE,
  )

/** Returns the words in place of figures at a load; empty if they count. */
export function missingAt(server: Subject, multiple: number): keyof typeof REASONS | '' {
  const { samples } = server
  if (2 * samples.filter(isTooLow).length > samples.length) return 'not warm'
  const behind = valuesAt(server, multiple, 'behind')
  return behind.length > 0 && medianOf(behind) > BEHIND ? 'not sent' : ''
}

/** Returns the median over processes; null if one of them has no figure, or none counts. */
export function figureAt(server: Subject, multiple: number, figure: Figure): Estimate | null {
  const values = valuesAt(server, multiple, figure)
  return values.length < server.samples.length || missingAt(server, multiple)
    ? null
    : medianEstimate(values)
}

/** Returns the lowest goodput; null if some is unknown, or a process exceeded its capacity, which was wrong then. */
export function worstOf(server: Subject, overloads: readonly number[]) {
  const figures = overloads.flatMap((multiple) => {
    const { low, high } = figureAt(server, multiple, 'goodput') ?? {}
    return low != null && high != null ? [{ name: server.displayName, low, high }] : []
  })
  const [worst = null] = figures.toSorted((a, b) => a.low - b.low)
  return figures.length < overloads.length || server.samples.some(isTooLow) ? null : worst
}
