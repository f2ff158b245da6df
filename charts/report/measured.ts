/** Figures of a result's servers, and ratios of all pairs. */
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { type Column, endsOf, figureIn, titleText, type Value } from '../../shared/probes/column.ts'
import { INSTRUCTIONS, instructions } from '../../shared/probes/instructions.ts'
import {
  type Contents,
  figureOf as estimateOf,
  rowsOf,
  valuesOf,
} from '../../shared/probes/probe.ts'
import { acceptsInvalid, CAVEATS } from '../../shared/results/caveats.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst, fitOf, ratioBetween } from '../../shared/results/summary.ts'
import { leadersOf } from '../../shared/stats/claims.ts'
import { rankText } from '../../shared/text/numbers.ts'
import { columnsOn, nameOf } from '../table/columns.ts'
import {
  COMPARED,
  FIGURE_COLUMNS,
  RUN_COLUMNS,
  type RunRow,
  type RunTable,
  rank,
  ratio,
  runRows,
} from '../table/run-columns.ts'
import { marksOf } from '../text/marks.ts'
import type { ColumnData, Figure, Measured, ServerData } from './data.ts'
import { pairTable } from './pairs.ts'

type MeasuredRow = RunRow & { summary: NonNullable<RunRow['summary']> }

const [elsewhere] = COMPARED

/** Keys of columns whose pooled figures vary with the speed of the machine. */
const BY_MACHINE = ['requests_per_second', 'throughput_mb_s', 'cpu_us_per_request']

/** Without ratios, which follow from `pairs`, and ranks, which are shown with names. */
const OWN = RUN_COLUMNS.filter((column) => column !== rank && column !== ratio)

/**
 * @param aboutOf returns the index of a server's description
 * @param counts of the scenario's instructions, if they were counted
 */
export function measuredIn(
  result: Result | PooledResult,
  aboutOf: (server: ServerResult) => number,
  counts?: Contents,
): Pick<Measured, 'columns' | 'servers' | 'fastest' | 'pairs' | 'disqualified'> {
  const published = 'pooled' in result ? result : undefined
  const fit = published ?? fitOf(result)
  const table: RunTable = { baseline: result.baseline, published }
  const rows = runRows(bestFirst(result), published).filter(
    (row): row is MeasuredRow => row.summary !== null,
  )
  const counted = instructionsOf(counts)
  const columns = columnsOn([...OWN, counted], table, 'report').filter((column) =>
    rows.some((row) => column.value(row, table) !== null),
  )
  const ranked = rows.filter(({ summary }) => !acceptsInvalid(summary)).map(({ name }) => name)
  const name = (place: number) => rows[place]?.name ?? ''
  return {
    columns: columns.map((column) => ({
      ...columnData(column, table),
      ...(column !== elsewhere &&
        column !== counted &&
        !FIGURE_COLUMNS.includes(column) && { isDetail: true }),
    })),
    servers: rows.map(
      (row): ServerData => ({
        name: row.name,
        about: aboutOf(row.server),
        ranks: rankText(row.summary.ranks),
        marks: marksOf(row.summary),
        caveats: row.summary.caveats.map((caveat) => ({ ...caveat, of: row.summary.trials })),
        figures: columns.map(({ value, marks }) => figureOf(value(row, table), marks?.(row))),
      }),
    ),
    fastest: leadersOf(ranked, published?.order ?? fit.contrast),
    pairs: pairTable(rows.length, (a, b) => ratioBetween(fit, name(a), name(b))),
    disqualified: result.servers.flatMap(({ displayName, disqualified, summary }) =>
      summary === null
        ? [{ name: displayName, reason: disqualified?.reason ?? 'not measured' }]
        : [],
    ),
  }
}

function columnData(column: Column<RunRow, RunTable>, table: RunTable): ColumnData {
  const title = titleText(column.title, table)
  const key = column.key ?? nameOf(title)
  return {
    key,
    title,
    digits: column.digits ?? 3,
    better: column.better,
    ...(table.published && BY_MACHINE.includes(key) && { variesByMachine: true }),
    ...(column === elsewhere && { isPrediction: true }),
  }
}

/** Returns a column of counts, which marks those that did not settle. */
function instructionsOf(counts: Contents | undefined): Column<RunRow, RunTable> {
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
