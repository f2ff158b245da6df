/** What the time line says in words, without the page. */
import { significant } from '../../text/numbers.ts'
import type { HistoryChange, HistoryData } from '../data.ts'
import type { TimePoint } from '../time-points.ts'
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
  const day = (place: number) => minuteOf(dates[points[place]?.date ?? 0] ?? '')
  if (points.length === 1) {
    return `${displayName} has one stored number that may be compared with others of its kind, of ${day(0)} UTC: nothing to compare it with yet.`
  }
  const span = `${points.length} stored numbers of ${displayName} from ${day(0)} to ${day(points.length - 1)} UTC`
  if (changes.length === 0) return `${span} show no change.`
  return `${span} show ${changes.length === 1 ? 'one change' : `${changes.length} changes`}.`
}

/** `+1.0% (+0.8 to +1.2%) from 2026-11-03 10:00 to 2026-11-04 10:00; likely cause: express 5.2.0 → 5.3.0`. */
export function changeText({ dates, points }: Timeline, { at, ratio, causes }: HistoryChange): string {
  const when = (place: number) => minuteOf(dates[points[place]?.date ?? 0] ?? '')
  const [value, low, high] = ratio
  const interval = low === null || high === null ? '' : ` (${percent(low)} to ${percent(high)})`
  const cause = causes.length > 0 ? `likely cause: ${causes.join('; ')}` : 'nothing is known to have changed'
  return `${percent(value)}${interval} from ${when(at - 1)} to ${when(at)} UTC; ${cause}`
}

function percent(ratio: number): string {
  const part = 100 * (ratio - 1)
  return `${part < 0 ? '−' : '+'}${Math.abs(part).toFixed(2)}%`
}
