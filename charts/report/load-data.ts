/** Each server's figures under load, and ratios of all pairs. */
import type { ServerResult, Summary } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { ratioOf } from '../../shared/results/summary.ts'
import { rankText } from '../../shared/stats/ranks.ts'
import { columnsOn, namedFigures, nameOf, titleText } from '../instruments/columns.ts'
import { commonKinds, marksOf } from '../text/marks.ts'
import { COMPARED, RUN_COLUMNS, rank, runRows } from '../text/run-columns.ts'
import type { LoadData, LoadFigures } from './data.ts'
import { figure, rounded } from './figures.ts'
import { pairTable } from './pairs.ts'

export type MeasuredServer = ServerResult & { summary: Summary }

/** Without ratios, which follow from `pairs`, and ranks, which are shown with names. */
const OWN = RUN_COLUMNS.filter((column) => column !== rank && !COMPARED.slice(0, 2).includes(column))

/** @param servers with a number, in the order of the report */
export function loadOf(result: PooledResult, servers: readonly MeasuredServer[]): LoadData {
  const common = commonKinds(servers.map(({ summary }) => summary))
  const table = { baseline: result.baseline, published: result }
  const columns = columnsOn(OWN, table, 'report')
  const name = (place: number) => (servers[place] as MeasuredServer).name
  return {
    columns: columns.map(({ title, key, digits = 3, better }) => {
      const text = titleText(title, table)
      return {
        key: key ?? nameOf(text),
        title: text,
        digits,
        better: title === COMPARED[2]?.title ? undefined : better,
      }
    }),
    servers: runRows(servers, result).map((row): LoadFigures => {
      const { ranks, caveats, trials: of } = row.summary as Summary
      const known = new Map(namedFigures(columns, row, table).map(([title, ...own]) => [title, own]))
      return {
        elsewhere: row.pooled
          ? [rounded(row.pooled.ratio.predicted.low), rounded(row.pooled.ratio.predicted.high)]
          : null,
        ranks: rankText(ranks),
        mayBeFastest: ranks.best === 1,
        figures: columns.map(({ title }) => {
          const [value, low, high] = known.get(titleText(title, table)) ?? []
          return value === undefined ? null : typeof value === 'string' ? value : figure(value, low, high)
        }),
        marks: marksOf(row.summary as Summary, common),
        caveats: caveats.map(({ kind, trials, message }) => ({ kind, trials, of, message })),
      }
    }),
    pairs: pairTable(servers.length, (a, b) => ratioOf(result, name(a), name(b))),
  }
}
