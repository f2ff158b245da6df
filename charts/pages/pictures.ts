/** Pictures of a page, each drawn for a light and a dark theme. */
import { posix } from 'node:path'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { drawRatios, ratiosFinding } from '../draw/ratios.ts'
import type { ThemeName } from '../draw/theme.ts'
import { picture } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'

export interface Picture {
  /** Alternative text. */
  alt: string
  /** Returns SVG. */
  draw(theme: ThemeName): string
  /** From the repository's root, without theme and extension. */
  path: string
}

const THEMES: readonly ThemeName[] = ['light', 'dark']

/** @param page path from the repository's root; the picture is in the same folder */
export function pictureOf(page: string, name: string, alt: string, draw: Picture['draw']): Picture {
  return { alt, draw, path: `${posix.dirname(page)}/${name}` }
}

/** Returns Markdown. @param page that shows it, from the repository's root */
export function pictureText({ path, alt }: Picture, page: string): string {
  const at = (theme: ThemeName) => linkFrom(page)(`${path}.${theme}.svg`)
  return picture(at('light'), at('dark'), alt)
}

/** Returns a scenario's chart; null without a ratio. */
export function scenarioChart(result: PooledResult): Picture | null {
  const alt = ratiosFinding(result)
  return alt === null
    ? null
    : pictureOf(pagePath(result.scenario), result.scenario, alt, (theme) => drawRatios(result, theme))
}

/** Returns a scenario's chart as Markdown; empty without a ratio. @param page as of `pictureText` */
export function scenarioPicture(result: PooledResult, page: string): string {
  const chart = scenarioChart(result)
  return chart ? pictureText(chart, page) : ''
}

/** Returns SVG by path from the repository's root. */
export function drawAll(pictures: readonly Picture[]): [path: string, svg: string][] {
  return pictures.flatMap(({ path, draw }) =>
    THEMES.map((theme): [string, string] => [`${path}.${theme}.svg`, draw(theme)]),
  )
}
