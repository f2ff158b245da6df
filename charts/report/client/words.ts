/** Figures as the page says them. */
import { ratioText, significant } from '../../text/numbers.ts'
import type { Figure } from '../data.ts'
import type { Ratio } from '../pairs.ts'

/** Half of an interval, relative to its middle: `± 5.7%`; empty where it is not known or has no width. */
export function plusMinus(value: number, low: number | null, high: number | null): string {
  if (low === null || high === null || low === high || value === 0) return ''
  const percent = (50 * (high - low)) / Math.abs(value)
  return `± ${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)}%`
}

/** With a minus that is one. */
function signed(value: number, digits = 3): string {
  return value < 0 ? `−${significant(-value, digits)}` : significant(value, digits)
}

/** With its interval: `1.66 (1.57–1.76)`. */
export function figureWithEnds([value, low, high]: Figure, digits = 3): string {
  const isAlone = low === null || high === null || low === high
  if (isAlone) return signed(value, digits)
  return `${signed(value, digits)} (${signed(low, digits)}${low < 0 ? ' to ' : '–'}${signed(high, digits)})`
}

/** `1.649 (1.592–1.708)`. */
export function ratioWithEnds({ ratio, low, high }: Ratio): string {
  if (low === null || high === null) return ratioText(ratio)
  return low === high ? ratioText(ratio) : `${ratioText(ratio)} (${ratioText(low)}–${ratioText(high)})`
}

/** Whether the data show a difference: 1 is outside of the interval. */
export function isDifferent({ low, high }: Ratio): boolean {
  return low !== null && high !== null && (low > 1 || high < 1)
}

export const RUNTIMES: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }
