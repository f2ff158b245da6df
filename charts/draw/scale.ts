/** Logarithmic axes. */
import { rule, text } from './svg.ts'
import type { Theme } from './theme.ts'

export type Domain = readonly [from: number, to: number]

/** Returns the function from values to places in px: the domain's start is at 0, and its end at `length`. */
export function logScale([from, to]: Domain, length: number): (value: number) => number {
  return (value) => (length * Math.log(value / from)) / Math.log(to / from)
}

/**
 * Returns 1, 2 and 5 times powers of ten; where few of these are within the domain, other digits, and where many, powers alone. An
 * axis from zero has equal steps.
 */
export function ticks([from, to]: Domain): number[] {
  if (from === 0) return linearTicks(to)
  const powers = Array.from({ length: 16 }, (_, i) => 10 ** (i - 6))
  const within = (digits: readonly number[]) =>
    powers
      .flatMap((power) => digits.map((digit) => digit * power))
      .filter((tick) => tick >= from && tick <= to)
  const usual = within([1, 2, 5])
  if (usual.length < 3) return within([1, 2, 3, 4, 5, 6, 8])
  return usual.length > 12 ? within([1]) : usual
}

/** Returns four to nine multiples of 1, 2 or 5 times a power of ten. */
function linearTicks(to: number): number[] {
  const power = 10 ** Math.floor(Math.log10(to / 4))
  const step = [5, 2, 1].map((digit) => digit * power).find((each) => to / each >= 4) ?? power
  return Array.from({ length: Math.floor(to / step) + 1 }, (_, i) => i * step)
}

/** `0.2`, `50`, `20k`, `1M`. */
export function tickText(value: number): string {
  const [unit, sign] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${Number((value / unit).toPrecision(3))}${sign}`
}

/** Returns the grid of a horizontal axis, and its labels and title below. */
export function axisBelow(
  title: string,
  domain: Domain,
  { width, height }: { width: number; height: number },
  theme: Theme,
): string[] {
  const scale = logScale(domain, width)
  return [
    ...ticks(domain).flatMap((tick) => [
      rule([scale(tick), 0], [scale(tick), height], theme.grid),
      text(tickText(tick), scale(tick), height + 12, { fill: theme.muted, anchor: 'middle' }),
    ]),
    text(title, width / 2, height + 32, { fill: theme.muted, anchor: 'middle' }),
  ]
}
