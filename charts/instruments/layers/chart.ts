/** Charts of frameworks by layer: a stacked bar per server, from `node:http` up. */
import { grouped } from '../../../shared/basics/text.ts'
import { renderSvg } from '../../draw/render.ts'
import { drawStackedBars, type StackedRow } from '../../draw/stacked-bars.ts'
import { type ThemeName, themes } from '../../draw/theme.ts'
import type { Chart } from '../instrument.ts'
import type { Layers } from './format.ts'
import { BOTTOM, REST, serverLayers, timesBottom } from './summary.ts'

const TITLE = 'Frameworks layer by layer, in instructions'

/** From Okabe and Ito's palette, distinguishable with any colour blindness. */
const PALETTE = ['#56b4e9', '#009e73', '#e69f00', '#cc79a7', '#0072b2', '#f0c929'] as const
const GREY = { light: '#8c959f', dark: '#6e7681' }
const VALIDATION = { layer: 'validation', color: '#d55e00' }

/** Returns the layers from the bottom up, with their colours. */
function colorsOf(names: readonly string[], theme: ThemeName): [part: string, color: string][] {
  const between = names.filter((name) => name !== BOTTOM && name !== VALIDATION.layer)
  return [
    [BOTTOM, GREY[theme]],
    ...between.map((name, i): [string, string] => [name, PALETTE[i % PALETTE.length] as string]),
    [VALIDATION.layer, VALIDATION.color],
  ]
}

export function layersChart(layers: Layers, conditions: string[]): Chart {
  const servers = serverLayers(layers)
  const names = new Set([REST, ...servers.flatMap(({ layers }) => layers.map(({ layer }) => layer))])
  const rows = servers.map((each): StackedRow => {
    return {
      name: each.server.displayName,
      parts: each.layers.map(({ layer, value }) => ({ part: layer, value })),
      figure: grouped(each.whole.value),
      aside: `× ${timesBottom(each).toFixed(2)}`,
      mark: each.whole.value,
    }
  })
  return {
    name: 'instructions',
    alt: `${TITLE}: ${rows.map(({ name, figure }) => `${name} ${figure}`).join(', ')}`,
    draw(themeName) {
      const theme = themes[themeName]
      const drawing = drawStackedBars(
        {
          title: TITLE,
          subtitle:
            'Lower is less work. Each part is the saving when that layer is removed or replaced by bare code; the line is the whole server. × is relative to node:http with the same work, unvalidated.',
          rows,
          axis: 'instructions per request, in user space',
          headings: ['whole', '× node:http'],
          colors: colorsOf([...names], themeName),
        },
        theme,
      )
      return renderSvg(drawing, [conditions], theme)
    },
  }
}
