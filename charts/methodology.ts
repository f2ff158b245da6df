/** METHODOLOGY's region that shows the method at work in the published result. */
import type { Result, ServerResult, Trial } from '../bench/result.ts'
import { inline, table } from './markdown.ts'
import { replaceRegion } from './regions.ts'

export function updateMethodology(page: string, result: Result): string {
  return replaceRegion(page, 'evidence', evidence(result))
}

/** One row a server: how long it took to be warm, whether the first slice was like the rest, how sure its ratio is. */
function evidence(result: Result): string {
  const servers = result.servers.filter(({ summary }) => summary)
  const header = [
    'server',
    'warm after, s',
    'rounds that settled',
    'first slice / the others',
    `interval of the ratio to ${inline(result.baseline)}`,
    'load generator CPU, %',
  ]
  return table(
    header,
    servers.map(row),
    header.map((_, i) => (i === 0 ? 'left' : 'right')),
  )
}

function row(server: ServerResult): string[] {
  const { trials, summary } = server
  const ratio = summary?.ratioToBaseline
  const known = ratio && ratio.low !== null && ratio.high !== null && ratio.low !== ratio.high
  return [
    inline(server.displayName),
    median(trials.map(({ warmUp }) => warmUp.seconds)).toFixed(1),
    `${trials.filter(({ warmUp }) => warmUp.settled).length} of ${trials.length}`,
    median(trials.map(firstToRest)).toFixed(3),
    known ? `±${((((ratio.high ?? 0) - (ratio.low ?? 0)) / 2 / ratio.ratio) * 100).toFixed(1)}%` : '',
    median(trials.map(({ generator }) => generator.cpuPercent)).toFixed(0),
  ]
}

/** Requests/s of the first slice over the mean of those after it. */
function firstToRest({ slices }: Trial): number {
  const [first = Number.NaN, ...rest] = slices.map(({ requests, seconds }) => requests / seconds)
  return first / (rest.reduce((sum, rate) => sum + rate, 0) / rest.length)
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}
