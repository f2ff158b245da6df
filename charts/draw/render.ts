import { type Drawing, frame } from './frame.ts'
import { font, type Theme } from './theme.ts'

declare module 'vega' {
  /** Missing in Vega's own types. */
  const textMetrics: { canvas(use: boolean): void }
}

/**
 * The same drawing gives the same bytes, on every machine and at any time. Vega is loaded by the first one: half of the
 * time that a command takes to start would be its, and most commands draw nothing.
 * @param caption lines below the drawing, in blocks
 */
export async function renderSvg(drawing: Drawing, caption: string[][], theme: Theme): Promise<string> {
  const [{ parse, textMetrics, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')])
  // Where a `canvas` package happens to be installed, Vega would measure text with the machine's fonts.
  textMetrics.canvas(false)
  const drawn = compile(drawing.spec, { config: { aria: false, font, view: { stroke: null } } }).spec
  const view = new View(parse(frame(drawing, drawn, caption, theme)), { renderer: 'none' })
  try {
    return `${await view.toSVG()}\n`
  } finally {
    view.finalize()
  }
}
