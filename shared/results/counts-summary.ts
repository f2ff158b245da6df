/** Summarizes the counted processes of a server. */

import { meanEstimate } from '../stats/intervals.ts'
import { spreadOf } from '../stats/statistics.ts'
import type { CountedProcess, CountedServer, CountsSummary } from './instructions.ts'

/** Returns instructions per request of the first thread, over both halves. */
export function javascriptOf({ first, second }: CountedProcess): number {
  return (first.javascript + second.javascript) / 2
}

/** Returns the mean over processes with Student's t interval; null without processes. */
export function summarizeProcesses(processes: readonly CountedProcess[]): CountedServer['summary'] {
  if (processes.length === 0) return null
  const counts = processes.map(javascriptOf)
  const { mean, sd } = spreadOf(counts)
  const { low, high } = meanEstimate(counts)
  return {
    javascript: mean,
    low: low && Math.max(0, low),
    high,
    sd: sd / mean,
    others: spreadOf(processes.map(({ first, second }) => (first.others + second.others) / 2)).mean,
    settled: processes.every(({ settled }) => settled),
  }
}

/** Relative standard deviation between processes above which they are scattered: the compiler then behaves differently in each. */
const SCATTERED = 0.01

/** Caveats of counts. */
const FLAWS = [
  {
    word: 'unsettled',
    meaning: 'the count was still changing when counting began or ended',
    applies: ({ settled }: CountsSummary) => !settled,
  },
  {
    word: 'scattered',
    meaning: 'processes of the server differ by more than 1% (standard deviation)',
    applies: ({ sd }: CountsSummary) => sd > SCATTERED,
  },
] as const

/** Returns a server's caveats in brackets; empty without any. */
export function countCaveats(summary: CountsSummary): string {
  const words = FLAWS.filter(({ applies }) => applies(summary)).map(({ word }) => word)
  return words.length > 0 ? `(${words.join(', ')})` : ''
}

/** Explains each caveat that occurs, with the servers' names. */
export function countFootnotes(
  servers: readonly Pick<CountedServer, 'displayName' | 'summary'>[],
): string[] {
  return FLAWS.flatMap(({ word, meaning, applies }) => {
    const names = servers.flatMap(({ displayName, summary }) =>
      summary && applies(summary) ? [displayName] : [],
    )
    return names.length > 0 ? [`${word}: ${meaning}: ${names.join(', ')}`] : []
  })
}
