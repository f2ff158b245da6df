/** Compares two files of one instrument, figure by figure: its columns say which figures there are and which way is better. */
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../shared/basics/errors.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { InstrumentFile, Unsealed } from '../../shared/results/instrument-files.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { endsOf, middleOf, type Row, titleText } from './columns.ts'
import type { Instrument } from './instrument.ts'

/** One figure of one row in both files. */
interface ComparedFigure {
  name: string
  figure: string
  old: number
  new: number
  /** New over old. */
  ratio: number
  /** Of a 95% interval; null where a file has none: the figure is exact, or one process was measured. */
  low: number | null
  high: number | null
  /** Undecided is a difference without an interval to judge it by. */
  verdict: 'better' | 'worse' | 'no difference shown' | 'equal' | 'undecided'
}

export interface FileComparison {
  metric: string
  scenario: string | null
  figures: ComparedFigure[]
  /** Rows of one file only. */
  uncompared: string[]
  notes: string[]
  gate: { failBelow: number; failed: string[] } | null
}

/** Of instruments whose figures are the same in each measurement, a difference needs no interval. */
type Compared<F extends InstrumentFile, R extends Row> = Pick<Instrument<F, R>, 'name' | 'rows' | 'columns' | 'isExact'>

/**
 * The interval of a ratio adds the half widths of both intervals in quadrature, on logarithms: they are of independent
 * measurements.
 * @param failBelow a share: a figure fails whose whole interval is worse by more
 * @throws UsageError where the files are of different scenarios or protocols, or have nothing to compare
 */
export function compareFiles<F extends InstrumentFile, R extends Row>(
  instrument: Compared<F, R>,
  old: F,
  recent: F,
  failBelow?: number,
): FileComparison {
  const { columns, rows } = instrument
  const [before, after] = [rows(old), rows(recent)]
  const figures = after.flatMap((row) => {
    const was = before.find(({ name, runtime }) => name === row.name && runtime === row.runtime)
    return was ? columns.flatMap((column) => comparedFigure(instrument, column, { old, was, recent, row })) : []
  })
  if (figures.length === 0) throw new UsageError('the files have no figures in common of which one is better')
  const names = (all: readonly R[]) => new Set(all.map(({ name }) => name))
  const uncompared = [...names(before).symmetricDifference(names(after))].sort()
  const worse = (figure: ComparedFigure, by: number) =>
    figure.verdict === 'worse' && Math.min(...[figure.low, figure.high, figure.ratio].map((end) => distance(end))) > by
  const failed = figures.filter((figure) => failBelow !== undefined && worse(figure, failBelow))
  return {
    metric: instrument.name,
    scenario: (recent as { scenario?: string }).scenario ?? null,
    figures,
    uncompared,
    notes: notesOn(old, recent),
    gate:
      failBelow === undefined ? null : { failBelow, failed: failed.map(({ name, figure }) => `${name}: ${figure}`) },
  }
}

/** By what share a ratio is off 1, either way: 0.8 and 1.25 are equally far. */
function distance(ratio: number | null): number {
  return ratio === null ? Number.POSITIVE_INFINITY : Math.max(ratio, 1 / ratio) - 1
}

interface Pair<F, R> {
  old: F
  was: R
  recent: F
  row: R
}

