/** Layers and styles that all charts share. */
import type { TopLevelSpec } from 'vega-lite'
import { runtimeTitles } from '../text/conditions.ts'
import type { Row } from './rows.ts'
import type { Role, Theme } from './theme.ts'

/** A Vega-Lite layer of marks; Vega-Lite does not export this type by name. */
export type Layer = Extract<Extract<TopLevelSpec, { layer: unknown }>['layer'][number], { mark: unknown }>

/** Font weight for marks whose data are rows. */
export const boldBaseline = { expr: `datum.role === 'baseline' ? 'bold' : 'normal'` }

/** Colours by role, with a legend of the roles that occur. */
export function roleColor(rows: readonly Pick<Row, 'role'>[], legendY: number, theme: Theme) {
  const roles = (Object.keys(theme.roles) as Role[]).filter((role) => rows.some((row) => row.role === role))
  return {
    field: 'role',
    type: 'nominal',
    scale: { domain: roles, range: roles.map((role) => theme.roles[role]) },
    legend: {
      title: null,
      orient: 'none',
      direction: 'horizontal',
      legendX: 0,
      legendY,
      labelExpr: `${JSON.stringify(runtimeTitles)}[datum.value] || datum.value`,
      labelColor: theme.text,
      labelFontSize: 11.5,
      symbolType: 'square',
      symbolOpacity: 1,
    },
  } as const
}

/** Data for a mark that is drawn once, however many rows there are. */
export const once = { data: { values: [{}] } }

export function heading(text: string, x: number, align: 'left' | 'right', theme: Theme): Layer {
  return {
    ...once,
    mark: { type: 'text', align, fill: theme.muted, fontSize: 11 },
    encoding: { text: { value: text }, x: { value: x }, y: { value: -12 } },
  }
}

/** @param ticks approximate number of ticks */
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
