/** A figure and its 95% interval, if known. */
export interface Estimate {
  value: number
  low: number | null
  high: number | null
}

/** Applies a monotonic function to a figure and the ends of its interval. */
export function mapEstimate({ value, low, high }: Estimate, of: (value: number) => number): Estimate {
  if (low === null || high === null) return { value: of(value), low: null, high: null }
  const [from, to] = [of(low), of(high)]
  return { value: of(value), low: Math.min(from, to), high: Math.max(from, to) }
}

/** Returns whether the interval is known and excludes zero. */
export function isSignificant({ low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low !== null && high !== null && (low > 0 || high < 0)
}
