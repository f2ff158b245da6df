/**
 * Compares two versions of a package. Requests/s: their ratio over all trials of the run, as for two servers of one run
 * (`compare.ts`). Other figures: the Hodges–Lehmann estimate of the ratio over fresh processes (`medianDifference`), which one
 * outlying process does not move.
 */
import { median } from 'simple-statistics'
import { compareServers } from '../../../shared/comparison/compare.ts'
import {
  type ComparedFigure,
  type OwnVerdict,
  verdictOf,
} from '../../../shared/comparison/comparison.ts'
import { medianDifference } from '../../../shared/stats/intervals.ts'
import type { UnsealedVersions, VersionsMeasured, VersionsRow, VersionsVerdict } from './format.ts'

/**
 * Fewest processes of each side that have a 95% interval: the ranges of 4 and 4 equal processes are apart in 1 of 35
 * comparisons, those of 3 and 3 in 1 of 10.
 */
export const LEAST_PROCESSES = 4

type Compared = Pick<UnsealedVersions, 'measured' | 'run' | 'first' | 'second'>

/** Returns a verdict per measured figure. */
export function versionsVerdicts({ measured, run, first, second }: Compared): VersionsVerdict[] {
  return measured.flatMap((of) => [
    ...of.rows.map((row) => verdictOfRow(of, row)),
    ...(of.metric === 'requests' && run
      ? [verdictOfRun(of, run, [first.label, second.label])]
      : []),
  ])
}

/** Returns the verdict on a figure of each process. */
function verdictOfRow(of: VersionsMeasured, { name, first, second }: VersionsRow): VersionsVerdict {
  const { metric, threshold, exact } = of
  const [old, recent] = [median(first), median(second)]
  const plain = { ratio: recent / old, low: null, high: null }
  const estimate = exact
    ? { ...plain, low: plain.ratio, high: plain.ratio }
    : (ratioOfProcesses(first, second) ?? plain)
  const { low, high } = estimate
  const verdict = verdictOf(
    low === null || high === null ? null : { low, high },
    'lower',
    threshold,
  )
  const finds = findsOf(low, high, threshold)
  return {
    metric,
    name,
    old,
    new: recent,
    ...estimate,
    threshold,
    finds,
    verdict: wordOf(verdict, of),
  }
}

/** Of the normal distribution: half of a 95% interval reaches so far, and 95 of 100 values are above the mean less so much. */
const [HALF_INTERVAL, POWER] = [1.96, 1.645]

/**
 * Returns the least difference that 95 of 100 comparisons would call worse if their interval was as wide as this one: its lower end
 * has to be beyond the threshold.
 */
function findsOf(low: number | null, high: number | null, threshold: number): number | null {
  if (low === null || high === null) return null
  const half = Math.log(high / low) / 2
  return Math.exp(Math.log(1 + threshold) + half * (1 + POWER / HALF_INTERVAL)) - 1
}

function wordOf(verdict: OwnVerdict, { larger }: VersionsMeasured): VersionsVerdict['verdict'] {
  if (verdict === 'worse') return larger
  if (verdict === 'better') return larger === 'slower' ? 'faster' : 'smaller'
  return verdict
}

function ratioOfProcesses(first: readonly number[], second: readonly number[]) {
  const isEnough = Math.min(first.length, second.length) >= LEAST_PROCESSES
  // An operation that hardly costs more than the loop around it may seem to cost nothing.
  if (!isEnough || [...first, ...second].some((value) => value <= 0)) return null
  const { value, low, high } = medianDifference(second.map(Math.log), first.map(Math.log))
  return { ratio: Math.exp(value), low: low && Math.exp(low), high: high && Math.exp(high) }
}

function verdictOfRun(
  of: VersionsMeasured,
  run: NonNullable<UnsealedVersions['run']>,
  [first, second]: [string, string],
): VersionsVerdict {
  const { metric, threshold } = of
  const { figures } = compareServers({ file: 'the run', result: run }, first, second, threshold)
  const { figure: name, old, new: recent, ratio, low, high } = figures[0] as ComparedFigure
  const verdict = verdictOf(
    low === null || high === null ? null : { low, high },
    'higher',
    threshold,
  )
  const finds = findsOf(low, high, threshold)
  return {
    metric,
    name,
    old,
    new: recent,
    ratio,
    low,
    high,
    threshold,
    finds,
    verdict: wordOf(verdict, of),
  }
}

export const isWorse = ({ verdict }: Pick<VersionsVerdict, 'verdict'>) =>
  verdict === 'slower' || verdict === 'larger'

type Outcome = Pick<UnsealedVersions, 'equal' | 'measured' | 'verdicts'>

/**
 * The exit status: 1 where a figure is worse by more than its threshold, 3 where a metric was not measured or no figure has
 * an interval, and 0 otherwise.
 */
export function statusOf({ equal, measured, verdicts }: Outcome): 0 | 1 | 3 {
  if (equal) return 0
  if (verdicts.some(isWorse)) return 1
  const isMissing = measured.some(({ notMeasured }) => notMeasured !== null)
  return isMissing || verdicts.every(({ low }) => low === null) ? 3 : 0
}

/** Returns changes of other packages: `ajv 8.17.1 → 8.20.0`, `pino 9.0.0 → none`. */
export function closureChanges({ package: own, first, second }: UnsealedVersions): string[] {
  const versions = (packages: readonly string[]) =>
    Map.groupBy(packages, (each) => each.slice(0, each.lastIndexOf('@')))
  const [before, after] = [versions(first.packages), versions(second.packages)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => name !== own)
    .sort()
  const text = (name: string, all: readonly string[] | undefined) =>
    all?.map((each) => each.slice(name.length + 1)).join(', ') ?? 'none'
  return names.flatMap((name) => {
    const [old, recent] = [text(name, before.get(name)), text(name, after.get(name))]
    return old === recent ? [] : [`${name} ${old} → ${recent}`]
  })
}
