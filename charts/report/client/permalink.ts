import { writeState } from './state.ts'

/**
 * Returns the address of a server's row, and Markdown of a badge that leads to it.
 * @param page address of the report; the badges are beside it
 */
export function permalinkOf(
  page: string,
  { name, title }: { name: string; title: string },
  server: string,
): { row: string; markdown: string } {
  const [report = ''] = page.split('#')
  const row = `${report}${writeState(new Map(Object.entries({ scenario: name, open: server })))}`
  const badge = encodeURIComponent(report.replace(/[^/]*$/, `data/badge/${server}/${name}.json`))
  return {
    row,
    markdown: `[![rank, ${title}](https://img.shields.io/endpoint?url=${badge})](${row})`,
  }
}
