/** Adds the frame of every chart: title, subtitle, background and the conditions in a caption. */
import { element, text } from './svg.ts'
import type { Theme } from './theme.ts'

/** px. GitHub shows pictures up to about this width without scaling them down. */
export const WIDTH = 860

export interface Drawing {
  title: string
  /** Says what is plotted and which direction is better. */
  subtitle: string
  /** Elements of SVG, in px from the drawing's corner. */
  marks: readonly string[]
  /** px around the drawing: names to the left, headings above, axes below. */
  margin: { left: number; above: number; below: number }
  /** px, without the margin. */
  height: number
  /** px, of the whole picture; default: `WIDTH`. */
  width?: number
}

const EDGE = 12
export const INNER_WIDTH = WIDTH - 2 * EDGE
const TITLE_HEIGHT = 37
const LINE_HEIGHT = 15
const TITLE_LINE = 20
const CAPTION_GAP = 7
/** Characters per line at each font size, in the widest of the usual sans-serif fonts. */
const TITLE_COLUMNS = 88
const SUBTITLE_COLUMNS = 120
const CAPTION_COLUMNS = 140

/**
 * Returns SVG, the same on every machine. Text is not measured, since its width depends on the reader's font.
 * @param caption paragraphs below the drawing, in blocks
 */
export function renderSvg(drawing: Drawing, caption: string[][], theme: Theme): string {
  const { margin, height, marks, width = WIDTH } = drawing
  // Short lines are wasted less evenly.
  const columns = (most: number) => Math.floor((most * width) / WIDTH) - (width < WIDTH ? 3 : 0)
  const title = wrap(drawing.title, columns(TITLE_COLUMNS))
  const subtitle = wrap(drawing.subtitle, columns(SUBTITLE_COLUMNS))
  const below = EDGE + (title.length - 1) * TITLE_LINE
  const top = below + TITLE_HEIGHT + subtitle.length * LINE_HEIGHT + margin.above
  let y = top + height + margin.below
  const captionLines = caption.flatMap((paragraphs) => {
    const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, columns(CAPTION_COLUMNS)))
    const block = lines.map((line, i) =>
      text(line, EDGE, y + 6 + i * LINE_HEIGHT, { fill: theme.muted, size: 10.5 }),
    )
    y += lines.length * LINE_HEIGHT + CAPTION_GAP
    return block
  })
  const total = Math.ceil(y + EDGE)
  const size = { width, height: total, viewBox: `0 0 ${width} ${total}` }
  const contents = [
    element('rect', { width, height: total, fill: theme.background }),
    ...title.map((line, i) =>
      text(line, EDGE, EDGE + 9 + i * TITLE_LINE, { fill: theme.text, size: 16, weight: 'bold' }),
    ),
    ...subtitle.map((line, i) =>
      text(line, EDGE, below + 31 + i * LINE_HEIGHT, { fill: theme.muted, size: 12.5 }),
    ),
    element(
      'g',
      { transform: `translate(${EDGE + margin.left} ${top})` },
      `\n${marks.filter(Boolean).join('\n')}\n`,
    ),
    ...captionLines,
  ]
  return `${element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, `\n${contents.join('\n')}\n`)}\n`
}

/** Breaks a paragraph into lines of at most `columns` characters; where it has ` · ` between items, only there. */
function wrap(paragraph: string, columns: number): string[] {
  const space = paragraph.includes(' · ') ? ' · ' : ' '
  const lines: string[] = []
  for (const part of paragraph.split(space)) {
    const line = lines.at(-1)
    if (line === undefined || `${line}${space}${part}`.length > columns) lines.push(part)
    else lines[lines.length - 1] = `${line}${space}${part}`
  }
  return lines
}
