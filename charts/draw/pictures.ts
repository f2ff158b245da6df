/** Pictures of a page, each drawn for a light and a dark theme. */
import { posix } from 'node:path'
import type { Chart } from '../../shared/probe/chart.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { marksLines, pooledCaption } from '../text/conditions.ts'
import { picture } from '../text/markdown.ts'
import { footnotes } from '../text/marks.ts'
import { linkFrom, pagePath } from '../text/paths.ts'
import { dotDrawing } from './dots.ts'
import { type Caption, type Drawing, type LayoutName, renderSvg } from './frame.ts'
import { lineDrawing } from './lines.ts'
import { multiplesDrawing } from './multiples.ts'
import { drawPanels } from './panels.ts'
import { ratioChart } from './ratios.ts'
import { chartTitle } from './scenario-claims.ts'
import { shortListed } from './short-list.ts'
import { stackedDrawing } from './stacked.ts'
import type { ThemeName } from './theme.ts'

export interface Picture {
  /** Alternative text. */
  alt: string
  /** Returns SVG. */
  draw(theme: ThemeName, layout: LayoutName): string
  /** From the repository's root, without layout, theme and extension. */
  path: string
}

const THEMES: readonly ThemeName[] = ['light', 'dark']
const LAYOUTS: readonly LayoutName[] = ['wide', 'narrow']

/** @param page path from the repository's root; the picture is in the same folder */
export function pictureOf(page: string, name: string, alt: string, draw: Picture['draw']): Picture {
  return { alt, draw, path: `${posix.dirname(page)}/${name}` }
}

/** Returns Markdown. @param page that shows it, from the repository's root */
export function pictureText({ path, alt }: Picture, page: string): string {
  return picture(alt, (theme, layout) => linkFrom(page)(fileOf(path, theme, layout)))
}

const fileOf = (path: string, theme: ThemeName, layout: LayoutName) =>
  `${path}${layout === 'narrow' ? '.narrow' : ''}.${theme}.svg`

/**
 * Returns a probe's chart, with its caption below.
 * @param notes of marks: those whose mark is drawn are named
 */
export function chartPicture(
  page: string,
  chart: Chart,
  notes: readonly string[] = [],
  caption: Omit<Caption, 'marks'> = {},
): Picture {
  const light = drawingOf(chart, 'light', 'wide')
  const svg = renderSvg(light, {}, 'light')
  const marks = marksLines(notes.filter(([mark = '']) => svg.includes(mark)))
  return pictureOf(page, chart.name, light.title, (theme, layout) =>
    renderSvg(drawingOf(chart, theme, layout), { marks, ...caption }, theme),
  )
}

function drawingOf(chart: Chart, theme: ThemeName, layout: LayoutName): Drawing {
  if (chart.kind === 'stacked') return stackedDrawing(chart, theme, layout)
  if (chart.kind === 'multiples') return multiplesDrawing(chart, layout)
  return chart.kind === 'dots' ? dotDrawing(chart, layout) : lineDrawing(chart, layout)
}

/** Returns the chart of a scenario's five figures; null without one. */
export function scenarioChart(result: PooledResult): Picture | null {
  const short = shortListed(result)
  if (short.subjects.length === 0) return null
  return pictureOf(pagePath(result.scenario), result.scenario, chartTitle(short), (theme, layout) =>
    drawPanels(result, theme, layout),
  )
}

/** Returns a scenario's chart as Markdown; empty without a figure. @param page as of `pictureText` */
export function scenarioPicture(result: PooledResult, page: string): string {
  const chart = scenarioChart(result)
  return chart ? pictureText(chart, page) : ''
}

/** Returns the chart of a scenario's ratios; null without a figure. */
export function ratioPicture(result: PooledResult): Picture | null {
  const short = shortListed(result)
  if (short.subjects.length === 0) return null
  const notes = footnotes(short).map(({ mark, kind }) => `${mark} ${kind}`)
  const { warnings, conditions } = pooledCaption(result)
  return chartPicture(pagePath(result.scenario), ratioChart(result), notes, {
    warnings,
    conditions,
  })
}

/** Returns SVG by path from the repository's root. */
export function drawAll(pictures: readonly Picture[]): [path: string, svg: string][] {
  return pictures.flatMap(({ path, draw }) =>
    LAYOUTS.flatMap((layout) =>
      THEMES.map((theme): [string, string] => [fileOf(path, theme, layout), draw(theme, layout)]),
    ),
  )
}
