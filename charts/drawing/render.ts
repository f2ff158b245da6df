import { parse, type Spec, textMetrics, View } from 'vega'

declare module 'vega' {
  /** Missing in Vega's own types. */
  const textMetrics: { canvas(use: boolean): void }
}

// Where a `canvas` package happens to be installed, Vega would measure text with the machine's fonts.
textMetrics.canvas(false)

/** The same specification gives the same bytes, on every machine and at any time. */
export async function renderSvg(spec: Spec): Promise<string> {
  const view = new View(parse(spec), { renderer: 'none' })
  try {
    return `${await view.toSVG()}\n`
  } finally {
    view.finalize()
  }
}
