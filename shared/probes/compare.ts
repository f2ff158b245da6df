/** Compares two files of one probe, figure by figure: its metrics say which figures there are and which way is better. */
import { UsageError } from '../basics/errors.ts'
import { differencesOf, versionNotes } from '../comparison/comparable.ts'
import {
  type ComparedFigure,
  type Comparison,
  gateOf,
  verdictOf,
} from '../comparison/comparison.ts'
import { factorOf } from '../stats/claims.ts'
import { estimateIn, titleText } from './column.ts'
import { caveatNotes, disqualifiedIn } from './notes.ts'
import {
  type Contents,
  columnOf,
  type Metric,
  type Probe,
  rowsOf,
  type SubjectRow,
} from './probe.ts'

/** A row, and its file. */
interface Side {
  row: SubjectRow
  file: Contents
}

/**
 * The interval of a ratio adds the half widths of both figures' intervals in quadrature, on logarithms: the measurements
 * are independent. It is a 95% interval where theirs are, and wider where they are ranges of processes.
 * @param failBelow a share: a figure fails whose whole interval is worse by more
 * @throws UsageError where the files are of different scenarios or protocols, or have nothing to compare
 */
export function compareMeasurements(
  probe: Probe,
  old: Contents,
  recent: Contents,
  failBelow?: number,
): Comparison {
  assertComparable(old, recent)
  const [before, after] = [rowsOf(probe, old), rowsOf(probe, recent)]
  const figures = after.flatMap((row) => {
    const was = before.find(
      ({ name, runtime, part }) =>
        name === row.name && runtime === row.runtime && part === row.part,
    )
    if (!was) return []
    const sides: [Side, Side] = [
      { row: was, file: old },
      { row, file: recent },
    ]
    return probe.metrics.flatMap((metric) => comparedFigure(metric, sides, failBelow))
  })
  if (figures.length === 0)
    throw new UsageError('the files have no figures in common of which one is better')
  const labels = new Set(before.map(labelOf)).symmetricDifference(new Set(after.map(labelOf)))
  return {
    title: [probe.name, recent.scenario].filter(Boolean).join(', '),
    figures,
    uncompared: [...labels].sort().map((label) => `${label}: in one file only`),
    notes: [
      ...machineNotes(old, recent),
      ...versionNotes(before, after),
      ...(probe.differences?.(old, recent) ?? []),
      ...caveatNotes(probe, old).map((note) => `old: ${note}`),
      ...caveatNotes(probe, recent).map((note) => `new: ${note}`),
      ...[old, recent]
        .flatMap(disqualifiedIn)
        .map(({ name, reason }) => `${name}: disqualified: ${reason}`),
    ],
    gate: gateOf(figures, failBelow),
  }
}

/** @throws UsageError where the files are of different scenarios or protocols */
function assertComparable(old: Contents, recent: Contents): void {
  if (old.scenario !== recent.scenario)
    throw new UsageError(
      `the files are of ${old.scenario} and ${recent.scenario}: compare two of one scenario`,
    )
  // Parts of a protocol that do not change what a figure means.
  const free = { seed: null, sideBySide: null }
  const changed = differencesOf({ ...old.protocol, ...free }, { ...recent.protocol, ...free })
  if (changed.length > 0)
    throw new UsageError(
      `the files differ in ${changed.join(', ')}: measure both by the same protocol`,
    )
}

function machineNotes({ environment: old }: Contents, { environment: recent }: Contents): string[] {
  return old.cpuModel === recent.cpuModel
    ? []
    : [
        `old and new are of different machines, ${old.cpuModel} and ${recent.cpuModel}: times do not compare`,
      ]
}

const labelOf = ({ name, part, runtime }: SubjectRow) =>
  [name, part, runtime && runtime !== 'node' ? `on ${runtime}` : ''].filter(Boolean).join(', ')

/** Returns none where neither is better, or the figures have no ratio. */
function comparedFigure(
  metric: Metric,
  [was, is]: [Side, Side],
  failBelow?: number,
): ComparedFigure[] {
  const { title, better, interval, exact } = metric
  const { value } = columnOf(metric)
  const [old, recent] = [was, is].map(({ row, file }) => estimateIn(value(row, file)))
  if (better === undefined || !old || !recent || old.value <= 0 || recent.value <= 0) return []
  // The ratio of two differences says nothing.
  if (interval === 'absolute') return []
  const factor = factorOf(recent, old)
  const ends = exact && factor.low === null ? { low: factor.value, high: factor.value } : factor
  const isLost = Number.isFinite(old.value) && !Number.isFinite(recent.value)
  const lost = better === 'lower' ? 'worse' : 'better'
  const verdict = isLost ? lost : verdictOf(ends, better, failBelow)
  return [
    {
      name: labelOf(is.row),
      figure: titleText(title, is.file),
      old: old.value,
      new: recent.value,
      ratio: factor.value,
      low: ends.low,
      high: ends.high,
      verdict: old.value === recent.value ? 'equal' : verdict,
    },
  ]
}
