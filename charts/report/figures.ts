/** Rounds figures for the report's data. */
import type { Figure } from './data.ts'

const DIGITS = 5

export function rounded(value: number, digits = DIGITS): number {
  return Number(value.toPrecision(digits))
}

export function figure(value: number, low?: number | null, high?: number | null): Figure {
  const end = (each: number | null | undefined) => (each === null || each === undefined ? null : rounded(each))
  return [rounded(value), end(low), end(high)]
}
