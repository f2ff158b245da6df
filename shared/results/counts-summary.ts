/** What follows from the processes of a server whose instructions were counted. */

import { meanEstimate } from '../stats/intervals.ts'
import { spreadOf } from '../stats/statistics.ts'
import type { CountedProcess, CountedServer, CountsSummary, Tiers } from './instructions.ts'

/** Instructions a request of the first thread, over both halves. */
export function javascriptOf({ first, second }: CountedProcess): number {
  return (first.javascript + second.javascript) / 2
}

/** Mean over the processes with Student's t interval; null where there is no process. */
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

/** Between processes, relative: of one program they differ by less, unless the compiler does otherwise in each. */
const SCATTERED = 0.01

/** What is held against a count, with the mark that it is shown by. */
const FLAWS = [
  {
    mark: '¶',
    meaning: 'not settled: the count still moved when counting began or ended',
    applies: ({ settled }: CountsSummary) => !settled,
  },
  {
    mark: '§',
    meaning: 'scattered: processes of the server differ by more than 1% (standard deviation)',
    applies: ({ sd }: CountsSummary) => sd > SCATTERED,
  },
] as const

/** The marks of a server's count; empty where nothing is held against it. */
export function countMarks(summary: CountsSummary): string {
  return FLAWS.filter(({ applies }) => applies(summary))
    .map(({ mark }) => mark)
    .join('')
}

/** For each mark that is on one of the servers its meaning, with their names. */
export function countFootnotes(servers: readonly Pick<CountedServer, 'displayName' | 'summary'>[]): string[] {
  return FLAWS.flatMap(({ mark, meaning, applies }) => {
    const names = servers.flatMap(({ displayName, summary }) => (summary && applies(summary) ? [displayName] : []))
    return names.length > 0 ? [`${mark} ${meaning}: ${names.join(', ')}`] : []
  })
}

/** The engine and its tiers of compiler: `V8 13.6 with Ignition, Sparkplug; off: Maglev`. */
export function tiersText({ engine, on, off }: Tiers): string {
  return `${engine} with ${on.join(', ')}${off.length > 0 ? `; off: ${off.join(', ')}` : ''}`
}
