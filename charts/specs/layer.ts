/** What the layers of all drawings share. */
import type { TopLevelSpec } from 'vega-lite'
import type { Role, Theme } from '../drawing/theme.ts'
import { runtimeTitles } from '../text/conditions.ts'
import type { Row } from './rows.ts'

/** Marks with their encoding; Vega-Lite does not export the type by a name of its own. */
export type Layer = Extract<Extract<TopLevelSpec, { layer: unknown }>['layer'][number], { mark: unknown }>

/** Font weight of a mark whose data are rows. */
export const boldBaseline = { expr: `datum.role === 'baseline' ? 'bold' : 'normal'` }

/** Colour by role, with a legend of the roles that occur. */
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
