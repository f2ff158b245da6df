/** Where the points of a time line stand, in the units of its picture. */
import type { HistoryChange } from '../data.ts'
import type { TimePoint } from '../time-points.ts'
import { ticksBetween } from './timeline-text.ts'

export const FRAME = { width: 760, height: 260, left: 74, right: 20, top: 26, bottom: 54 } as const

/** Between the middles of two labels. */
const LABEL = 70

interface PlacedPoint {
  x: number
  y: number
  /** Ends of the whisker; null where no interval is known. */
  ends: [low: number, high: number] | null
  /** A place in the report's texts; null where it is the one before's, or there is no room beside another one. */
  label: number | null
}

export interface TimelineLayout {
  points: PlacedPoint[]
  /** Between the two points of each change, with its number from 1. */
  changes: { x: number; number: number }[]
  ticks: { y: number; value: number }[]
}

/** Points stand at equal distances in the order of time; the scale holds all whiskers, and does not begin at nothing. */
export function timelineLayout(points: readonly TimePoint[], changes: readonly HistoryChange[]): TimelineLayout {
  const values = points.flatMap(({ mean, low, high }) => [mean, low ?? mean, high ?? mean])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = most > least ? 0.08 * (most - least) : 0.05 * most
  const [bottom, top] = [Math.max(0, least - room), most + room]
  const inner = FRAME.width - FRAME.left - FRAME.right
  const x = (place: number) => FRAME.left + (inner * (place + 0.5)) / points.length
  const y = (value: number) => FRAME.top + ((FRAME.height - FRAME.top - FRAME.bottom) * (top - value)) / (top - bottom)
  let last = Number.NEGATIVE_INFINITY
  const labelAt = (i: number): number | null => {
    const label = points[i]?.label ?? null
    if (label === points[i - 1]?.label || x(i) - last < LABEL) return null
    last = x(i)
    return label
  }
  return {
    points: points.map(({ mean, low, high }, i) => ({
      x: x(i),
      y: y(mean),
      ends: low === null || high === null ? null : [y(low), y(high)],
      label: labelAt(i),
    })),
    changes: changes.map(({ at }, i) => ({ x: (x(at - 1) + x(at)) / 2, number: i + 1 })),
    ticks: ticksBetween(bottom, top).map((value) => ({ y: y(value), value })),
  }
}
