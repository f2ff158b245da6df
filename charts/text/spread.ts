/** How far a median is to be trusted: its 95% interval, or what the rounds did where they are too few for one. */
import type { Median, Result, ServerResult, Summary } from '../../shared/result/format.ts'

/** What the ends of all spreads of one figure are; with different rounds a chart would mix two things. */
export type SpreadKind = 'interval' | 'extremes'

export interface SpreadNames {
  /** In a table's header. */
  short: string
  /** In a sentence. */
  long: string
}

export function spreadNames(kind: SpreadKind): SpreadNames {
  if (kind === 'extremes') {
    const long = 'lowest and highest round (too few rounds for a 95% interval)'
    return { short: 'min–max', long }
  }
  return {
    short: '95% interval within the run',
    long: '95% interval within the run: what differs from run to run is not in it',
  }
}

/** A figure of a server that has numbers. */
export type FigureOf<Figure> = (summary: Summary, server: ServerResult) => Figure

export function spreadKind(result: Result, of: FigureOf<Median>): SpreadKind {
  const medians = result.servers.flatMap((server) => (server.summary ? [of(server.summary, server)] : []))
  return medians.every(({ low, high }) => low !== null && high !== null) ? 'interval' : 'extremes'
}

export function endsOf({ min, max, low, high }: Median, kind: SpreadKind): { low: number; high: number } {
  return kind === 'interval' && low !== null && high !== null ? { low, high } : { low: min, high: max }
}
