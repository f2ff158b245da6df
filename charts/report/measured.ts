/** Figures of a result's servers, and ratios of all pairs. */
import type { Result, ServerResult, Summary } from '../../shared/format/format.ts'
import { type Column, endsOf, figureIn, titleText, type Value } from '../../shared/probe/column.ts'
import {
  type Contents,
  columnOf,
  figureOf as estimateOf,
  rowsOf,
  type SubjectRow,
  valuesOf,
} from '../../shared/probe/probe.ts'
import { INSTRUCTIONS, instructions } from '../../shared/probes/instructions.ts'
import { predictedRatio, run } from '../../shared/probes/run.ts'
import { CAVEATS } from '../../shared/results/caveats.ts'
import { comparedOf, leadersAmong } from '../../shared/results/compared.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { fitOf, ratioBetween } from '../../shared/results/summary.ts'
import { rankText } from '../../shared/text/numbers.ts'
import { columnsOn, nameOf } from '../table/columns.ts'
import { marksOf } from '../text/marks.ts'
import type { ColumnData, Figure, Measured, ServerData } from './data.ts'
import { pairTable } from './pairs.ts'

type MeasuredServer = ServerResult & { summary: Summary }

/** Keys of columns whose pooled figures vary with the speed of the machine. */
const BY_MACHINE = ['requests_per_second', 'throughput_mb_s', 'cpu_us_per_request']

/** Keys of columns that only details show. */
const DETAILS = ['us_over_baseline', 'machines', 'runs']

/** Without ratios, which follow from `pairs`, and ranks, which are shown with names. */
const SHOWN_METRICS = run.metrics.filter(({ id }) => id !== 'rank' && id !== 'ratio').map(columnOf)

/**
 * @param aboutOf returns the index of a server's description
 * @param counts of the scenario's instructions, if they were counted
 */
export function measuredIn(
  result: Result | PooledResult,
  aboutOf: (server: ServerResult) => number,
  counts?: Contents,
): Omit<Measured, 'files' | 'measured' | 'conditions'> {
  const fit = 'pooled' in result ? result : fitOf(result)
  const rows = rowsOf(run, result) as MeasuredServer[]
  const counted = instructionsOf(counts)
  const columns = columnsOn<SubjectRow, Contents>(
    [...SHOWN_METRICS, counted],
    result,
    'report',
  ).filter((column) => rows.some((row) => column.value(row, result) !== null))
  const compared = comparedOf(result)
  const leaders = leadersAmong(compared, fit.contrast)
  const name = (place: number) => rows[place]?.name ?? ''
  return {
    columns: columns.map((column) => columnData(column, result)),
    servers: rows.map(
      (row): ServerData => ({
        name: row.name,
        about: aboutOf(row),
        ranks: rankText(row.summary.ranks),
        marks: marksOf(row.summary),
        caveats: row.summary.caveats.map((caveat) => ({ ...caveat, of: row.summary.trials })),
        figures: columns.map(({ value, marks }) => figureOf(value(row, result), marks?.(row))),
      }),
    ),
    compared: compared.length,
    fastest: leaders.areKnown ? leaders.servers.map((server) => server.name) : [],
    pairs: pairTable(rows.length, (a, b) => ratioBetween(fit, name(a), name(b))),
    disqualified: result.subjects.flatMap(({ displayName, disqualified, summary }) =>
      summary === null ? [{ name: displayName, reason: disqualified ?? 'not measured' }] : [],
    ),
  }
}

function columnData(column: Column<SubjectRow, Contents>, file: Contents): ColumnData {
  const title = titleText(column.title, file)
  const key = column.key ?? nameOf(title)
  return {
    key,
    title,
    digits: column.digits ?? 3,
    better: column.better,
    ...('pooled' in file && BY_MACHINE.includes(key) && { variesByMachine: true }),
    ...(key === predictedRatio.key && { isPrediction: true }),
    ...(DETAILS.includes(key) && { isDetail: true }),
  }
}

/** Returns a column of counts, which marks those that did not settle. */
function instructionsOf(counts: Contents | undefined): Column<SubjectRow, Contents> {
  const subjects = new Map(
    counts && rowsOf(instructions, counts).map((subject) => [subject.name, subject]),
  )
  return {
    title: 'instructions, per request',
    key: 'instructions',
    digits: 4,
    better: 'lower',
    value({ name }) {
      const subject = subjects.get(name)
      const estimate = subject && counts && estimateOf(subject, INSTRUCTIONS, counts)
      return estimate ? { ...estimate, low: estimate.low && Math.max(0, estimate.low) } : null
    },
    marks({ name }) {
      const subject = subjects.get(name)
      const isUnsettled = subject && valuesOf(subject, 'settled').includes(0)
      return isUnsettled ? ` ${CAVEATS.unsettled.mark}` : ''
    },
  }
}

const rounded = (value: number) => Number(value.toPrecision(5))

/** Returns a column's value as the report has it; null if unknown. */
export function figureOf(value: Value, marks = ''): Figure | string | null {
  const [middle, ends] = [figureIn(value), endsOf(value)]
  if (typeof middle !== 'number') return middle
  if (!Number.isFinite(middle)) return '∞'
  const figure: Figure = [rounded(middle), ends && rounded(ends.low), ends && rounded(ends.high)]
  if (marks !== '') figure.push(marks)
  return figure
}
