import { runtimeTitles } from '../text/conditions.ts'
import { rolesOf, symbol, text } from './svg.ts'
import type { Role, Theme } from './theme.ts'

/** px per character of a legend's texts, in the widest of the usual sans-serif fonts. */
const CHARACTER = 6.5

/** Returns a line with the symbols of the roles that occur; nothing for one. */
export function roleLegend(points: readonly { role: Role }[], y: number, theme: Theme): string[] {
  const roles = rolesOf(points, theme)
  if (roles.length < 2) return []
  let x = 6
  return roles.flatMap((role) => {
    const title = runtimeTitles[role] ?? role
    const marks = [symbol(role, x, y, theme), text(title, x + 10, y, { fill: theme.text, size: 11.5 })]
    x += 32 + title.length * CHARACTER
    return marks
  })
}
