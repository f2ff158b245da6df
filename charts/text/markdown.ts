import { markdownTable } from 'markdown-table'

/** Plain text as one line of Markdown that is also safe in a table's cell; `code` is kept as code. */
export function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')))
    .join('')
    .replaceAll('|', '\\|')
}

/** A sign that Markdown would take for a mark-up. */
export function escaped(sign: string): string {
  return sign.replaceAll('*', '\\*')
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** A picture that follows the reader's theme; both paths as seen from the page. */
export function picture(light: string, dark: string, alt: string): string {
  return [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${dark}">`,
    `  <img alt="${attribute(alt)}" src="${light}">`,
    '</picture>',
  ].join('\n')
}

export type Align = 'left' | 'right'

/**
 * Cells are Markdown already. The source is not padded: a changed figure changes its own row only.
 * @param align where it is left out: names to the left, and figures behind them to the right
 */
export function table(header: string[], rows: string[][], align: Align[] = namesFirst(header)): string {
  return markdownTable([header, ...rows], { align, alignDelimiters: false, padding: true })
}

const namesFirst = (header: readonly string[]): Align[] => header.map((_, i) => (i === 0 ? 'left' : 'right'))

/** A heading, what stands below it in a row's cell, and where it is aligned, if not as in all tables. */
export type TableColumn<Row> = readonly [title: string, cell: (row: Row) => string, align?: Align]

export function columnsTable<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  return table(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    columns.map(([, , align], i) => align ?? (i === 0 ? 'left' : 'right')),
  )
}

export function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Blocks with an empty line between them; empty ones are left out. */
export function blocks(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The page with a region's contents replaced; an error where the page does not hold both markers once, in order. */
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
    if (count !== 1) throw new Error(`the page must hold the line "${marker}" once, and holds it ${count} times`)
  }
  const bounds = { start: page.indexOf(begin) + begin.length, end: page.indexOf(end) }
  if (bounds.end < bounds.start) throw new Error(`the page holds "${end}" before "${begin}": put them in order`)
  return bounds
}
