/** Splits the history into comparable series, and finds changes and their likely causes. */
import {
  betweenPoints,
  type ChangePoint,
  changePoints,
  type Noise,
  ownVariance,
  type UnchangedPair,
} from '../stats/change-points.ts'
import type { HistoryLine, HistoryMetric, HistoryPoint } from './history.ts'

/**
 * Least standard deviation of the logarithm between runs of unchanged code, beyond the runs' own intervals. Counts: half the
 * tolerance of the counters' check. Ratios: the difference of three runs in one night (docs/report.md).
 */
const BETWEEN_RUNS: Record<HistoryMetric, number> = { instructions: 0.0005, requests: 0.02 }

/** A server in a line. */
export interface SeriesPoint extends HistoryPoint {
  date: string
  commit: string | null
  lockfile: string | null
  software: Record<string, string>
}

interface FoundChange extends ChangePoint {
  /** Dates of the last point before and the first after. */
  from: string
  to: string
  /** The likeliest first: `express 5.2.0 → 5.3.0`. */
  causes: string[]
}

/** Comparable points of one server, the oldest first. */
export interface HistorySeries {
  scenario: string
  metric: HistoryMetric
  /** Folder. */
  server: string
  displayName: string
  /** Conditions that all points share: counter or protocol, and relevant properties of the machine. */
  conditions: Record<string, string>
  points: SeriesPoint[]
  changes: FoundChange[]
}

/**
 * Groups points by scenario, metric, server, conditions and compilers.
 * @param lines from `readHistory`
 * @returns series in the order of their first point
 */
export function historySeries(lines: readonly HistoryLine[]): HistorySeries[] {
  const groups = Map.groupBy(lines, ({ scenario, metric, conditions }) => keyOf([scenario, metric, conditions]))
  return [...groups.values()].flatMap((group) => {
    const series = seriesOf(group)
    const [first] = group as [HistoryLine, ...HistoryLine[]]
    const between = betweenPoints(
      series.flatMap(({ points }) => unchangedPairs(points)),
      BETWEEN_RUNS[first.metric],
    )
    // A ratio varies with time on a machine, differently for each server, so another run must confirm it. A count does not.
    const noise = { between, confirmed: first.metric === 'requests' }
    return series.map((each) => ({ ...each, changes: changesOf(each.points, noise) }))
  })
}

/** Returns a key that ignores the order of a record's keys. */
function keyOf(parts: readonly (string | Record<string, string>)[]): string {
  return JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : Object.entries(part).sort())))
}

/** Returns a series per server, and per set of compilers switched off. */
function seriesOf(lines: readonly HistoryLine[]): HistorySeries[] {
  const points = lines.flatMap((line) =>
    Object.entries(line.servers).map(([server, point]) => ({
      server,
      line,
      point,
      key: keyOf([server, point.tiersOff]),
    })),
  )
  return [...Map.groupBy(points, ({ key }) => key).values()].map((group) => {
    const { server, line, point } = group.at(-1) as (typeof group)[number]
    return {
      scenario: line.scenario,
      metric: line.metric,
      server,
      displayName: point.displayName,
      conditions: { ...line.conditions, ...(point.tiersOff && { 'compilers switched off': point.tiersOff }) },
      points: group.map(({ line: { date, commit, lockfile, software }, point: each }) => ({
        ...each,
        date,
        commit,
        lockfile,
        software,
      })),
      changes: [],
    }
  })
}

/** Returns pairs of successive points with the same code, packages and runtime. */
function unchangedPairs(points: readonly SeriesPoint[]): UnchangedPair[] {
  return points.slice(1).flatMap((after, i) => {
    const before = points[i] as SeriesPoint
    const [a, b] = [ownVariance(before), ownVariance(after)]
    const isSame = before.lockfile === after.lockfile && causesBetween(before, after).length === 0
    if (!isSame || a === null || b === null) return []
    return [{ difference: Math.log(after.mean / before.mean), variance: a + b }]
  })
}

function changesOf(points: readonly SeriesPoint[], noise: Noise): FoundChange[] {
  return changePoints(points, noise).map((change) => {
    const [before, after] = [points[change.at - 1], points[change.at]] as [SeriesPoint, SeriesPoint]
    const causes = causesBetween(before, after)
    return {
      ...change,
      from: before.date,
      to: after.date,
      causes: causes.length > 0 ? causes : sourcesOf(before, after),
    }
  })
}

/** Names changed sources if the server's own digest is unknown. */
function sourcesOf(before: SeriesPoint, after: SeriesPoint): string[] {
  const isKnown = before.code !== null && after.code !== null
  if (isKnown || !before.commit || !after.commit || before.commit === after.commit) return []
  return [`this repository, ${before.commit.slice(0, 7)} → ${after.commit.slice(0, 7)}`]
}

/**
 * Returns known changes of a server: its packages, its runtime, its own files, other packages of the lockfile, and software.
 */
export function causesBetween(before: SeriesPoint, after: SeriesPoint): string[] {
  const packages = differences(packagesOf(before, after), packagesOf(after, before))
  const runtime = before.runtime === after.runtime ? [] : [`${before.runtime} → ${after.runtime.split(' ').at(-1)}`]
  // The digest of the files also depends on the versions.
  const isOtherCode = before.code !== null && after.code !== null && before.code !== after.code
  const own = packages.length === 0 && isOtherCode ? ['files of the server in this repository'] : []
  const software = differences(before.software, after.software)
  const named = [...packages, ...runtime, ...own]
  // Only the lockfile shows changes of indirect dependencies.
  const others = named.length === 0 && before.lockfile !== after.lockfile ? ['other packages of the lockfile'] : []
  return [...named, ...others, ...software]
}

/** Returns versions by name; only of the main package if a point does not have all. */
function packagesOf(point: SeriesPoint, other: SeriesPoint): Record<string, string> {
  if (point.packages && other.packages) return point.packages
  return point.version === null ? {} : { [point.displayName]: point.version }
}

function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [old, recent] = [before[name], after[name]]
    if (old === recent) return []
    if (old === undefined) return [`${name} ${recent} is new`]
    return [recent === undefined ? `${name} ${old} is gone` : `${name} ${old} → ${recent}`]
  })
}
