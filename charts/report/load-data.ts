/** Each server's figures, and ratios of all pairs. */

import type { Result, ServerResult, Summary } from '../../shared/format/format.ts'
import { acceptsInvalid, CAVEATS } from '../../shared/results/caveats.ts'
import type { Counts } from '../../shared/results/instructions.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { fitOf } from '../../shared/results/restated.ts'
import { ratioBetween } from '../../shared/results/summary.ts'
import { leadersOf } from '../../shared/stats/claims.ts'
import { columnsOn, nameOf, titleText } from '../table/columns.ts'
import {
  COMPARED,
  FIGURE_COLUMNS,
  RUN_COLUMNS,
  type RunTable,
  rank,
  ratio,
  runRows,
} from '../table/run-columns.ts'
import type { ColumnData, Figure, Measured, ServerData } from './data.ts'
import { figureOf } from './figures.ts'
import { pairTable } from './pairs.ts'

export type MeasuredServer = ServerResult & { summary: Summary }

const [elsewhere] = COMPARED

/** Keys of columns whose pooled figures vary with the speed of the machine. */
const BY_MACHINE = ['requests_per_second', 'throughput_mb_s', 'cpu_us_per_request']

/** Without ratios, which follow from `pairs`, and ranks, which are shown with names. */
const OWN = RUN_COLUMNS.filter((column) => column !== rank && column !== ratio)

const INSTRUCTIONS: ColumnData = {
  key: 'instructions',
  title: 'instructions, per request',
  digits: 4,
  better: 'lower',
}

/**
 * @param servers with a number, in the order of the report
 * @param counts of the scenario's instructions, if they were counted
 */
export function figuresOf(
  result: Result | PooledResult,
  servers: readonly MeasuredServer[],
  counts: Counts | undefined,
): Pick<Measured, 'columns' | 'pairs'> & { figures: ServerData['figures'][]; fastest: string[] } {
  const published = 'pooled' in result ? result : undefined
  const fit = published ?? fitOf(result)
  const table: RunTable = { baseline: result.baseline, published }
  const rows = runRows(servers, published)
  const own = columnsOn(OWN, table, 'report').filter(({ value }) =>
    rows.some((row) => value(row, table) !== null),
  )
  const name = (place: number) => (servers[place] as MeasuredServer).name
  const columns = own.map((column): ColumnData => {
    const title = titleText(column.title, table)
    const key = column.key ?? nameOf(title)
    return {
      key,
      title,
      digits: column.digits ?? 3,
      better: column.better,
      ...(published && BY_MACHINE.includes(key) && { variesByMachine: true }),
      ...(column === elsewhere
        ? { isPrediction: true }
        : !FIGURE_COLUMNS.includes(column) && { isDetail: true }),
    }
  })
  return {
    columns: [...columns, ...(counts ? [INSTRUCTIONS] : [])],
    figures: rows.map((row) => [
      ...own.map(({ value }) => figureOf(value(row, table))),
      ...(counts ? [countOf(counts, row.name)] : []),
    ]),
    fastest: leadersOf(
      servers.filter(({ summary }) => !acceptsInvalid(summary)).map((server) => server.name),
      published?.order ?? fit.contrast,
    ),
    pairs: pairTable(servers.length, (a, b) => ratioBetween(fit, name(a), name(b))),
  }
}

function countOf({ servers }: Counts, name: string): Figure | null {
  const summary = servers.find((server) => server.name === name)?.summary
  if (!summary) return null
  const [value, low, high] = figureOf({ ...summary, value: summary.javascript }) as Figure
  return [value, low, high, summary.settled ? '' : ` ${CAVEATS.unsettled.mark}`]
}
