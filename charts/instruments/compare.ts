/** Compares two files of one instrument, figure by figure: its columns say which figures there are and which way is better. */
import { UsageError } from '../../shared/basics/errors.ts'
import { differencesOf, versionNotes } from '../../shared/comparison/comparable.ts'
import {
  type ComparedFigure,
  type Comparison,
  gateOf,
  verdictOf,
} from '../../shared/comparison/comparison.ts'
import type { InstrumentFile } from '../../shared/format/instrument-files.ts'
import { estimateIn, type Row, titleText } from '../../shared/probes/column.ts'
import { factorOf } from '../../shared/stats/claims.ts'
import { type Instrument, listsOf } from './instrument.ts'

type Compared<F extends InstrumentFile, R extends Row> = Pick<
  Instrument<F, R>,
  'name' | 'rows' | 'columns' | 'partOf' | 'differences'
>

/**
 * The interval of a ratio adds the half widths of both figures' intervals in quadrature, on logarithms: the measurements
 * are independent. It is a 95% interval where theirs are, and wider where they are ranges of processes.
 * @param failBelow a share: a figure fails whose whole interval is worse by more
 * @throws UsageError where the files are of different scenarios or protocols, or have nothing to compare
 */
export function compareFiles<F extends InstrumentFile, R extends Row>(
  instrument: Compared<F, R>,
  old: F,
  recent: F,
  failBelow?: number,
): Comparison {
  const { name, columns, rows, partOf = () => '', differences } = instrument
  const notes = notesOn(old, recent)
  const [before, after] = [rows(old), rows(recent)]
  const figures = after.flatMap((row) => {
    const part = partOf(row)
    const was = before.find(
      (each) => each.name === row.name && each.runtime === row.runtime && partOf(each) === part,
    )
    if (!was) return []
    const pair = { old, was, recent, row, label: part === '' ? row.name : `${row.name}, ${part}` }
    return columns.flatMap((column) => comparedFigure(column, pair, failBelow))
  })
  if (figures.length === 0)
    throw new UsageError('the files have no figures in common of which one is better')
  const names = (all: readonly R[]) => new Set(all.map((row) => row.name))
  const { scenario } = recent as { scenario?: string }
  return {
    title: [name, ...(scenario === undefined ? [] : [scenario])].join(', '),
    figures,
    uncompared: [...names(before).symmetricDifference(names(after))]
      .sort()
      .map((each) => `${each}: in one file only`),
    notes: [
      ...notes,
      ...versionNotes(before, after),
      ...(differences?.(old, recent) ?? []),
      ...[old, recent].flatMap(disqualified),
    ],
    gate: gateOf(figures, failBelow),
  }
}

interface Pair<F, R> {
  old: F
  was: R
  recent: F
  row: R
  label: string
}

function comparedFigure<F extends InstrumentFile, R extends Row>(
  { title, better, value, interval: format, exact }: Instrument<F, R>['columns'][number],
  { old, was, recent, row, label }: Pair<F, R>,
  failBelow?: number,
): ComparedFigure[] {
  const [first, second] = [estimateIn(value(was, old)), estimateIn(value(row, recent))]
  if (better === undefined || !first || !second || first.value <= 0 || second.value <= 0) return []
  // The ratio of two differences says nothing.
  if (format === 'absolute') return []
  const factor = factorOf(second, first)
  const ends = exact && factor.low === null ? { low: factor.value, high: factor.value } : factor
  return [
    {
      name: label,
      figure: titleText(title, recent),
      old: first.value,
      new: second.value,
      ratio: factor.value,
      low: ends.low,
      high: ends.high,
      verdict: first.value === second.value ? 'equal' : verdictOf(ends, better, failBelow),
    },
  ]
}

/** @throws UsageError where the files are of different scenarios or protocols */
function notesOn(old: InstrumentFile, recent: InstrumentFile): string[] {
  type Contents = { scenario?: string; protocol?: object; environment: { cpuModel: string } }
  const [before, after] = [old, recent] as unknown as [Contents, Contents]
  if (before.scenario !== after.scenario)
    throw new UsageError(
      `the files are of ${before.scenario} and ${after.scenario}: compare two of one scenario`,
    )
  // Parts of a protocol that do not change what a figure means.
  const free = { seed: null, sideBySide: null }
  const changed = differencesOf({ ...before.protocol, ...free }, { ...after.protocol, ...free })
  if (changed.length > 0)
    throw new UsageError(
      `the files differ in ${changed.join(', ')}: measure both by the same protocol`,
    )
  const [one, other] = [before.environment.cpuModel, after.environment.cpuModel]
  return one === other
    ? []
    : [`old and new are of different machines, ${one} and ${other}: times do not compare`]
}

function disqualified(file: InstrumentFile): string[] {
  return listsOf(file).servers.flatMap(({ name, refusal }) =>
    refusal ? [`${name}: disqualified: ${refusal}`] : [],
  )
}
