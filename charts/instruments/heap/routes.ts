/** The memory that each route of a server retains. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { barChart } from '../bars.ts'
import type { Row } from '../columns.ts'
import type { Table } from '../instrument.ts'
import { type HeapFile, type HeapServer, kilobytes, thousandsOf } from './format.ts'

type File = Unsealed<HeapFile>
type Routes = Row & { summary: NonNullable<HeapServer['summary']> }

/** The smallest route first. */
export function routesOf({ routes }: File): Routes[] {
  return routes
    .flatMap(({ summary, ...row }) => (summary ? [{ ...row, summary }] : []))
    .sort((a, b) => a.summary.used.median - b.summary.used.median || (a.name < b.name ? -1 : 1))
}

/** @param conditions for the chart's caption */
export function routesTable(file: File, conditions: string[]): Table<File> {
  const rows = routesOf(file)
  const chart = barChart({
    name: 'heap-routes',
    title: 'Memory per route',
    subtitle: 'Lower is better. Bars: bytes that a route with a validator of its own retains after its first request.',
    rows,
    axis: 'kilobytes per route',
    headings: ['used once', 'built'],
    figures: ({ summary: { used, built } }) => ({
      value: used.median / 1e3,
      figure: `${kilobytes(used)} KB`,
      aside: kilobytes(built),
    }),
    caption: [conditions],
  })
  return {
    heading: 'Routes',
    rows,
    columns: [
      { title: 'route, used once, KB', better: 'lower', value: ({ summary }: Routes) => thousandsOf(summary.used) },
      { title: 'route, built, KB', better: 'lower', value: ({ summary }: Routes) => thousandsOf(summary.built) },
    ],
    charts: rows.length > 0 ? [chart] : [],
  }
}
