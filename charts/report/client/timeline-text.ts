/** A time line without the page: where its points stand, in the units of its picture, and what it says in words. */
import { significant } from '../../text/numbers.ts'
import type { HistoryChange, HistoryData, TimePoint } from '../data.ts'
import { minuteOf } from './words.ts'

/** One server's numbers of one kind. */
export interface Timeline {
  displayName: string
  metric: HistoryData['metric']
  dates: readonly string[]
  points: readonly TimePoint[]
  changes: readonly HistoryChange[]
}

/** As many digits as tell numbers of this kind apart. */
export function valueText(metric: HistoryData['metric'], value: number): string {
  return metric === 'instructions' ? significant(value, 5) : value.toFixed(3)
}

/** Round values between two, four about. */
export function ticksBetween(least: number, most: number): number[] {
  const rough = (most - least) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(least / step)
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, i) => (first + i) * step)
}

/** In a sentence or two, what the points show. */
export function summaryText({ displayName, dates, points, changes }: Timeline): string {
  const day = (place: number) => minuteOf(dates[points[place]?.[0] ?? 0] ?? '')
  if (points.length === 1) {
    return `${displayName} has one stored number that may be compared with others of its kind, of ${day(0)} UTC: nothing to compare it with yet.`
  }
  const span = `${points.length} stored numbers of ${displayName} from ${day(0)} to ${day(points.length - 1)} UTC`
  if (changes.length === 0) return `${span} show no change.`
  return `${span} show ${changes.length === 1 ? 'one change' : `${changes.length} changes`}.`
}

/** `+1.0% (+0.8 to +1.2%) from 2026-11-03 10:00 to 2026-11-04 10:00; likely cause: express 5.2.0 → 5.3.0`. */
export function changeText({ dates, points }: Timeline, { at, ratio, causes }: HistoryChange): string {
  const when = (place: number) => minuteOf(dates[points[place]?.[0] ?? 0] ?? '')
  const [value, low, high] = ratio
  const interval = low === null || high === null ? '' : ` (${percent(low)} to ${percent(high)})`
  const cause = causes.length > 0 ? `likely cause: ${causes.join('; ')}` : 'nothing is known to have changed'
  return `${percent(value)}${interval} from ${when(at - 1)} to ${when(at)} UTC; ${cause}`
}

function percent(ratio: number): string {
  const part = 100 * (ratio - 1)
  return `${part < 0 ? '−' : '+'}${Math.abs(part).toFixed(2)}%`
}

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
  const values = points.flatMap(([, mean, low, high]) => [mean, low ?? mean, high ?? mean])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = most > least ? 0.08 * (most - least) : 0.05 * most
  const [bottom, top] = [Math.max(0, least - room), most + room]
  const inner = FRAME.width - FRAME.left - FRAME.right
  const x = (place: number) => FRAME.left + (inner * (place + 0.5)) / points.length
  const y = (value: number) => FRAME.top + ((FRAME.height - FRAME.top - FRAME.bottom) * (top - value)) / (top - bottom)
  let last = Number.NEGATIVE_INFINITY
  const labelAt = (i: number): number | null => {
    const label = points[i]?.[4] ?? null
    if (label === points[i - 1]?.[4] || x(i) - last < LABEL) return null
    last = x(i)
    return label
  }
  return {
    points: points.map(([, mean, low, high], i) => ({
      x: x(i),
      y: y(mean),
      ends: low === null || high === null ? null : [y(low), y(high)],
      label: labelAt(i),
    })),
    changes: changes.map(({ at }, i) => ({ x: (x(at - 1) + x(at)) / 2, number: i + 1 })),
    ticks: ticksBetween(bottom, top).map((value) => ({ y: y(value), value })),
  }
}