function comparedFigure<F extends InstrumentFile, R extends Row>(
  { isExact = false }: Compared<F, R>,
  { title, better, value, difference }: Instrument<F, R>['columns'][number],
  { old, was, recent, row }: Pair<F, R>,
): ComparedFigure[] {
  const [first, second] = [value(was, old), value(row, recent)]
  const [a, b] = [middleOf(first), middleOf(second)]
  // The ratio of two differences says nothing.
  if (better === undefined || difference || typeof a !== 'number' || typeof b !== 'number' || a <= 0 || b <= 0)
    return []
  const widths = [first, second].map((each) => {
    const ends = endsOf(each)
    return ends && ends.low > 0 ? Math.log(ends.high / ends.low) / 2 : null
  })
  const [one, other] = widths as [number | null, number | null]
  const half = one === null || other === null ? null : Math.hypot(one, other)
  const ratio = b / a
  const ends =
    half === null ? { low: null, high: null } : { low: ratio * Math.exp(-half), high: ratio * Math.exp(half) }
  const isBetter = better === 'lower' ? ratio < 1 : ratio > 1
  const shown = half === null ? isExact : Math.abs(Math.log(ratio)) > half
  const verdict =
    a === b ? 'equal' : shown ? (isBetter ? 'better' : 'worse') : half === null ? 'undecided' : 'no difference shown'
  return [{ name: row.name, figure: titleText(title, recent), old: a, new: b, ratio, ...ends, verdict }]
}

/** @throws UsageError where the files are of different scenarios or protocols */
function notesOn(old: InstrumentFile, recent: InstrumentFile): string[] {
  type Contents = Unsealed<InstrumentFile> & { scenario?: string; protocol?: object; environment: { cpuModel: string } }
  const [before, after] = [old as unknown as Contents, recent as unknown as Contents]
  if (before.scenario !== after.scenario)
    throw new UsageError(`the files are of ${before.scenario} and ${after.scenario}: compare two of one scenario`)
  const [was, is] = [before, after].map(({ protocol }) => ({ ...protocol, seed: null }) as Record<string, unknown>)
  const changed = Object.keys({ ...was, ...is }).filter((key) => !isDeepStrictEqual(was?.[key], is?.[key]))
  if (changed.length > 0)
    throw new UsageError(`the files differ in ${changed.join(', ')}: measure both by the same protocol`)
  const [one, other] = [before.environment.cpuModel, after.environment.cpuModel]
  return one === other ? [] : [`old and new are of different machines, ${one} and ${other}: times do not compare`]
}

/** For a terminal (`text`), a pull request (`markdown`) or a script (`json`). */
export const fileFormats = {
  text: (comparison: FileComparison) =>
    [...tableOf(comparison, (body) => textTable(HEAD, body, ALIGN)), ...linesOf(comparison)].join('\n'),
  markdown: (comparison: FileComparison) =>
    [...tableOf(comparison, (body) => table(HEAD, body, ALIGN)), ...linesOf(comparison)].join('\n\n'),
  json: (comparison: FileComparison) => JSON.stringify(sixDigits(comparison), null, 2),
}

const HEAD = ['server', 'figure', 'old', 'new', 'new/old', '95% interval', 'verdict']
const ALIGN = (['left', 'left', 'right', 'right', 'right', 'right', 'left'] as const).slice()

function tableOf(comparison: FileComparison, draw: (body: string[][]) => string): string[] {
  const body = bodyOf(comparison)
  return body.length > 0 ? [draw(body)] : []
}

/** Equal figures are counted below the table. */
function bodyOf({ figures }: FileComparison): string[][] {
  return figures
    .filter(({ verdict }) => verdict !== 'equal')
    .map(({ name, figure, low, high, verdict, ...numbers }) => [
      name,
      figure,
      significant(numbers.old, 4),
      significant(numbers.new, 4),
      numbers.ratio.toFixed(3),
      low === null || high === null ? '' : `${low.toFixed(3)} to ${high.toFixed(3)}`,
      verdict,
    ])
}

function linesOf({ figures, uncompared, notes, gate }: FileComparison): string[] {
  const count = (verdict: ComparedFigure['verdict']) => figures.filter((figure) => figure.verdict === verdict).length
  const gateLine = gate && `gate ${gate.failed.length > 0 ? `failed: ${gate.failed.join(', ')}` : 'passed'}`
  return [
    ...(uncompared.length > 0 ? [`in one file only: ${uncompared.join(', ')}`] : []),
    ...notes,
    `${count('better')} better, ${count('worse')} worse, ${count('equal')} equal, ${count('no difference shown')} without a difference shown, ${count('undecided')} undecided`,
    ...(gateLine ? [gateLine] : []),
  ]
}
