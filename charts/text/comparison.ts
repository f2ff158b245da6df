/** Formats a comparison for a terminal (`text`), a pull request (`markdown`) or a script (`json`). */
import { type Alignment, textTable } from '../../shared/basics/text-table.ts'
import type { ComparedFigure, Comparison } from '../../shared/comparison/comparison.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { shareText, significant } from '../../shared/text/numbers.ts'
import { inline, list, table } from './markdown.ts'

export const formats = {
  text: (comparison: Comparison) =>
    [
      comparison.title,
      ...tableOf(comparison, (body) => textTable(HEAD, body, ALIGN)),
      ...linesOf(comparison),
    ].join('\n'),
  markdown: (comparison: Comparison) =>
    [
      inline(comparison.title),
      ...tableOf(comparison, (body) =>
        table(
          HEAD,
          body.map((row) => row.map(inline)),
          ALIGN,
        ),
      ),
      list(linesOf(comparison).map(inline)),
    ].join('\n\n'),
  json: (comparison: Comparison) => JSON.stringify(sixDigits(comparison), null, 2),
}

const HEAD = ['server', 'figure', 'old', 'new', 'new/old', 'interval', 'verdict']
const ALIGN: Alignment[] = ['left', 'left', 'right', 'right', 'right', 'right', 'left']

/** Equal figures are counted below the table. */
function tableOf({ figures }: Comparison, draw: (body: string[][]) => string): string[] {
  const changed = figures.filter(({ verdict }) => verdict !== 'equal')
  return changed.length > 0 ? [draw(changed.map(rowOf))] : []
}

function rowOf({
  name,
  figure,
  old,
  new: recent,
  ratio,
  low,
  high,
  verdict,
}: ComparedFigure): string[] {
  const interval =
    low === null || high === null || low === high ? '' : `${low.toFixed(3)} to ${high.toFixed(3)}`
  return [
    name,
    figure,
    significant(old, 4),
    significant(recent, 4),
    ratio.toFixed(3),
    interval,
    verdict,
  ]
}

function linesOf({ figures, uncompared, notes, gate }: Comparison): string[] {
  const count = (verdict: ComparedFigure['verdict']) =>
    figures.filter((figure) => figure.verdict === verdict).length
  const foreign = count('differs between machines')
  return [
    ...uncompared.map((line) => `not compared: ${line}`),
    ...notes,
    `${count('better')} better, ${count('worse')} worse, ${count('equal')} equal, ${count('no difference')} without a relevant difference, ${count('undecided')} undecided${foreign > 0 ? `, ${foreign} different between machines` : ''}`,
    ...(gate ? [gateLine(gate)] : []),
  ]
}

function gateLine({ failBelow, failed }: NonNullable<Comparison['gate']>): string {
  const limit = shareText(failBelow)
  return failed.length > 0
    ? `gate failed: significantly worse by more than ${limit}: ${failed.join(', ')}`
    : `gate passed: nothing is significantly worse by more than ${limit}`
}
