/**
 * Compares two versions of a package. Requests/s: their ratio over all trials of the run, as for two servers of one run
 * (`compare.ts`). Instructions: the ratio of the means over fresh processes with Welch's interval. Instructions differ if the
 * ratio is beyond the noise that both versions' processes show, and the interval excludes 1.
 */
import { compareServers } from '../../../shared/results/compare.ts'
import { javascriptOf, noiseOf } from '../../../shared/results/counts-summary.ts'
import { unpairedRatioInterval } from '../../../shared/stats/estimates.ts'
import { isTie } from '../../../shared/stats/intervals.ts'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import type { UnsealedVersions } from './format.ts'

/** Titles of metrics. */
export const METRICS = { instructions: 'instructions/request', requests: 'requests/s' } as const

type VersionsMetric = keyof typeof METRICS

export interface VersionsVerdict {
  metric: VersionsMetric
  /** Instructions per request of the first thread, or requests/s. */
  first: number
  second: number
  /** Second over first: above 1 is slower for instructions, faster for requests/s. */
  ratio: number
  /** Ends of the 95% interval; null without one. */
  low: number | null
  high: number | null
  /** The second compared with the first; unknown if the data do not suffice. */
  difference: 'faster' | 'slower' | 'none' | 'unknown'
}

type Compared = Pick<UnsealedVersions, 'counts' | 'run' | 'first' | 'second'>

/** Returns a verdict per metric, instructions first. */
export function versionsVerdicts({ counts, run, first, second }: Compared): VersionsVerdict[] {
  const labels: [string, string] = [first.label, second.label]
  return [...(counts ? [verdictOfCounts(counts, labels)] : []), ...(run ? [verdictOfRun(run, labels)] : [])]
}

function verdictOfCounts(counts: NonNullable<UnsealedVersions['counts']>, labels: [string, string]): VersionsVerdict {
  const [before, after] = labels.map((label) => {
    const server = counts.servers.find(({ name }) => name === label)
    return (server?.processes ?? []).map(javascriptOf)
  }) as [number[], number[]]
  const estimate = unpairedRatioInterval(after, before)
  const [first, second] = [spreadOf(before).mean, spreadOf(after).mean]
  const { ratio, low, high } = estimate ?? { ratio: second / first, low: null, high: null }
  const gate = noiseOf(before, after)
  const isBeyond = gate !== null && Math.abs(ratio - 1) > gate && !isTie(estimate)
  const difference = gate === null ? 'unknown' : !isBeyond ? 'none' : ratio > 1 ? 'slower' : 'faster'
  return { metric: 'instructions', first, second, ratio, low, high, difference }
}

function verdictOfRun(run: NonNullable<UnsealedVersions['run']>, [first, second]: [string, string]): VersionsVerdict {
  const { figures } = compareServers({ file: 'the run', result: run }, first, second)
  const [{ ratio, low, high, verdict, old, new: recent }] = figures as [(typeof figures)[number]]
  const differences = { better: 'faster', worse: 'slower', undecided: 'unknown' } as const
  const difference = verdict in differences ? differences[verdict as keyof typeof differences] : 'none'
  return { metric: 'requests', first: old, second: recent, ratio, low, high, difference }
}

/**
 * Returns whether the second is significantly slower than the threshold allows: the whole interval is beyond it.
 * @param failBelow share: 0.03 is 3%, fewer requests/s or more instructions
 */
export function isTooSlow({ metric, difference, low, high }: VersionsVerdict, failBelow: number): boolean {
  if (difference !== 'slower' || low === null || high === null) return false
  return metric === 'requests' ? high < 1 - failBelow : low > 1 + failBelow
}

/** Returns the labels of versions whose instruction counts had not settled; their intervals are too narrow. */
export function unsettledIn({ counts }: UnsealedVersions): string[] {
  return counts?.servers.filter(({ summary }) => summary && !summary.settled).map(({ name }) => name) ?? []
}

/** Returns the metrics that fail the gate; empty without a gate. */
export function failedVerdicts(versions: Compared & Pick<UnsealedVersions, 'failBelow'>): VersionsVerdict[] {
  const { failBelow } = versions
  return failBelow === null ? [] : versionsVerdicts(versions).filter((verdict) => isTooSlow(verdict, failBelow))
}

/** Returns changes of other packages: `ajv 8.17.1 → 8.20.0`, `pino 9.0.0 → none`. */
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
