/** Formats numbers without the machine's locale. */
import { grouped as thousands } from '../basics/text.ts'
import type { Summary } from '../format/format.ts'
import { type Estimate, mapEstimate } from '../stats/estimate.ts'

/** Rounds to significant digits and separates thousands: `65,430`, `12.3`, `0.456`. */
export function significant(value: number, digits = 3): string {
  const near = Number(value.toPrecision(digits))
  const magnitude = near === 0 ? digits - 1 : Math.floor(Math.log10(near))
  const [whole = '', fraction] = near.toFixed(Math.max(0, digits - 1 - magnitude)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Returns `low–high`, `-2 to 3` if one is negative, or an empty string if both are formatted alike. */
export function range(low: number, high: number, format: (value: number) => string): string {
  return format(low) === format(high)
    ? ''
    : [low, high]
        .map((end) => format(end))
        .join(low < 0 || format(high).startsWith('+') ? ' to ' : '–')
}

/** Formats ` ± 1.2%` of the value; empty without an interval, with one of no width, and for values of zero or less. */
export function percentText(value: number, low: number | null, high: number | null): string {
  if (low === null || high === null || high <= low || value <= 0) return ''
  return ` ± ${significant((50 * (high - low)) / value, 2)}%`
}

/**
 * Formats a share: `0.6%`.
 * @param digits significant ones; by default all but those of rounding errors
 */
export const shareText = (share: number, digits = 12) =>
  `${Number((100 * share).toPrecision(digits))}%`

/** Formats CPU numbers with consecutive ones merged: `2`, `2, 3`, `4–7, 12`. */
export function cpuList(cpus: number[]): string {
  const sorted = cpus.toSorted((a, b) => a - b)
  const starts = sorted.filter((cpu) => !sorted.includes(cpu - 1))
  const ends = sorted.filter((cpu) => !sorted.includes(cpu + 1))
  return starts
    .map((start, i) => (start === ends[i] ? `${start}` : `${start}–${ends[i]}`))
    .join(', ')
}

/** Formats a difference with two significant digits and its sign: `+6.7`, `−12`. */
export function signedText(value: number): string {
  return `${value < 0 ? '−' : '+'}${significant(Math.abs(value), 2)}`
}

/** Converts bytes to MB (10⁶ bytes). */
export function megabytes(bytes: Estimate): Estimate {
  return mapEstimate(bytes, (value) => value / 1e6)
}

/** Formats a ratio of rates; intervals go down to a few thousandths. */
export function ratioText(ratio: number): string {
  return ratio.toFixed(3)
}

/** Formats requests/s to four digits: `12,340`. */
export const rateText = (rate: number) => thousands(Number(rate.toPrecision(4)))

/** Formats `3` or `3–6`; empty for an unranked server. */
export function rankText(ranks: Summary['ranks']): string {
  if (!ranks) return ''
  const { best, worst } = ranks
  return best === worst ? String(best) : `${best}–${worst}`
}
