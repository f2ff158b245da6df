/** Tables with a row for each server. */

import { halfOf } from '../../shared/result/estimates.ts'
import type { Result, ServerResult, Summary } from '../../shared/result/format.ts'
import { knownHalfWidth } from '../../shared/result/intervals.ts'
import type { PooledResult } from '../../shared/result/pooled-result.ts'
import { rankText } from '../../shared/result/ranks.ts'
import type { FigureOf } from '../specs/rows.ts'
import { type Align, inline, table } from '../text/markdown.ts'
import { commonKinds, marksOf } from '../text/marks.ts'
import { range, ratioText, significant } from '../text/numbers.ts'
import { linkFrom, pagePath } from '../text/paths.ts'

export interface Column {
  /** Markdown, like the cells. */
  title: string
  /** The page and heading that explain the figure: a link from the repository's root. */
  explained?: string
  align: Align
  cell(server: ServerResult): string
}

export const text = (title: string, cell: (server: ServerResult) => string): Column => ({
  title,
  align: 'left',
  cell,
})

/**
 * Blank for a refused server, which has no summary.
 * @param explained the page and heading that explain it: a link from the repository's root
 */
export const figure = (title: string, cell: FigureOf<string>, explained = 'docs/method.md#the-figures'): Column => ({
  title,
  explained,
  align: 'right',
  cell: (server) => (server.summary ? cell(server.summary, server) : ''),
})

const UNCERTAINTY = 'docs/statistics.md#several-machines'

export const rankColumn = figure('rank', ({ ranks }) => rankText(ranks), 'docs/statistics.md#ranks')

/** The name with the marks of its caveats. */
export function serverColumn({ servers }: Result): Column {
  const common = commonKinds(servers.map(({ summary }) => summary))
  return text('server', ({ displayName, summary }) =>
    `${inline(displayName)} ${summary ? marksOf(summary, common) : ''}`.trim(),
  )
}

/** The ratio, and half of its interval in percent of it. */
const ratioColumn = ({ baseline }: Result): Column =>
  figure(`× ${inline(baseline)}`, ({ ratioToBaseline }) => withWidth(ratioToBaseline), UNCERTAINTY)

function withWidth(ratioToBaseline: Summary['ratioToBaseline']): string {
  if (!ratioToBaseline) return ''
  const width = knownHalfWidth(ratioToBaseline)
  const ratio = ratioText(ratioToBaseline.ratio)
  return width === null ? ratio : `${ratio} ± ${significant(width * 100, 2)}%`
}

/** Where the ratio of a run on another machine is expected. */
const predictionColumn = ({ pooled }: PooledResult): Column => ({
  title: 'on another machine',
  explained: UNCERTAINTY,
  align: 'right',
  cell({ name }) {
    const predicted = pooled.get(name)?.ratio.predicted
    return predicted ? range(predicted.low, predicted.high, (ratio) => ratio.toFixed(2)) : ''
  },
})

/** What a request takes longer than the baseline's. */
const microsecondsColumn = ({ baseline, pooled }: PooledResult): Column => ({
  title: `µs over ${inline(baseline)}`,
  explained: UNCERTAINTY,
  align: 'right',
  cell({ name }) {
    const microseconds = pooled.get(name)?.microseconds
    if (!microseconds) return ''
    const sign = microseconds.value < 0 ? '−' : '+'
    const half = significant(halfOf(microseconds) ?? 0, 2)
    // No more decimals than the interval has.
    return `${sign}${Math.abs(microseconds.value).toFixed(half.split('.')[1]?.length ?? 0)} ± ${half}`
  },
})

/** The ratio in a result beside the table's own; blank for a server that has none there. */
export function besideColumn({ baseline, servers }: Result, what: string, explained = UNCERTAINTY): Column {
  return {
    title: `× ${inline(baseline)}, ${what}`,
    explained,
    align: 'right',
    cell: ({ name }) => withWidth(servers.find((other) => other.name === name)?.summary?.ratioToBaseline ?? null),
  }
}

/** Every server against the baseline: here, on another machine, in µs, and in results with more in flight. */
export function comparedColumns(result: PooledResult, beside: readonly Result[]): Column[] {
  const pipelined = beside.map((other) =>
    besideColumn(other, `${other.protocol.pipelining} in flight`, 'docs/method.md#the-load'),
  )
  return [ratioColumn(result), predictionColumn(result), microsecondsColumn(result), ...pipelined]
}

/**
 * @param link to a path from the repository's root; the first figure of several that one heading explains leads there
 * @returns Markdown
 */
export function serverTable(
  servers: readonly ServerResult[],
  columns: readonly Column[],
  link = linkFrom(pagePath('a-scenario')),
): string {
  return table(
    columns.map(({ title, explained }, i) => {
      const isFirst = columns.findIndex((other) => other.explained === explained) === i
      return explained !== undefined && isFirst ? `[${title}](${link(explained)})` : title
    }),
    servers.map((server) => columns.map(({ cell }) => cell(server))),
    columns.map(({ align }) => align),
  )
}
