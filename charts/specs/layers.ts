/** The charts of frameworks in layers: a stacked bar a server, from `node:http` up. */
import type { Cost, CostMeasure } from '../../shared/result/cost.ts'
import { BOTTOM, REST, serverLayers, timesBottom } from '../../shared/result/layers-summary.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { COST_AXES, COST_FOLDER, costConditions, costFigure } from './cost.ts'
import { drawStackedBars, type StackedRow } from './stacked-bars.ts'

/** From the repository's root. */
export function layersPicture(measure: CostMeasure, theme: ThemeName): string {
  return `${COST_FOLDER}/layers-${measure}.${theme}.svg`
}

export const LAYERS_TITLES: Record<CostMeasure, string> = {
  instructions: 'Frameworks layer by layer, in instructions',
  microseconds: 'Frameworks layer by layer, in CPU time',
}

/** Of Okabe and Ito's palette: told apart with any colour blindness. */
const PALETTE = ['#56b4e9', '#009e73', '#e69f00', '#cc79a7', '#0072b2', '#f0c929'] as const
const GREY = { light: '#8c959f', dark: '#6e7681' }
const VALIDATION = { layer: 'validation', color: '#d55e00' }

/** Each layer that a server has, from the bottom up, with its colour. */
function colorsOf(names: readonly string[], theme: ThemeName): [part: string, color: string][] {
  const between = names.filter((name) => name !== BOTTOM && name !== VALIDATION.layer)
  return [
    [BOTTOM, GREY[theme]],
    ...between.map((name, i): [string, string] => [name, PALETTE[i % PALETTE.length] as string]),
    [VALIDATION.layer, VALIDATION.color],
  ]
}

export function drawLayers(cost: Cost, measure: CostMeasure, themeName: ThemeName): Promise<string> {
  const servers = serverLayers(cost, measure)
  const names = new Set([REST, ...servers.flatMap(({ layers }) => layers.map(({ layer }) => layer))])
  const rows = servers.map((each): StackedRow => {
    return {
      name: each.server.displayName,
      parts: each.layers.map(({ layer, value }) => ({ part: layer, value })),
      figure: costFigure(each.whole.value, measure),
      aside: `× ${timesBottom(each).toFixed(2)}`,
      mark: each.whole.value,
    }
  })
  const theme = themes[themeName]
  const drawing = drawStackedBars(
    {
      title: LAYERS_TITLES[measure],
      subtitle:
        'Lower is less work. Each part is what the server costs less once that layer is taken away, or replaced by the bare way; the line is the whole server. × is over node:http with the same work, unvalidated.',
      rows,
      axis: COST_AXES[measure],
      headings: ['whole', '× node:http'],
      colors: colorsOf([...names], themeName),
    },
    theme,
  )
  return renderSvg(drawing, [costConditions(cost, measure)], theme)
}
