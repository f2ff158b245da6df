/** Summarizes the counted processes of a server. */

import * as statistics from 'simple-statistics'
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

/** Multiple of the interquartile range above the third quartile. */
const FENCE = 3
/** Least number of changes for quartiles, as three processes have. */
const LEAST_CHANGES = 3
/** Least noise: the tolerance of the counter's check. */
const LEAST_NOISE = 0.001

/**
 * Returns the relative change of a mean that unchanged code does not reach, as in rustc's benchmarks (rust-lang/rustc-perf,
 * comparison-analysis.md): the third quartile of the changes between processes of the same code plus three interquartile
 * ranges, scaled to means of several processes. At least 0.1%.
 * @returns null with too few processes
 */
export function noiseOf(before: readonly number[], after: readonly number[]): number | null {
  const sizes = [before, after].flatMap(changesBetween).sort((a, b) => a - b)
  if (sizes.length < LEAST_CHANGES) return null
  const half = Math.floor(sizes.length / 2)
  // As in rustc-perf: the medians of the lower and the upper half.
  const [first, third] = [statistics.median(sizes.slice(0, half)), statistics.median(sizes.slice(-half))]
  const scale = Math.sqrt((1 / before.length + 1 / after.length) / 2)
  return Math.max(LEAST_NOISE, scale * (third + FENCE * (third - first)))
}

/** Returns the sizes of the relative changes from each count to each later one. */
function changesBetween(counts: readonly number[]): number[] {
  return counts.flatMap((count, i) => counts.slice(i + 1).map((other) => Math.abs(other / count - 1)))
}

/** Relative standard deviation between processes above which they are marked: the compiler then behaves differently in each. */
const SCATTERED = 0.01

/** Caveats of counts, with their marks. */
const FLAWS = [
  {
    mark: '¶',
    meaning: 'not settled: the count was still changing when counting began or ended',
    applies: ({ settled }: CountsSummary) => !settled,
  },
  {
    mark: '§',
    meaning: 'scattered: processes of the server differ by more than 1% (standard deviation)',
    applies: ({ sd }: CountsSummary) => sd > SCATTERED,
  },
] as const

/** Returns the marks of a server's count; empty without caveats. */
export function countMarks(summary: CountsSummary): string {
  return FLAWS.filter(({ applies }) => applies(summary))
    .map(({ mark }) => mark)
    .join('')
}

/** Explains each mark that occurs, with the servers' names. */
export function countFootnotes(servers: readonly Pick<CountedServer, 'displayName' | 'summary'>[]): string[] {
  return FLAWS.flatMap(({ mark, meaning, applies }) => {
    const names = servers.flatMap(({ displayName, summary }) => (summary && applies(summary) ? [displayName] : []))
    return names.length > 0 ? [`${mark} ${meaning}: ${names.join(', ')}`] : []
  })
}
