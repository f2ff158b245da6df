import { type Drawing, frame } from './frame.ts'
import { font, type Theme } from './theme.ts'

declare module 'vega' {
  /** Missing in Vega's types. */
  const textMetrics: { canvas(use: boolean): void }
}

/**
 * Renders SVG, byte for byte the same on every machine. Vega is imported on first use, since it doubles the start-up time of a
 * command and most commands draw nothing.
 * @param caption lines below the drawing, in blocks
 */
export async function renderSvg(drawing: Drawing, caption: string[][], theme: Theme): Promise<string> {
  const [{ parse, textMetrics, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')])
  // With a `canvas` package installed, Vega would measure text with the machine's fonts.
  textMetrics.canvas(false)
  const { width, height, rows, layer } = drawing
  const spec = { width, height, data: { values: [...rows] }, layer }
  const drawn = compile(spec, { config: { aria: false, font, view: { stroke: null } } }).spec
  const view = new View(parse(frame(drawing, drawn, caption, theme)), { renderer: 'none' })
  try {
    return `${await view.toSVG()}\n`
  } finally {
    view.finalize()
  }
}
