/** What charts of bars have in common: the axis below, and headings above the columns beside. */
import type { Theme } from '../drawing/theme.ts'
import type { Layer } from './layer.ts'

/** For a mark that stands once, whatever the rows. */
export const once = { data: { values: [{}] } }

export function heading(text: string, x: number, align: 'left' | 'right', theme: Theme): Layer {
  return {
    ...once,
    mark: { type: 'text', align, fill: theme.muted, fontSize: 11 },
    encoding: { text: { value: text }, x: { value: x }, y: { value: -12 } },
  }
}

/** @param ticks about so many */
export function axisStyle(title: string, theme: Theme, ticks = 5) {
  return {
    title,
    tickCount: ticks,
    format: ',~r',
    domain: false,
    ticks: false,
    grid: true,
    gridColor: theme.grid,
    labelColor: theme.muted,
    titleColor: theme.muted,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    labelPadding: 6,
  } as const
}
