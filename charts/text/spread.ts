/** How far a median is to be trusted: its 95% interval, or what the rounds did where they are too few for one. */
import type { Median, Result, Summary } from '../../shared/result/format.ts'

/** What the ends of all spreads of one figure are; with different rounds a chart would mix two things. */
export type SpreadKind = 'interval' | 'extremes'

export const spreadNames: Record<SpreadKind, { short: string; long: string }> = {
  interval: { short: '95% interval', long: '95% interval' },
  extremes: { short: 'min–max', long: 'lowest and highest round (too few rounds for a 95% interval)' },
}

export function spreadKind(result: Result, of: (summary: Summary) => Median): SpreadKind {
  const medians = result.servers.flatMap(({ summary }) => (summary ? [of(summary)] : []))
  return medians.every(({ low, high }) => low !== null && high !== null) ? 'interval' : 'extremes'
}

export function endsOf({ min, max, low, high }: Median, kind: SpreadKind): { low: number; high: number } {
  return kind === 'interval' && low !== null && high !== null ? { low, high } : { low: min, high: max }
}
