/** How one date field decides the order of validation libraries. */
import type { DotChart } from '../../probe/chart.ts'
import {
  type Contents,
  figureOf,
  firstOf,
  type Metric,
  type SubjectRow,
} from '../../probe/probe.ts'
import { factorOf, factorText } from '../../stats/claims.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { significant } from '../../text/numbers.ts'

/** Libraries after which our own code makes the `Date`: folders, and options behind a slash. */
const BY_HAND: readonly string[] = [
  ...['http-node', 'ajv', 'fastify', 'typia', 'yup', 'typebox', 'typebox/format'],
  ...['ajv/fast', 'ajv/format', 'ajv/standalone', 'arktype/then-date'],
]

/** Who makes the `Date` in `parse`: a library that does has more work in its figure. */
export const DATE_BY: Metric = {
  id: 'dateBy',
  title: 'Date',
  on: ['page'],
  value: ({ name, part }) =>
    BY_HAND.includes([name, part].filter(Boolean).join('/')) ? 'hand' : '',
}

interface DatedRow extends SubjectRow {
  dated: Estimate
  undated: Estimate
  isSettled: boolean
}

/** Shows instructions of `parse` on Node.js, with a date and without. */
export function dateChart(
  file: Contents,
  rows: readonly SubjectRow[],
  [dated, undated]: readonly [Metric, Metric],
): DotChart<DatedRow> {
  const datedRows = rows.flatMap((row): DatedRow[] => {
    const instructions = {
      dated: figureOf(row, dated, file),
      undated: figureOf(row, undated, file),
    }
    // Options have the name of their library.
    const name = `${row.name} ${row.part}`
    const isSettled = !dated.marks?.(row) && !undated.marks?.(row)
    return instructions.dated && instructions.undated
      ? [{ ...row, name, dated: instructions.dated, undated: instructions.undated, isSettled }]
      : []
  })
  return {
    kind: 'dots',
    name: 'dates',
    what: 'instructions to parse',
    processes: Number(file.protocol.processes),
    title:
      reversal(datedRows) ?? 'Instructions to parse a user on Node.js, with a date and without',
    subtitle:
      'Lower is better. Instructions to validate a user and make its Date, without HTTP. On the right: without the date field. ~ marks unsettled counts.',
    rows: datedRows,
    axis: 'instructions per call, with a date',
    headings: ['with a date', 'without'],
    figures: (row) => ({
      ...row.dated,
      figure: approximateText(row.dated, dated, row),
      aside: approximateText(row.undated, undated, row),
    }),
    noun: 'library',
    all: true,
  }
}

/** A tilde stands for the words that tables have behind the figure. */
function approximateText({ value }: Estimate, { marks }: Metric, row: SubjectRow): string {
  return `${marks?.(row) ? '~' : ''}${significant(value)}`
}

/** Names the two libraries whose order the date turns round most; null where the figures bear no such claim. */
function reversal(rows: readonly DatedRow[]): string | null {
  const ranked = rows
    .filter((row) => row.part === '' && firstOf(row, 'by') !== 'hand-written')
    .filter(({ isUnranked, isSettled }) => isSettled && !isUnranked)
  const pairs = ranked.flatMap((slow) =>
    ranked.map((fast) => {
      const [more, less] = [factorOf(slow.dated, fast.dated), factorOf(slow.undated, fast.undated)]
      return { slow, fast, more, less, by: Math.min(more.value, 1 / less.value) }
    }),
  )
  const [most] = pairs
    .filter(({ more, less, by }) => by > 1 && factorText(more) && factorText(less))
    .sort((a, b) => b.by - a.by)
  if (!most) return null
  const { slow, fast, more, less } = most
  return `One date field reverses the order: ${slow.displayName} executes ${factorText(more)}× the instructions of ${fast.displayName} with it, ${factorText(less)}× without`
}
