/**
 * What two versions of a package come to. By requests/s: the ratio of both over all trials of the run, as two servers of one
 * run are compared (`compare.ts`). By instructions: the ratio of the means over fresh processes with Welch's interval; a
 * difference is one beyond the gate that `compare --metric instructions` has, learned from the processes of both, whose
 * interval does not hold 1 either.
 */
import { compareServers } from '../../../shared/results/compare.ts'
import { changesBetween, gateOf } from '../../../shared/results/compare-counts.ts'
import { javascriptOf } from '../../../shared/results/counts-summary.ts'
import type { UnsealedCounts } from '../../../shared/results/instructions.ts'
import { unpairedRatioInterval } from '../../../shared/stats/estimates.ts'
import { isTie } from '../../../shared/stats/intervals.ts'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import type { UnsealedVersions } from './format.ts'

/** Metrics, as tables name them. */
export const METRICS = { instructions: 'instructions/request', requests: 'requests/s' } as const

type VersionsMetric = keyof typeof METRICS

export interface VersionsVerdict {
  metric: VersionsMetric
  /** Instructions a request of the first thread, or requests/s. */
  first: number
  second: number
  /** Second over first: above 1 more instructions, which is slower, or more requests/s, which is faster. */
  ratio: number
  /** Of the 95% interval; null where there is none. */
  low: number | null
  high: number | null
  /** The change of instructions that unchanged code does not reach; null of requests/s, and with too few processes. */
  gate: number | null
  /** Of the second: unknown where the data can tell none. */
  difference: 'faster' | 'slower' | 'none' | 'unknown'
}

type Compared = Pick<UnsealedVersions, 'counts' | 'run' | 'first' | 'second'>

/** Of each metric that there is, instructions first. */
export function versionsVerdicts({ counts, run, first, second }: Compared): VersionsVerdict[] {
  const labels: [string, string] = [first.label, second.label]
  return [...(counts ? [verdictOfCounts(counts, labels)] : []), ...(run ? [verdictOfRun(run, labels)] : [])]
}

function verdictOfCounts(counts: UnsealedCounts, labels: [string, string]): VersionsVerdict {
  const [before, after] = labels.map((label) => {
    const server = counts.servers.find(({ name }) => name === label)
    return (server?.processes ?? []).map(javascriptOf)
  }) as [number[], number[]]
  const estimate = unpairedRatioInterval(after, before)
  const [first, second] = [spreadOf(before).mean, spreadOf(after).mean]
  const { ratio, low, high } = estimate ?? { ratio: second / first, low: null, high: null }
  const gate = gateOf([...changesBetween(before), ...changesBetween(after)], before.length, after.length)
  const isBeyond = gate !== null && Math.abs(ratio - 1) > gate && !isTie(estimate)
  const difference = gate === null ? 'unknown' : !isBeyond ? 'none' : ratio > 1 ? 'slower' : 'faster'
  return { metric: 'instructions', first, second, ratio, low, high, gate, difference }
}

function verdictOfRun(run: NonNullable<UnsealedVersions['run']>, [first, second]: [string, string]): VersionsVerdict {
  const { rows } = compareServers({ file: 'the run', result: run }, first, second, undefined)
  const [{ ratio, low, high, difference, old, new: recent }] = rows as [(typeof rows)[number]]
  return {
    metric: 'requests',
    first: old.requestsPerSecond,
    second: recent.requestsPerSecond,
    ratio,
    low,
    high,
    gate: null,
    difference,
  }
}

/**
 * Whether the second is slower by more than the threshold with confidence: the whole interval lies beyond it.
 * @param failBelow share: 0.03 is 3%, fewer requests/s or more instructions
 */
export function isTooSlow({ metric, difference, low, high }: VersionsVerdict, failBelow: number): boolean {
  if (difference !== 'slower' || low === null || high === null) return false
  return metric === 'requests' ? high < 1 - failBelow : low > 1 + failBelow
}

/** Labels of versions whose instruction counts still moved when counting began or ended: their figures claim too much. */
export function unsettledIn({ counts }: UnsealedVersions): string[] {
  return counts?.servers.filter(({ summary }) => summary && !summary.settled).map(({ name }) => name) ?? []
}

/** The metrics that fail the gate; none where nobody asked for one. */
export function failedVerdicts(versions: Compared & Pick<UnsealedVersions, 'failBelow'>): VersionsVerdict[] {
  const { failBelow } = versions
  return failBelow === null ? [] : versionsVerdicts(versions).filter((verdict) => isTooSlow(verdict, failBelow))
}

/** What changed in the closure besides the package itself: `ajv 8.17.1 → 8.20.0`, `pino 9.0.0 → none`. */
export function closureChanges({ package: own, first, second }: UnsealedVersions): string[] {
  const versions = (packages: readonly string[]) =>
    Map.groupBy(packages, (each) => each.slice(0, each.lastIndexOf('@')))
  const [before, after] = [versions(first.packages), versions(second.packages)]
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => name !== own).sort()
  const text = (name: string, all: readonly string[] | undefined) =>
    all?.map((each) => each.slice(name.length + 1)).join(', ') ?? 'none'
  return names.flatMap((name) => {
    const [old, recent] = [text(name, before.get(name)), text(name, after.get(name))]
    return old === recent ? [] : [`${name} ${old} → ${recent}`]
  })
}
