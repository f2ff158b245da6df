/** Draws with Observable Plot, outside of a browser; adds title, subtitle, legend, and the conditions in a caption. */
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { font, type Role, type Theme } from './theme.ts'

const { document } = parseHTML('<html></html>')

/** px. GitHub shows pictures up to about this width without scaling them down. */
export const WIDTH = 860

interface Entry {
  title: string
  fill: string
  symbol: Plot.SymbolType
}

/** Options of Plot; margins are those between the drawing and the texts around it. */
export interface Drawing extends Plot.PlotOptions {
  title: string
  /** Says what is plotted and which direction is better. */
  subtitle: string
  /** px, without margins. */
  height: number
  /** Drawn if it has several entries. */
  legend?: readonly Entry[]
}

/** px */
export const EDGE = 12
const TITLE_LINE = 20
const LINE = 15
const LEGEND_LINE = 17
const GAP = 7
const LEGEND_COLUMNS = 4
/** Characters per line at each font size, in the widest of the usual sans-serif fonts. */
const TITLE_COLUMNS = 88
const SUBTITLE_COLUMNS = 120
const CAPTION_COLUMNS = 134

/**
 * Returns SVG, the same on every machine. Text is not measured, since its width depends on the reader's font.
 * @param caption paragraphs below the drawing, in blocks
 */
export function renderSvg(drawing: Drawing, caption: string[][], theme: Theme): string {
  const { title, subtitle, legend = [], height, width = WIDTH, ...options } = drawing
  const { marginTop = 0, marginBottom = 0, marginLeft = 0, marginRight = 0, marks = [] } = options
  // Short lines are wasted less evenly.
  const columns = (most: number) => Math.floor((most * width) / WIDTH) - (width < WIDTH ? 3 : 0)
  const titleLines = wrap(title, columns(TITLE_COLUMNS))
  const subtitleLines = wrap(subtitle, columns(SUBTITLE_COLUMNS))
  const below = EDGE + titleLines.length * TITLE_LINE + GAP
  const top = below + subtitleLines.length * LINE + EDGE + marginTop
  const left = EDGE + marginLeft
  const place = (x: number, y: number) => {
    return { facet: 'super', frameAnchor: 'top-left', dx: x - left, dy: y - top } as const
  }
  const paragraph = (lines: readonly string[], y: number, style: Plot.TextOptions) =>
    Plot.text([lines.join('\n')], {
      ...place(EDGE, y),
      textAnchor: 'start',
      lineAnchor: 'top',
      ...style,
    })
  const entries = legend.length > 1 ? legend : []
  const column = (width - 2 * EDGE) / LEGEND_COLUMNS
  let y = top + height + marginBottom
  const legendMarks = entries.flatMap(({ title, fill, symbol }, i) => {
    const at = { x: EDGE + (i % LEGEND_COLUMNS) * column, y: y + LEGEND_LINE * lineOf(i) }
    return [
      Plot.dot([title], { ...place(at.x + 6, at.y + 6), fill, symbol, r: 4.5 }),
      Plot.text([title], { ...place(at.x + 16, at.y + 6), textAnchor: 'start' }),
    ]
  })
  y += entries.length > 0 ? LEGEND_LINE * (lineOf(entries.length - 1) + 1) + GAP : 0
  const captionMarks = caption.map((paragraphs) => {
    const lines = paragraphs.flatMap((each) => wrap(each, columns(CAPTION_COLUMNS)))
    const start = y
    y += lines.length * LINE + GAP
    return paragraph(lines, start, { fill: theme.muted, fontSize: 11, lineHeight: LINE / 11 })
  })
  return svgOf(
    {
      ...options,
      width,
      height: Math.ceil(y + EDGE),
      marginTop: top,
      marginBottom: Math.ceil(y + EDGE) - top - height,
      marginLeft: left,
      marginRight: marginRight + EDGE,
      marks: [
        paragraph(titleLines, EDGE, {
          fontSize: 16,
          fontWeight: 'bold',
          lineHeight: TITLE_LINE / 16,
        }),
        paragraph(subtitleLines, below, {
          fill: theme.muted,
          fontSize: 12.5,
          lineHeight: LINE / 12.5,
        }),
        ...marks,
        ...legendMarks,
        ...captionMarks,
      ],
    },
    theme,
  )
}

const lineOf = (entry: number) => Math.floor(entry / LEGEND_COLUMNS)

function svgOf(options: Plot.PlotOptions, theme: Theme): string {
  const roles = Object.keys(theme.roles) as Role[]
  const svg = Plot.plot({
    color: { type: 'ordinal', domain: roles, range: Object.values(theme.roles) },
    symbol: { domain: roles, range: Object.values(SYMBOLS) },
    ...options,
    document: document as unknown as NonNullable<Plot.PlotOptions['document']>,
    style: { color: theme.text, fontFamily: font, fontSize: '11.5px' },
  })
  // Plot's rules suit a page of HTML.
  svg.querySelector('style')?.remove()
  svg.removeAttribute('class')
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const background = `<rect width="100%" height="100%" fill="${theme.background}"/>`
  svg.insertAdjacentHTML('afterbegin', background)
  // Numbers of attributes; not those of texts.
  const rounded = svg.outerHTML.replaceAll(/\d+\.\d{2,}(?=[^<>]*>)/g, (number: string) =>
    Number(number).toFixed(1),
  )
  return `${rounded.replaceAll('<g ', '\n<g ')}\n`
}

/** A runtime's symbol shows it without colors. */
const SYMBOLS: Record<Role, Plot.SymbolType> = {
  baseline: 'diamond',
  node: 'circle',
  bun: 'square',
  deno: 'triangle',
}

/** Returns the roles that occur, in the order of the legend. */
export function rolesOf(points: readonly { role: Role }[]): Role[] {
  return (Object.keys(SYMBOLS) as Role[]).filter((role) =>
    points.some((point) => point.role === role),
  )
}

export function roleLegend(
  points: readonly { role: Role }[],
  titles: Readonly<Record<string, string>>,
  theme: Theme,
): Entry[] {
  return rolesOf(points).map((role) => {
    return { title: titles[role] ?? role, fill: theme.roles[role], symbol: SYMBOLS[role] }
  })
}

export const gridStyle = ({ grid }: Theme) => ({ stroke: grid, strokeOpacity: 1 })

export function axisStyle({ muted }: Theme) {
  return {
    color: muted,
    labelAnchor: 'center',
    labelArrow: 'none',
    labelOffset: 34,
    tickSize: 0,
    tickFormat: tickText,
  } as const
}

/** Formats `0.2`, `50`, `20k`, `1M`. */
function tickText(value: number): string {
  const [unit, sign] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${Number((value / unit).toPrecision(3))}${sign}`
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
