/** Draws with Observable Plot, outside of a browser; adds title, subtitle, legend, and the conditions in a caption. */
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { RuntimeName } from '../../shared/format/disclosure.ts'
import { type Theme, type ThemeName, themes } from './theme.ts'

const { document } = parseHTML('<html></html>')

/** Places of a text beside a row, at the edges of the drawing. */
export const AT_LEFT = { frameAnchor: 'left', textAnchor: 'start' } as const
export const AT_RIGHT = { frameAnchor: 'right', textAnchor: 'end' } as const
export const ABOVE_LEFT = { frameAnchor: 'top-left', textAnchor: 'start' } as const
export const ABOVE_RIGHT = { frameAnchor: 'top-right', textAnchor: 'end' } as const

/** px. GitHub shows pictures up to about this width without scaling them down. */
export const WIDTH = 860

/** px: of a picture for phones, whose texts then have at least 11 px on a screen of 390 px. */
export const NARROW = 372

/** `narrow` is for phones. */
export type LayoutName = 'wide' | 'narrow'

/** Options of Plot; margins are those between the drawing and the texts around it. */
export interface Drawing extends Plot.PlotOptions {
  title: string
  /** Says what is plotted and which direction is better. */
  subtitle: string
  /** px, without margins. */
  height: number
  /** Values of the scales of colors and symbols, with their titles. Drawn if there are several. */
  legend?: readonly (readonly [value: string, title: string])[]
}

export const EDGE = 12
/** px between blocks of text. */
const GAP = 7
const LEGEND_LINE = 17
/** px of an entry. */
const LEGEND_ENTRY = 170

/** px of a character in the drawing, roughly. */
export const CHARACTER = 6.4

/** Style of what is less important. */
export const MUTED = { fillOpacity: 0.7 } as const

/** `columns` is the characters per line, in the widest of the usual sans-serif fonts. */
const TITLE = { columns: 86, fontSize: 16, lineHeight: 1.25, fontWeight: 'bold' }
const SUBTITLE = { columns: 120, fontSize: 12.5, lineHeight: 1.2, ...MUTED }
const CAPTION = { columns: 134, fontSize: 11, lineHeight: 1.4, ...MUTED }

/** Options of an axis. */
export const AXIS = {
  ...MUTED,
  labelAnchor: 'center',
  labelArrow: 'none',
  labelOffset: 34,
  tickSize: 0,
  tickSpacing: 60,
  tickFormat: tickText,
} as const

/** In the order of legends; their symbols show them without colors. */
const RUNTIMES: readonly RuntimeName[] = ['node', 'bun', 'deno']
const SYMBOLS: Plot.SymbolType[] = ['circle', 'square', 'triangle']

/** Paragraphs below a drawing. */
export interface Caption {
  marks?: readonly string[]
  /** In pictures of any width, below the conditions. */
  warnings?: readonly string[]
  /** Where and how the figures were measured; left out of narrow pictures. */
  conditions?: readonly string[]
}

/** Returns SVG, the same on every machine. Text is not measured, since its width depends on the reader's font. */
export function renderSvg(drawing: Drawing, caption: Caption, theme: ThemeName): string {
  const { title, subtitle, legend = [], height, width = WIDTH, marks = [], ...options } = drawing
  const { marginTop = 0, marginBottom = 0, marginLeft = 0, marginRight = 0 } = options
  const blocks = [
    { ...TITLE, lines: wrap(title, TITLE.columns, width) },
    { ...SUBTITLE, lines: wrap(subtitle, SUBTITLE.columns, width) },
    ...captionBlocks(caption, width === NARROW).map((paragraphs) => {
      const lines = paragraphs.flatMap((each) => wrap(each, CAPTION.columns, width))
      return { ...CAPTION, lines }
    }),
  ]
  const heights = blocks.map(
    ({ lines, fontSize, lineHeight }) => lines.length * fontSize * lineHeight + GAP,
  )
  const [titleHeight = 0, subtitleHeight = 0] = heights
  const left = EDGE + marginLeft
  const top = EDGE + titleHeight + subtitleHeight + marginTop
  const place = (x: number, y: number) => {
    return { ...ABOVE_LEFT, facet: 'super', dx: x - left, dy: y - top } as const
  }
  let y = top + height + marginBottom
  const entries = legend.length > 1 ? legend : []
  const perLine = Math.floor((width - 2 * EDGE) / LEGEND_ENTRY)
  const legendMarks = entries.flatMap(([value, title], i) => {
    const x = EDGE + ((i % perLine) * (width - 2 * EDGE)) / perLine
    const middle = y + LEGEND_LINE * (Math.floor(i / perLine) + 0.5)
    const symbol = { fill: Plot.identity, symbol: Plot.identity, r: 4.5 }
    return [
      Plot.dot([value], { ...place(x + 6, middle), ...symbol }),
      Plot.text([title], { ...place(x + 16, middle), lineAnchor: 'middle' }),
    ]
  })
  if (entries.length > 0) y += LEGEND_LINE * Math.ceil(entries.length / perLine) + GAP
  const texts = blocks.map(({ lines, columns: _, ...style }, i) => {
    const at = i === 0 ? EDGE : i === 1 ? EDGE + titleHeight : y
    if (i > 1) y += heights[i] ?? 0
    return Plot.text([lines.join('\n')], { ...place(EDGE, at), ...style, lineAnchor: 'top' })
  })
  const total = Math.ceil(y + EDGE)
  return svgOf(
    {
      ...options,
      width,
      height: total,
      marginTop: top,
      marginBottom: total - top - height,
      marginLeft: left,
      marginRight: marginRight + EDGE,
      marks: [...marks, ...legendMarks, ...texts],
    },
    themes[theme],
  )
}

