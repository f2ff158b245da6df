/** Formats figures. */
import { significant } from '../../text/numbers.ts'
import type { Figure } from '../data.ts'

/** Formats the half width of an interval relative to the value: `± 5.7%`; empty without an interval or width. */
export function plusMinus(value: number, low: number | null, high: number | null): string {
  if (low === null || high === null || low === high || value === 0) return ''
  const percent = (50 * (high - low)) / Math.abs(value)
  return `± ${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)}%`
}

/** Formats with a minus sign instead of a hyphen. */
function signed(value: number, digits = 3): string {
  return value < 0 ? `−${significant(-value, digits)}` : significant(value, digits)
}

/** Formats `1.66 (1.57–1.76)`. */
export function figureWithEnds([value, low, high, marks = '']: Figure, digits = 3): string {
  const text = `${signed(value, digits)}${marks}`
  if (low === null || high === null || low === high) return text
  return `${text} (${signed(low, digits)}${low < 0 ? ' to ' : '–'}${signed(high, digits)})`
}

export const RUNTIMES: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }
