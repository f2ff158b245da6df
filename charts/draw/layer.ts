/** Layers and styles that all charts share. */
import type { TopLevelSpec } from 'vega-lite'
import { runtimeTitles } from '../text/conditions.ts'
import type { Row } from './rows.ts'
import type { Role, Theme } from './theme.ts'

/** A Vega-Lite layer of marks; Vega-Lite does not export this type by name. */
export type Layer = Extract<Extract<TopLevelSpec, { layer: unknown }>['layer'][number], { mark: unknown }>

/** Font weight for marks whose data are rows. */
export const boldBaseline = { expr: `datum.role === 'baseline' ? 'bold' : 'normal'` }

/** Returns the roles that occur, in the order of the legend. */
export function rolesOf(rows: readonly Pick<Row, 'role'>[], theme: Theme): Role[] {
  return (Object.keys(theme.roles) as Role[]).filter((role) => rows.some((row) => row.role === role))
}

/** Colours by role, with a legend of the roles that occur if there are several. */
export function roleColor(rows: readonly Pick<Row, 'role'>[], legendY: number, theme: Theme) {
  const roles = rolesOf(rows, theme)
  const legend = {
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
  } as const
  return {
    field: 'role',
    type: 'nominal',
    scale: { domain: roles, range: roles.map((role) => theme.roles[role]) },
    legend: roles.length > 1 ? legend : null,
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

/** Encodes the row of a mark whose data are rows. */
export const y = { field: 'name', type: 'nominal', sort: null, axis: null } as const

/** Places a text per row, right-aligned at `x` unless its style says otherwise. */
export function textColumn(
  field: string,
  x: number,
  style: { fill: string; fontSize: number; align?: 'left'; fontWeight?: typeof boldBaseline },
): Layer {
  return {
    mark: { type: 'text', align: 'right', ...style },
    encoding: { y, x: { value: x }, text: { field, type: 'nominal' } },
  }
}
