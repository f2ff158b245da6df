/** Adds the frame of every chart: title, subtitle, background and the conditions in a caption. */
import type { Mark, Spec } from 'vega'
import type { Layer } from './layer.ts'
import { font, type Theme } from './theme.ts'

/** px. GitHub shows pictures up to about this width without scaling them down. */
const WIDTH = 860

export interface Drawing {
  title: string
  /** Says what is plotted and which direction is better. */
  subtitle: string
  /** Data of the layers that have none of their own. */
  rows: readonly object[]
  layer: Layer[]
  /** px around the drawing: names to the left, headings above, axes below. */
  margin: { left: number; above: number; below: number }
  /** px, without the margin. */
  width: number
  height: number
}

const EDGE = 12
export const INNER_WIDTH = WIDTH - 2 * EDGE
const TITLE_HEIGHT = 37
const LINE_HEIGHT = 15
const CAPTION_GAP = 7
/** Characters per line at each font size, in the widest of the usual sans-serif fonts. */
const SUBTITLE_COLUMNS = 120
const CAPTION_COLUMNS = 140

/**
 * Frames a drawing. Text is not measured, since its width depends on the reader's font.
 * @param drawn the drawing's specification as Vega has it
 */
export function frame(drawing: Drawing, drawn: Spec, caption: string[][], theme: Theme): Spec {
  const { margin, width, height } = drawing
  const left = -margin.left
  const subtitle = wrap(drawing.subtitle, SUBTITLE_COLUMNS)
  const titleHeight = TITLE_HEIGHT + subtitle.length * LINE_HEIGHT
  const top = -margin.above - titleHeight
  const captionTop = height + margin.below
  let captionHeight = 0
  const captionTexts = caption.map((paragraphs) => {
    const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, CAPTION_COLUMNS))
    const block = text(lines, left, captionTop + captionHeight, 10.5, theme.muted)
    captionHeight += lines.length * LINE_HEIGHT + CAPTION_GAP
    return block
  })
  return {
    ...drawn,
    autosize: 'none',
    width,
    height,
    padding: {
      left: EDGE + margin.left,
      right: EDGE + INNER_WIDTH - margin.left - width,
      top: EDGE + titleHeight + margin.above,
      bottom: EDGE + margin.below + captionHeight,
    },
    background: theme.background,
    marks: [
      ...(drawn.marks ?? []),
      text([drawing.title], left, top, 18, theme.text, 'bold'),
      text(subtitle, left, top + 25, 12.5, theme.muted),
      ...captionTexts,
    ],
  }
}

function text(lines: string[], x: number, y: number, fontSize: number, fill: string, fontWeight = 'normal'): Mark {
  const constants = { x, y, text: lines, font, fontSize, fontWeight, fill, lineHeight: LINE_HEIGHT, baseline: 'top' }
  const enter = Object.fromEntries(Object.entries(constants).map(([channel, value]) => [channel, { value }]))
  return { type: 'text', aria: false, encode: { enter } } as Mark
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
