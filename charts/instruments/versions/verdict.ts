/**
 * Compares two versions of a package. Requests/s: their ratio over all trials of the run, as for two servers of one run
 * (`compare.ts`). Instructions: the ratio of the means over fresh processes with Welch's interval. Instructions differ if the
 * ratio is beyond the noise that both versions' processes show, and the interval excludes 1.
 */
import { compareServers } from '../../../shared/results/compare.ts'
import { type ComparedFigure, verdictOf, worseBy } from '../../../shared/results/comparison.ts'
import { javascriptOf, noiseOf } from '../../../shared/results/counts-summary.ts'
import { unpairedRatioInterval } from '../../../shared/stats/estimates.ts'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import type { UnsealedVersions } from './format.ts'

/** Titles of metrics. */
export const METRICS = { instructions: 'instructions/request', requests: 'requests/s' } as const

/** Instructions are per request, of the first thread. */
export interface VersionsVerdict extends Omit<ComparedFigure, 'name' | 'figure'> {
  metric: keyof typeof METRICS
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
  const [first, second] = [spreadOf(before).mean, spreadOf(after).mean]
  const interval = unpairedRatioInterval(after, before)
  const { ratio, low, high } = interval ?? { ratio: second / first, low: null, high: null }
  const noise = noiseOf(before, after)
  const isNoise = noise !== null && Math.abs(ratio - 1) <= noise
  const verdict = isNoise ? 'no difference shown' : verdictOf(noise === null ? null : interval, 'lower')
  const worse = worseBy(interval, 'lower', verdict)
  return { metric: 'instructions', old: first, new: second, ratio, low, high, verdict, worseBy: worse }
}

function verdictOfRun(run: NonNullable<UnsealedVersions['run']>, [first, second]: [string, string]): VersionsVerdict {
  const { figures } = compareServers({ file: 'the run', result: run }, first, second)
  return { metric: 'requests', ...(figures[0] as ComparedFigure) }
}

/** In a word; the second version compared with the first. */
export function differenceOf({ verdict }: Pick<VersionsVerdict, 'verdict'>): 'faster' | 'slower' | 'none' | 'unknown' {
  const differences = { better: 'faster', worse: 'slower', undecided: 'unknown' } as const
  return differences[verdict as keyof typeof differences] ?? 'none'
}

/** Returns the labels of versions whose instruction counts had not settled; their intervals are too narrow. */
export function unsettledIn({ counts }: UnsealedVersions): string[] {
  return counts?.servers.filter(({ summary }) => summary && !summary.settled).map(({ name }) => name) ?? []
}

/** Returns the metrics whose whole interval is worse than the gate allows; empty without a gate. */
export function failedVerdicts(versions: Compared & Pick<UnsealedVersions, 'failBelow'>): VersionsVerdict[] {
  const { failBelow } = versions
  return failBelow === null ? [] : versionsVerdicts(versions).filter(({ worseBy }) => worseBy > failBelow)
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
