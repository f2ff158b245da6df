/** The charts of frameworks in layers: a stacked bar a server, from `node:http` up. */
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Layers, Measure } from '../../shared/result/layers.ts'
import { BOTTOM, REST, serverLayers, timesBottom } from '../../shared/result/layers-summary.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { placeLine } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawStackedBars, type StackedRow } from './stacked-bars.ts'

export const LAYERS_TITLES: Record<Measure, string> = {
  instructions: 'Frameworks layer by layer, in instructions',
  microseconds: 'Frameworks layer by layer, in CPU time',
}

const AXES: Record<Measure, string> = {
  instructions: 'instructions per request, in user space',
  microseconds: 'µs of CPU time per request, user and system',
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

export function drawLayers(layers: Layers, measure: Measure, themeName: ThemeName): Promise<string> {
  const servers = serverLayers(layers, measure)
  const names = new Set([REST, ...servers.flatMap(({ layers }) => layers.map(({ layer }) => layer))])
  const rows = servers.map((each): StackedRow => {
    return {
      name: each.server.displayName,
      parts: each.layers.map(({ layer, value }) => ({ part: layer, value })),
      figure: layersFigure(each.whole.value, measure),
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
      axis: AXES[measure],
      headings: ['whole', '× node:http'],
      colors: colorsOf([...names], themeName),
    },
    theme,
  )
  return renderSvg(drawing, [layersConditions(layers, measure)], theme)
}

/** With as many digits as tell layers apart; they may be below zero. */
export function layersFigure(value: number, measure: Measure): string {
  return measure === 'instructions' ? grouped(value) : value.toFixed(2)
}

/** What was measured when, on what and how, as two paragraphs. */
export function layersConditions(layers: Layers, measure: Measure): string[] {
  const { processes, seed, counting, timing } = layers
  const each = `${plural(processes, 'process')} each`
  const counted = counting && [
    `counted by ${counting.counter} (${counting.counterVersion})`,
    `${each} × ${significant(counting.requests, 3)} requests, one at a time on one connection`,
  ]
  const timed = timing && [
    `loaded by the suite’s generator, polling: ${timing.connections} connections × 1`,
    `${each} × ${plural(timing.slices, 'slice')} of ${timing.sliceSeconds} s, in random turns`,
    `after a warm-up of ${plural(timing.warmUpSlices, 'slice')}${timing.longestWarmUp > timing.warmUpSlices ? `, and up to ${timing.longestWarmUp} while a request’s cost falls` : ''}`,
  ]
  const how = (measure === 'instructions' ? counted : timed) ?? []
  return [
    placeLine(layers, false),
    [...how, 'a nextTick object kept in each', 'processes in random order', `seed ${seed}`].join(' · '),
  ]
}
