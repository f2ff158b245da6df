/** Numbers as text, the same on every machine: no locale is asked. */
import { grouped as thousands } from '../../shared/basics/text.ts'
import type { Estimate } from '../../shared/stats/matter.ts'

/** Rounded to so many significant digits, with thousands separated: `65,430`, `12.3`, `0.456`. */
export function significant(value: number, digits = 3): string {
  const near = Number(value.toPrecision(digits))
  const magnitude = near === 0 ? digits - 1 : Math.floor(Math.log10(near))
  const [whole = '', fraction] = near.toFixed(Math.max(0, digits - 1 - magnitude)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `low–high`, `-2 to 3` where one is below zero, or nothing where both read the same. */
export function range(low: number, high: number, format: (value: number) => string): string {
  return format(low) === format(high) ? '' : [low, high].map((end) => format(end)).join(low < 0 ? ' to ' : '–')
}

/** `2`, `2, 3`, `4–7, 12`: CPU numbers, neighbours drawn together. */
export function cpuList(cpus: number[]): string {
  const sorted = cpus.toSorted((a, b) => a - b)
  const starts = sorted.filter((cpu) => !sorted.includes(cpu - 1))
  const ends = sorted.filter((cpu) => !sorted.includes(cpu + 1))
  return starts.map((start, i) => (start === ends[i] ? `${start}` : `${start}–${ends[i]}`)).join(', ')
}

/** Bytes to megabytes of 10⁶ bytes. */
export function megabytes({ value, low, high }: Estimate): Estimate {
  return { value: value / 1e6, low: low === null ? null : low / 1e6, high: high === null ? null : high / 1e6 }
}

/** Ratios of servers are told apart down to a few thousandths. */
export function ratioText(ratio: number): string {
  return ratio.toFixed(3)
}

/** Requests/s, to four digits: `12,340`. */
export const rateText = (rate: number) => thousands(Number(rate.toPrecision(4)))
