/** Columns of figures, and tables made of them for the terminal, pages, data and the report. */
import { type Alignment, textTable } from '../../shared/basics/text-table.ts'
import {
  type Column,
  type Ends,
  endsOf,
  figureIn,
  type Row,
  SURFACES,
  type Surface,
  titleText,
} from '../../shared/probe/column.ts'
import type { Bimodal } from '../../shared/stats/modes.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { percentText, range, significant } from '../../shared/text/numbers.ts'
import { inline, table } from '../text/markdown.ts'
import { UNRANKED } from '../text/marks.ts'

type Columns<R, F> = readonly Column<R, F>[]

/** Formats rows for a terminal, with name and version. */
export function terminalTable<R extends Row, F>(
  columns: Columns<R, F>,
  rows: readonly R[],
  file: F,
  noun = 'server',
): string {
  const texts = withHeads(textColumns(columns, file, 'terminal'), [
    { title: noun, cell: ({ name, marks = '' }) => `${name} ${marks}`.trim() },
    ...(rows.some((row) => versionOf(row) !== '') ? [{ title: 'version', cell: versionOf }] : []),
  ])
  return textTable(
    texts.map(({ title }) => title),
    bodyOf(texts, rows),
    texts.map(({ align }) => align),
  )
}

const versionOf = ({ version, runtime, runtimeVersion }: Row) =>
  version ?? `${runtime} ${runtimeVersion}`

/**
 * Formats rows as Markdown: first the ranked ones, then a line that divides them from those that accept invalid data.
 * @param docs path of `docs/` from the page: the first title with an explanation links it
 * @param markdown escapes cells
 * @param linkOf returns where a row's name leads
 */
export function pageTable<R extends Row, F>(
  columns: Columns<R, F>,
  rows: readonly R[],
  file: F,
  {
    noun = 'server',
    docs = '',
    markdown = inline,
    linkOf,
  }: {
    noun?: string | undefined
    docs?: string
    markdown?: (text: string) => string
    linkOf?: (row: R) => string
  } = {},
): string {
  const texts = withHeads(textColumns(columns, file, 'page'), [
    { title: noun, cell: ({ displayName, marks = '' }) => `${displayName} ${marks}`.trim() },
  ])
  const titleOf = ({ title, doc }: TextColumn<R>, i: number) => {
    const isFirst = doc !== undefined && texts.findIndex((other) => other.doc === doc) === i
    return isFirst ? `[${inline(title)}](${docs}/${doc})` : inline(title)
  }
  const { ranked = [], unranked = [] } = Object.groupBy(rows, ({ isUnranked }) =>
    isUnranked ? 'unranked' : 'ranked',
  )
  const sorted = [...ranked, ...unranked]
  const linkedName = ({ displayName, marks = '' }: R, link: string) =>
    `[${markdown(displayName)}](${link}) ${markdown(marks)}`.trim()
  const body = bodyOf(texts, sorted).map((cells, i) =>
    cells.map((cell, column) => {
      const row = sorted[i]
      const isLinked = linkOf && row && cell !== '' && texts[column]?.isHead
      return isLinked ? linkedName(row, linkOf(row)) : markdown(cell)
    }),
  )
  const lines = table(
    texts.map(titleOf),
    body,
    texts.map(({ align }) => align),
  ).split('\n')
  // A row of one cell: GitHub adds the others.
  if (unranked.length > 0) lines.splice(lines.length - unranked.length, 0, `| **${UNRANKED}** |`)
  return lines.join('\n')
}

interface TextColumn<R> {
  title: string
  align: Alignment
  doc?: string | undefined
  leads?: boolean | undefined
  /** Whether it names the row. */
  isHead?: boolean
  cell(row: R): string
}

/** Places the columns that name a row after those that lead. */
function withHeads<R>(
  figures: readonly TextColumn<R>[],
  heads: readonly Pick<TextColumn<R>, 'title' | 'cell'>[],
) {
  return [
    ...figures.filter(({ leads }) => leads),
    ...heads.map((head): TextColumn<R> => ({ ...head, align: 'left', isHead: true })),
    ...figures.filter(({ leads }) => !leads),
  ]
}

/** Formats cells; repeated names are left blank. */
function bodyOf<R extends Row>(texts: readonly TextColumn<R>[], rows: readonly R[]): string[][] {
  return rows.map((row, i) =>
    texts.map(({ cell, isHead }) =>
      isHead && rows[i - 1]?.name === row.name && rows[i - 1]?.displayName === row.displayName
        ? ''
        : cell(row),
    ),
  )
}

/** Returns the columns that a table shows for a file. */
export function columnsOn<R, F>(columns: Columns<R, F>, file: F, surface: Surface): Column<R, F>[] {
  return columns.filter(({ when, on = SURFACES }) => on.includes(surface) && (when?.(file) ?? true))
}

/** Formats titles, cells and intervals. */
function textColumns<R, F>(columns: Columns<R, F>, file: F, surface: Surface): TextColumn<R>[] {
  return columnsOn(columns, file, surface).map((column) => {
    const { title, value, digits = 3, interval, better, marks, doc, leads } = column
    const format = column.format ?? ((number: number) => significant(number, digits))
    const figureOf = (row: R) => {
      const figure = value(row, file)
      const [middle, both] = [figureIn(figure), endsOf(figure)]
      const ends = both ? range(both.low, both.high, format) : ''
      if (interval === 'only') return ends
      if (surface === 'page' && figure !== null && typeof figure === 'object' && 'points' in figure)
        return [...new Set(figure.points.toSorted((a, b) => a - b).map(format))].join(' · ')
      if (typeof middle !== 'number') return middle ?? ''
      if (figure !== null && typeof figure === 'object' && 'modes' in figure)
        return modesText(figure.modes, format)
      if (interval === 'absolute' && both) return differenceText(middle, both)
      if (interval === 'behind' && ends !== '') return `${format(middle)} (${ends})`
      return `${format(middle)}${interval === 'percent' ? percentText(middle, both?.low ?? null, both?.high ?? null) : ''}`
    }
    const cell = (row: R) => [figureOf(row), marks?.(row)].filter(Boolean).join(' ')
    const align =
      better === undefined && column.format === undefined && interval === undefined
        ? 'left'
        : 'right'
    return { title: titleText(title, file), align, doc, leads, cell }
  })
}

/** Formats two figures with the shares of processes: `0.82 (40%) · 0.95 (60%)`. */
function modesText(modes: Bimodal['modes'], format: (value: number) => string): string {
  const total = sum(modes, ({ processes }) => processes)
  return modes
    .map(({ center, processes }) => `${format(center)} (${Math.round((100 * processes) / total)}%)`)
    .join(' · ')
}

/** Formats `+6.7 ± 2.8`; `+1.0 (+0.3 to +8.4)` where the value is not about in the middle of its interval. */
function differenceText(value: number, { low, high }: Ends): string {
  const half = (high - low) / 2
  const width = significant(half, 2)
  const decimals = width.split('.')[1]?.length ?? 0
  const signed = (number: number) =>
    `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(decimals)}`
  const isSkewed = Math.abs(value - (low + high) / 2) > half / 4
  return isSkewed
    ? `${signed(value)} (${signed(low)} to ${signed(high)})`
    : `${signed(value)} ± ${width}`
}

/** Derives a name in data from a title: `peak, MB` becomes `peak_mb`. */
export function nameOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('µ', 'u')
    .replaceAll('%', 'percent')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
}
