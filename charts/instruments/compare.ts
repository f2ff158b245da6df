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
  /** Of the name: a rate, a layer; empty where it has one row. */
  part: string
  figure: string
  old: number
  new: number
  /** New over old. */
  ratio: number
  /** Of its interval; null where a file has none: the figure is exact, or one process was measured. */
  low: number | null
  high: number | null
  /** By what share it is worse at least; 0 where it is not. */
  worseBy: number
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

type Compared<F extends InstrumentFile, R extends Row> = Pick<
  Instrument<F, R>,
  'name' | 'rows' | 'columns' | 'partOf' | 'noiseOf' | 'differences'
>

/**
 * The interval of a ratio adds the half widths of both figures' intervals in quadrature, on logarithms: the measurements
 * are independent. It is a 95% interval where theirs are, and wider where they are ranges of processes, or where unchanged
 * code changes by more.
 * @param failBelow a share: a figure fails whose whole interval is worse by more
 * @throws UsageError where the files are of different scenarios or protocols, or have nothing to compare
 */
export function compareFiles<F extends InstrumentFile, R extends Row>(
  instrument: Compared<F, R>,
  old: F,
  recent: F,
  failBelow?: number,
): FileComparison {
  const { columns, rows, partOf = () => '', noiseOf = () => 0, differences } = instrument
  const [before, after] = [rows(old), rows(recent)]
  const figures = after.flatMap((row) => {
    const part = partOf(row)
    const was = before.find((each) => each.name === row.name && each.runtime === row.runtime && partOf(each) === part)
    if (!was) return []
    const noise = noiseOf(was, row)
    return columns.flatMap((column) => comparedFigure(column, part, { old, was, recent, row, noise }))
  })
  if (figures.length === 0) throw new UsageError('the files have no figures in common of which one is better')
  const names = (all: readonly R[]) => new Set(all.map(({ name }) => name))
  const uncompared = [...names(before).symmetricDifference(names(after))].sort()
  const failed = figures.filter(({ worseBy }) => failBelow !== undefined && worseBy > failBelow)
  return {
    metric: instrument.name,
    scenario: (recent as { scenario?: string }).scenario ?? null,
    figures,
    uncompared,
    notes: [
      ...notesOn(old, recent),
      ...versionNotes(before, after),
      ...(differences?.(old, recent) ?? []),
      ...[old, recent].flatMap(disqualified),
    ],
    gate:
      failBelow === undefined
        ? null
        : { failBelow, failed: failed.map((figure) => `${labelOf(figure)}: ${figure.figure}`) },
  }
}

const labelOf = ({ name, part }: ComparedFigure) => (part === '' ? name : `${name}, ${part}`)

interface Pair<F, R> {
  old: F
  was: R
  recent: F
  row: R
  /** Least relative change that is more than chance; null: unknown. */
  noise: number | null
}

function comparedFigure<F extends InstrumentFile, R extends Row>(
  { title, better, value, difference, exact = false }: Instrument<F, R>['columns'][number],
  part: string,
  { old, was, recent, row, noise }: Pair<F, R>,
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
  const half =
    one === null || other === null || noise === null ? null : Math.max(Math.hypot(one, other), Math.log1p(noise))
  const ratio = b / a
  const ends =
    half === null ? { low: null, high: null } : { low: ratio * Math.exp(-half), high: ratio * Math.exp(half) }
  const isBetter = better === 'lower' ? ratio < 1 : ratio > 1
  const isShown = half === null ? exact : Math.abs(Math.log(ratio)) > half
  const shown = isBetter ? 'better' : 'worse'
  const hidden = half === null ? 'undecided' : 'no difference shown'
  const verdict = a === b ? 'equal' : isShown ? shown : hidden
  // 0.8 of what should be high is as bad as 1.25 of what should be low.
  const worseBy = verdict === 'worse' ? Math.exp(Math.abs(Math.log(ratio)) - (half ?? 0)) - 1 : 0
  return [{ name: row.name, part, figure: titleText(title, recent), old: a, new: b, ratio, ...ends, worseBy, verdict }]
}

/** Parts of a protocol that do not change what a figure means. */
const FREE = { seed: null, sideBySide: null }

/** @throws UsageError where the files are of different scenarios or protocols */
function notesOn(old: InstrumentFile, recent: InstrumentFile): string[] {
  type Contents = Unsealed<InstrumentFile> & { scenario?: string; protocol?: object; environment: { cpuModel: string } }
  const [before, after] = [old as unknown as Contents, recent as unknown as Contents]
  if (before.scenario !== after.scenario)
    throw new UsageError(`the files are of ${before.scenario} and ${after.scenario}: compare two of one scenario`)
  const [was, is] = [before, after].map(({ protocol }) => ({ ...protocol, ...FREE }) as Record<string, unknown>)
  const changed = Object.keys({ ...was, ...is }).filter((key) => !isDeepStrictEqual(was?.[key], is?.[key]))
  if (changed.length > 0)
    throw new UsageError(`the files differ in ${changed.join(', ')}: measure both by the same protocol`)
  const [one, other] = [before.environment.cpuModel, after.environment.cpuModel]
  return one === other ? [] : [`old and new are of different machines, ${one} and ${other}: times do not compare`]
}

function versionNotes(before: readonly Row[], after: readonly Row[]): string[] {
  const changes = after.flatMap(({ name, version, runtime }) => {
    const was = before.find((row) => row.name === name && row.runtime === runtime)
    return was && was.version !== version ? [`${name} ${was.version ?? 'none'} and ${version ?? 'none'}`] : []
  })
  return changes.length > 0 ? [`versions differ: ${[...new Set(changes)].join(', ')}`] : []
}

function disqualified(file: InstrumentFile): string[] {
  const { servers = [] } = file as { servers?: readonly { name: string; refusal?: string | null }[] }
  return servers.flatMap(({ name, refusal }) => (refusal ? [`${name}: disqualified: ${refusal}`] : []))
}

/** For a terminal (`text`), a pull request (`markdown`) or a script (`json`). */
export const fileFormats = {
  text: (comparison: FileComparison) =>
    [...tableOf(comparison, (body) => textTable(HEAD, body, ALIGN)), ...linesOf(comparison)].join('\n'),
  markdown: (comparison: FileComparison) =>
    [...tableOf(comparison, (body) => table(HEAD, body, ALIGN)), ...linesOf(comparison)].join('\n\n'),
  json: (comparison: FileComparison) => JSON.stringify(sixDigits(comparison), null, 2),
}

const HEAD = ['server', 'figure', 'old', 'new', 'new/old', 'interval', 'verdict']
const ALIGN = (['left', 'left', 'right', 'right', 'right', 'right', 'left'] as const).slice()

function tableOf(comparison: FileComparison, draw: (body: string[][]) => string): string[] {
  const body = bodyOf(comparison)
  return body.length > 0 ? [draw(body)] : []
}

/** Equal figures are counted below the table. */
function bodyOf({ figures }: FileComparison): string[][] {
  return figures
    .filter(({ verdict }) => verdict !== 'equal')
    .map((compared) => {
      const { figure, old, ratio, low, high, verdict } = compared
      const interval = low === null || high === null ? '' : `${low.toFixed(3)} to ${high.toFixed(3)}`
      const values = [old, compared.new].map((value) => significant(value, 4))
      return [labelOf(compared), figure, ...values, ratio.toFixed(3), interval, verdict]
    })
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
