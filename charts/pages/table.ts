/** A page's tables: a row per server, best first, no wider than a laptop's screen. */
import { dateOf } from '../../shared/basics/text.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probe/column.ts'
import { type Contents, type SubjectRow, tablesOf } from '../../shared/probe/probe.ts'
import { run } from '../../shared/probes/run.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { ratioText } from '../../shared/text/numbers.ts'
import { pageTable as markdownTable } from '../table/columns.ts'
import { blocks, columnsTable, inline, list } from '../text/markdown.ts'
import { type Footnote, footnotes, marked } from '../text/marks.ts'
import { linkFrom, pagePath, serverFolder } from '../text/paths.ts'
import { predictionText } from './machines.ts'
import { pipelinedColumns, pipelinedText } from './pipelined.ts'

/**
 * Returns both tables of a scenario as Markdown, and below them caveats and the servers without a number.
 * @param more columns beside the figures
 * @param pipelined the same load with more requests in flight
 */
export function pageTables(
  result: PooledResult,
  more: readonly Column<SubjectRow, Contents>[] = [],
  pipelined: readonly PooledResult[] = [],
): string {
  const link = linkFrom(pagePath(result.scenario))
  const [figures = '', compared = ''] = tablesOf(run, result).map(({ rows, columns }, i) =>
    markdownTable(
      i === 0 ? [...columns, ...more] : columns.toSpliced(2, 0, ...pipelinedColumns(pipelined)),
      marked(rows as ServerResult[]),
      result,
      {
        docs: link('docs'),
        ...(i === 0 && { linkOf: ({ name }) => link(serverFolder(name)) }),
      },
    ),
  )
  return blocks(
    figures,
    list(caveatTexts(result)),
    list(result.subjects.flatMap(disqualificationText)),
    list(
      result.notInstalled.map(
        ({ name, install }) =>
          `${inline(name)}: not installed, so not measured; ${inline(`\`${install}\``)} installs it`,
      ),
    ),
    '## How servers compare',
    compared,
    pipelinedText(pipelined, disqualificationText),
    predictionText(result, link),
    outdatedTable(result),
  )
}

/** Returns a table of the servers that only runs with an older baseline have: their ratios in the newest of these. */
function outdatedTable({ outdated, details: { baseline } }: PooledResult): string {
  const rows = [...outdated].flatMap(([name, { file }]) => {
    const { displayName, summary } = file.subjects.find(
      (server) => server.name === name,
    ) as ServerResult
    return summary?.ratioToBaseline ? [{ displayName, file, ...summary.ratioToBaseline }] : []
  })
  if (rows.length === 0) return ''
  return blocks(
    `Not in the table: servers that no run has measured together with today’s ${inline(baseline)}. Each ratio is from one run, relative to the ${inline(baseline)} of that day, and has no rank.`,
    columnsTable(
      rows.toSorted((a, b) => b.value - a.value),
      [
        ['server', ({ displayName }) => inline(displayName)],
        [`× ${baseline}`, ({ value }) => ratioText(value)],
        ['measured', ({ file }) => dateOf(file.startedAt)],
      ],
    ),
  )
}

function disqualificationText({ displayName, disqualified, failedIn }: ServerResult): string[] {
  if (disqualified === null) return []
  const reason = inline(disqualified.replace(/\.$/, ''))
  return [
    `**${inline(displayName)}** was disqualified in round ${failedIn?.round}, ${failedIn?.phase}: ${reason}.`,
  ]
}

/** Explains each mark. @returns a line of Markdown each */
export function caveatTexts(result: Result): string[] {
  return footnotes(result).map(({ mark, kind, meaning, details }) =>
    [`${inline(mark)} **${kind}**: ${meaning}.`, ...details.map(detailText)].join(' '),
  )
}

function detailText({ names, message }: Footnote['details'][number]): string {
  return `${inline(`${names.join(', ')}: ${message}`)}.`
}
