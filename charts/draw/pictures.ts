/** Pictures of a page, each drawn for a light and a dark theme. */
import { posix } from 'node:path'
import type { Chart } from '../../shared/probe/chart.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { marksLine } from '../text/conditions.ts'
import { picture } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'
import { dotDrawing } from './dots.ts'
import { type Drawing, NARROW, renderSvg } from './frame.ts'
import { lineDrawing } from './lines.ts'
import { multiplesDrawing } from './multiples.ts'
import { drawPanels } from './panels.ts'
import { chartTitle } from './scenario-claims.ts'
import { shortListed } from './short-list.ts'
import { stackedDrawing } from './stacked.ts'
import type { ThemeName } from './theme.ts'

export interface Picture {
  /** Alternative text. */
  alt: string
  /** Returns SVG. */
  draw(theme: ThemeName): string
  /** The same for narrow screens. */
  narrow?: Picture['draw']
  /** From the repository's root, without theme and extension. */
  path: string
}

const THEMES: readonly ThemeName[] = ['light', 'dark']

/** @param page path from the repository's root; the picture is in the same folder */
export function pictureOf(page: string, name: string, alt: string, draw: Picture['draw']): Picture {
  return { alt, draw, path: `${posix.dirname(page)}/${name}` }
}

/** Returns Markdown. @param page that shows it, from the repository's root */
export function pictureText({ path, alt, narrow }: Picture, page: string): string {
  const pathOf = (theme: ThemeName) => linkFrom(page)(`${path}.${theme}.svg`)
  const narrowPathOf = (theme: ThemeName) => linkFrom(page)(`${path}.narrow.${theme}.svg`)
  return picture(
    [pathOf('light'), pathOf('dark')],
    alt,
    narrow && [narrowPathOf('light'), narrowPathOf('dark')],
  )
}

/**
 * Returns a probe's chart, with its conditions below.
 * @param notes of marks: those whose mark is drawn are named
 */
export function chartPicture(
  page: string,
  chart: Chart,
  notes: readonly string[] = [],
  conditions: readonly string[] = [],
): Picture {
  const light = drawingOf(chart, 'light')
  const svg = renderSvg(light, [], 'light')
  const caption = [
    ...marksLine(notes.filter(([mark = '']) => svg.includes(mark))),
    ...(conditions.length > 0 ? [[...conditions]] : []),
  ]
  const picture = pictureOf(page, chart.name, light.title, (theme) =>
    renderSvg(drawingOf(chart, theme), caption, theme),
  )
  const narrow = narrowDrawing(chart)
  return narrow ? { ...picture, narrow: (theme) => renderSvg(narrow(theme), [], theme) } : picture
}

function drawingOf(chart: Chart, theme: ThemeName): Drawing {
  if (chart.kind === 'stacked') return stackedDrawing(chart, theme)
  if (chart.kind === 'multiples') return multiplesDrawing(chart)
  return chart.kind === 'dots' ? dotDrawing(chart) : lineDrawing(chart)
}

/** Returns the drawing for phones; null for charts that have only one. */
function narrowDrawing(chart: Chart): ((theme: ThemeName) => Drawing) | null {
  if (chart.kind === 'stacked') return (theme) => stackedDrawing(chart, theme, NARROW)
  return chart.kind === 'dots' ? () => dotDrawing(chart, 'narrow') : null
}

/** Returns a scenario's chart; null without a figure. */
export function scenarioChart(result: PooledResult): Picture | null {
  const short = shortListed(result)
  if (short.subjects.length === 0) return null
  const draw = (layout: 'wide' | 'narrow') => (theme: ThemeName) =>
    drawPanels(result, theme, layout)
  const chart = pictureOf(
    pagePath(result.scenario),
    result.scenario,
    chartTitle(short),
    draw('wide'),
  )
  return { ...chart, narrow: draw('narrow') }
}

/** Returns a scenario's chart as Markdown; empty without a figure. @param page as of `pictureText` */
export function scenarioPicture(result: PooledResult, page: string): string {
  const chart = scenarioChart(result)
  return chart ? pictureText(chart, page) : ''
}

/** Returns SVG by path from the repository's root. */
export function drawAll(pictures: readonly Picture[]): [path: string, svg: string][] {
  return pictures.flatMap(({ path, draw, narrow }) =>
    THEMES.flatMap((theme): [string, string][] => [
      [`${path}.${theme}.svg`, draw(theme)],
      ...(narrow ? [[`${path}.narrow.${theme}.svg`, narrow(theme)] as [string, string]] : []),
    ]),
  )
}
