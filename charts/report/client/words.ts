/** Formats figures. */
import { significant } from '../../../shared/text/numbers.ts'
import type { Figure, Kind } from '../data.ts'

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

export const KINDS: Record<Kind, string> = {
  framework: 'frameworks',
  validator: 'validators on a bare server',
  serializer: 'serializers on a bare server',
  bare: 'bare runtimes',
}

/** Heads the block below the ranked servers. */
export const UNRANKED = 'Unranked: accepts invalid data'

export const RUNTIMES: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }
