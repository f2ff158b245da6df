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

/** Cells are Markdown already. The source is not padded: a changed figure changes its own row only. */
export function table(header: string[], rows: string[][], align: Align[]): string {
  return markdownTable([header, ...rows], { align, alignDelimiters: false, padding: true })
}

export function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Blocks with an empty line between them; empty ones are left out. */
export function blocks(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}