function captionBlocks(
  { marks = [], warnings = [], conditions = [] }: Caption,
  isNarrow: boolean,
): string[][] {
  const blocks = [[...marks], [...(isNarrow ? [] : conditions), ...warnings]]
  return blocks.filter((paragraphs) => paragraphs.length > 0)
}

function svgOf(options: Plot.PlotOptions, theme: Theme): string {
  const svg = Plot.plot({
    color: { domain: Object.keys(theme.roles), range: Object.values(theme.roles) },
    symbol: { domain: RUNTIMES, range: SYMBOLS },
    ...options,
    document: document as unknown as NonNullable<Plot.PlotOptions['document']>,
    style: { color: theme.text, fontFamily: 'sans-serif', fontSize: '11.5px' },
  })
  // Plot's rules suit a page of HTML.
  svg.querySelector('style')?.remove()
  svg.removeAttribute('class')
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const background = `<rect width="100%" height="100%" fill="${theme.background}"/>`
  svg.insertAdjacentHTML('afterbegin', background)
  // Numbers of attributes; not those of texts.
  const rounded = svg.outerHTML.replaceAll(/\d+\.\d{3,}(?=[^<>]*>)/g, (number: string) =>
    Number(number).toFixed(2),
  )
  return `${rounded.replaceAll('<g ', '\n<g ')}\n`
}

/** Returns the runtimes that occur. */
export const rolesOf = (points: readonly { role: RuntimeName }[]) =>
  RUNTIMES.filter((runtime) => points.some(({ role }) => role === runtime))

/** Leading digits of numbers on a logarithmic axis, the most numbers first. */
const LEADING = [[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1]]

/**
 * Returns round numbers for a logarithmic axis: as many as have room, and at least two.
 * @param length px of the axis
 * @param room px that a number needs
 */
export function logTicks(low: number, high: number, length: number, room: number): number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(high / low)) + 2 },
    (_, i) => 10 ** (Math.floor(Math.log10(low)) + i),
  )
  const sets = LEADING.map((digits) =>
    decades
      .flatMap((decade) => digits.map((digit) => Number((digit * decade).toPrecision(2))))
      .filter((tick) => tick >= low && tick <= high),
  )
  const hasRoom = (ticks: readonly number[]) =>
    ticks.every((tick, i) => {
      const next = ticks[i + 1]
      return !next || (length * Math.log(next / tick)) / Math.log(high / low) >= room
    })
  const chosen = sets.find(hasRoom) ?? []
  return chosen.length > 1 ? chosen : linearTicks(low, high)
}

/** Returns two to six round numbers at equal distances. */
function linearTicks(low: number, high: number): number[] {
  const decade = 10 ** Math.floor(Math.log10((high - low) / 2))
  const step = decade * ([5, 2].find((each) => each * decade * 2 <= high - low) ?? 1)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(6)),
  )
}

/** Formats `0.2`, `50`, `20k`, `1M`. */
function tickText(value: number): string {
  const [unit, sign] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${Number((value / unit).toPrecision(3))}${sign}`
}

/**
 * Breaks a paragraph into lines; where it has ` · ` between items, only there.
 * @param most characters in a line of a wide picture
 */
function wrap(paragraph: string, most: number, width: number): string[] {
  const columns = Math.floor((most * (width - 2 * EDGE)) / (WIDTH - 2 * EDGE))
  const space = paragraph.includes(' · ') ? ' · ' : ' '
  const lines: string[] = []
  for (const part of paragraph.split(space)) {
    const line = lines.at(-1)
    if (line === undefined || `${line}${space}${part}`.length > columns) lines.push(part)
    else lines[lines.length - 1] = `${line}${space}${part}`
  }
  return lines
}
