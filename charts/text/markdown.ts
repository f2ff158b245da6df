import { markdownTable } from 'markdown-table'
import type { Alignment } from '../../shared/basics/text-table.ts'

/**
 * Returns an encoder of plain text as one line of Markdown that is also safe in a table's cell: none of it is a mark, a link or
 * HTML. Text between two backticks is code, and so is a package with its version, which GitHub would take for a mail address.
 * @param changed changes what is not code, before it is encoded
 */
export function encoder(changed = (plain: string) => plain): (text: string) => string {
  const withSpecs = (text: string) =>
    text.split(SPEC).map((part, i) => (i % 2 === 1 ? code(part) : encoded(changed(part))))
  return (text) =>
    text
      .replaceAll(INVISIBLE, ' ')
      .trim()
      .replaceAll(/\s+/g, ' ')
      .split(/(`[^`]+`)/)
      .flatMap((part, i) => (i % 2 === 1 ? code(part.slice(1, -1)) : withSpecs(part)))
      .join('')
      .replace(LEADING, '$1\\$2')
}

export const inline = encoder()

/** Control characters, and those that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const SPEC = /([@\w./-]+@\d(?:[\w.+-]*\w)?)/

/** Marks of a heading, list, quote or rule. */
const LEADING = /^(\d*)([-+#=.)](?=[-+#=]*(?:\s|$))|>)/

/** A vertical bar would end the cell, and an escaped one differs inside and outside of tables. */
const code = (text: string) =>
  text.includes('|') ? `<code>${encoded(text)}</code>` : `\`${text}\``

/** `_` is no mark within a word. */
const MARKS = /[\\*~[\]]|(?<![a-z0-9])_|_(?![a-z0-9])/gi

/** Characters that a backslash does not escape in every context: in code, cells, formulas, and addresses that become links. */
const ENTITIES = /[`|$]|:(?=\/\/)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\.|(?<=\w)@/gi

function encoded(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(MARKS, '\\$&')
    .replaceAll(ENTITIES, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** Escapes text for an attribute or element of HTML. */
export function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/**
 * Returns a `<picture>` that follows the reader's theme and width.
 * @param pathOf returns a path relative to the page
 */
export function picture(
  alt: string,
  pathOf: (theme: 'light' | 'dark', layout: 'wide' | 'narrow') => string,
): string {
  const phone = '(max-width: 600px)'
  const dark = '(prefers-color-scheme: dark)'
  return [
    '<picture>',
    `  <source media="${phone} and ${dark}" srcset="${pathOf('dark', 'narrow')}">`,
    `  <source media="${phone}" srcset="${pathOf('light', 'narrow')}">`,
    `  <source media="${dark}" srcset="${pathOf('dark', 'wide')}">`,
    `  <img alt="${attribute(alt)}" src="${pathOf('light', 'wide')}">`,
    '</picture>',
  ].join('\n')
}

/** Formats cells, which are Markdown already. Columns are not padded, so that a changed figure changes one line only. */
export function table(header: string[], rows: string[][], align: Alignment[]): string {
  return markdownTable([header, ...rows], { align, alignDelimiters: false, padding: true })
}

/** A column's title, the text of a row's cell, and its alignment; default: the first column left, the others right. */
export type TableColumn<Row> = readonly [
  title: string,
  cell: (row: Row) => string,
  align?: Alignment,
]

/** Returns a column of plain text. */
export const textColumn = <Row>(title: string, text: (row: Row) => string): TableColumn<Row> => [
  title,
  (row) => inline(text(row)),
  'left',
]

export function columnsTable<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): string {
  return table(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    columns.map(([, , align], i) => align ?? (i === 0 ? 'left' : 'right')),
  )
}

/** Hides contents behind a summary that opens them. */
export const folded = (summary: string, contents: string): string =>
  blocks(`<details>\n<summary>${summary}</summary>`, contents, '</details>')

export function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Joins blocks by empty lines; leaves out empty blocks. */
export function blocks(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Returns contents below a heading; empty without contents. */
export const section = (heading: string, contents: string): string =>
  contents === '' ? '' : blocks(`## ${heading}`, contents)

/** Replaces the contents of a page's region. Throws unless the page has both markers exactly once, in order. */
export function replaceRegion(page: string, region: string, contents: string): string {
  const { start, end } = locate(page, region)
  return `${page.slice(0, start)}\n${contents}\n${page.slice(end)}`
}

export function holdsRegion(page: string, region: string): boolean {
  return page.includes(`<!-- bench:${region}:begin -->`)
}

function locate(page: string, region: string): { start: number; end: number } {
  const [begin, end] = [`<!-- bench:${region}:begin -->`, `<!-- bench:${region}:end -->`]
  for (const marker of [begin, end]) {
    const count = page.split(marker).length - 1
    if (count !== 1)
      throw new Error(
        `the page must contain the line "${marker}" once, but contains it ${count} times`,
      )
  }
  const bounds = { start: page.indexOf(begin) + begin.length, end: page.indexOf(end) }
  if (bounds.end < bounds.start)
    throw new Error(`the page contains "${end}" before "${begin}": swap them`)
  return bounds
}
