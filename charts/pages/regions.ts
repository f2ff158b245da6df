/** Generated regions of a Markdown page, between `<!-- bench:name:begin -->` and `<!-- bench:name:end -->`. */

/** The page with a region's contents replaced; an error where the page does not hold both markers once, in order. */
export function replaceRegion(page: string, region: string, contents: string): string {
  const { start, end } = locate(page, region)
  return `${page.slice(0, start)}\n${contents}\n${page.slice(end)}`
}

/** Whether the page has such a region. */
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
