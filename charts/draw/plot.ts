/** Draws with Observable Plot outside of a browser. */
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { font, type Theme } from './theme.ts'

const { document } = parseHTML('<html></html>')

/** Returns a plot as an element of SVG at a place in px. */
export function plotAt(x: number, y: number, options: Plot.PlotOptions, theme: Theme): string {
  const style = {
    background: 'none',
    color: theme.text,
    fontFamily: font,
    fontSize: '11.5px',
    overflow: 'visible',
  }
  const plot = Plot.plot({
    ...options,
    document: document as unknown as NonNullable<Plot.PlotOptions['document']>,
    style,
  })
  plot.setAttribute('x', String(x))
  plot.setAttribute('y', String(y))
  return plot.outerHTML.replaceAll(/\d+\.\d{3,}/g, (number: string) => Number(number).toFixed(2))
}
