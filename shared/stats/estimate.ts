/** A figure and its 95% interval, if known. */
export interface Estimate {
  value: number
  low: number | null
  high: number | null
}

/** Applies a monotonic function to a figure and the ends of its interval. */
export function mapEstimate(
  { value, low, high }: Estimate,
  of: (value: number) => number,
): Estimate {
  if (low === null || high === null) return { value: of(value), low: null, high: null }
  const [from, to] = [of(low), of(high)]
  return { value: of(value), low: Math.min(from, to), high: Math.max(from, to) }
}

/**
 * Applies a function to independent estimates and propagates their intervals, if all are known. Each figure is set to the ends of
 * its interval while the others are fixed, and the squared changes are added (G. Y. Zou, A. Donner, "Construction of confidence
 * limits about effect measures: a general approach", Statistics in Medicine 27, 2008, which does not assume symmetry).
 * @param of monotonic in each figure
 */
export function propagated<const F extends readonly Estimate[]>(
  figures: F,
  of: (...values: { [I in keyof F]: number }) => number,
): Estimate {
  const values = figures.map((figure) => figure.value)
  const apply = (changed: number[]) => of(...(changed as { [I in keyof F]: number }))
  const value = apply(values)
  let [down, up] = [0, 0]
  for (const [i, { low, high }] of figures.entries()) {
    if (low === null || high === null) return { value, low: null, high: null }
    const changes = [low, high].map((end) => apply(values.with(i, end)) - value)
    down = Math.hypot(down, Math.min(0, ...changes))
    up = Math.hypot(up, Math.max(0, ...changes))
  }
  return { value, low: value - down, high: value + up }
}

/** Returns whether the interval is known and excludes zero. */
export function isSignificant({ low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low !== null && high !== null && (low > 0 || high < 0)
}
