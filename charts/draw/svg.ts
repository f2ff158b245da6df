/** Elements of SVG, as text. */
import { attribute } from '../text/markdown.ts'
import { font, type Role, type Theme } from './theme.ts'

/** Numbers are rounded to tenths of a pixel. */
type Attributes = Readonly<Record<string, string | number>>

export function element(name: string, attributes: Attributes, contents = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => {
    const text = typeof value === 'number' ? String(Math.round(value * 10) / 10) : attribute(value)
    return ` ${key}="${text}"`
  })
  return `<${name}${list.join('')}${contents === '' ? '/>' : `>${contents}</${name}>`}`
}

interface TextStyle {
  fill: string
  /** px; default: 11. */
  size?: number
  anchor?: 'start' | 'middle' | 'end'
  weight?: 'normal' | 'bold'
}

/** Returns an empty string without contents. @param y of its middle */
export function text(contents: string, x: number, y: number, style: TextStyle): string {
  if (contents === '') return ''
  const { fill, size = 11, anchor = 'start', weight = 'normal' } = style
  const place = { x, y: y + 0.36 * size, 'text-anchor': anchor }
  return element(
    'text',
    { ...place, 'font-family': font, 'font-size': `${size}px`, 'font-weight': weight, fill },
    contents.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
}

type End = readonly [x: number, y: number]

/** @param style attributes besides `stroke` */
export function rule([x1, y1]: End, [x2, y2]: End, stroke: string, style: Attributes = {}): string {
  return element('line', { x1, y1, x2, y2, stroke, ...style })
}

export function polyline(points: readonly End[], stroke: string): string {
  const list = points.map((ends) => ends.map((value) => Math.round(value * 10) / 10).join(','))
  return element('polyline', { points: list.join(' '), fill: 'none', stroke, 'stroke-width': 1.5 })
}

/** Paths around (0, 0): a runtime's shape shows it without colors. */
const SHAPES: Record<Role, string> = {
  baseline: 'M0-5.5L5.5 0L0 5.5L-5.5 0Z',
  node: 'M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0Z',
  bun: 'M-3.8-3.8H3.8V3.8H-3.8Z',
  deno: 'M0-5L4.9 3.5H-4.9Z',
}

export function symbol(role: Role, x: number, y: number, theme: Theme): string {
  return element('path', {
    d: SHAPES[role],
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    fill: theme.roles[role],
  })
}

/** Returns the roles that occur, in the order of the legend. */
export function rolesOf(points: readonly { role: Role }[], theme: Theme): Role[] {
  return (Object.keys(theme.roles) as Role[]).filter((role) =>
    points.some((point) => point.role === role),
  )
}
