/** Articles: pages of `docs/articles/`, written by hand, whose figures and chart are filled in from stored results. */
import { type Dots, drawDots } from '../draw/dots.ts'
import { renderSvg } from '../draw/frame.ts'
import { type Picture, pictureOf, pictureText } from '../draw/pictures.ts'
import type { Point } from '../draw/rows.ts'
import { type ThemeName, themes } from '../draw/theme.ts'
import { replaceRegion } from '../text/markdown.ts'
import { pagePath } from '../text/paths.ts'

/** No stored result has a figure of an article. */
export class MissingFigure extends Error {}

/** Texts by name. */
export type Figures = Readonly<Record<string, string>>

export interface Article {
  /** File name in `docs/articles/`, and of its chart, without extension. */
  name: string
  figures: Figures
  /** An appendix has none. */
  chart?: Chart
}

type Chart = Pick<Picture, 'alt' | 'draw'>

export const articlePath = (name: string): string => `docs/articles/${name}.md`

/**
 * Returns the page with its figures, each between `<!--=name-->` and `<!--/-->`, and the chart in the region `chart`.
 * @throws MissingFigure if the page names a figure that the article does not have
 */
export function fillArticle(article: Article, page: string): string {
  const { name, figures } = article
  const filled = page.replaceAll(/<!--=([\w.-]+)-->.*?<!--\/-->/gs, (_, figure: string) => {
    const text = figures[figure]
    if (text === undefined)
      throw new MissingFigure(`${articlePath(name)} has no figure named "${figure}"`)
    return `<!--=${figure}-->${text}<!--/-->`
  })
  return articlePicture(article).reduce(
    (text, picture) => replaceRegion(text, 'chart', pictureText(picture, articlePath(name))),
    filled,
  )
}

/** Returns the article's chart, if it has one. */
export function articlePicture({ name, chart }: Article): Picture[] {
  return chart ? [pictureOf(pagePath('articles'), name, chart.alt, chart.draw)] : []
}

interface Dot {
  label: string
  value: number
  /** What is drawn in place of the value. */
  points?: readonly Omit<Point, 'name'>[]
  /** One text per heading. */
  texts: readonly [figure: string, aside: string, ...more: string[]]
}

interface DotChart {
  /** States the finding. */
  title: string
  subtitle: string
  axis: string
  headings: [string, string, ...string[]]
  dots: readonly Dot[]
  titles?: Dots['titles']
  caption: string
}

export function dotChart({ dots, caption, ...chart }: DotChart): Chart {
  const rows = dots.map(({ label, value, texts: [figure, aside, ...more] }) => ({
    ...{ name: label, label, markedLabel: label, role: 'node' as const },
    ...{ value, low: value, high: value, figure, aside, more },
  }))
  const points = rows.flatMap(
    (row, i): Point[] => dots[i]?.points?.map((point) => ({ name: row.name, ...point })) ?? [row],
  )
  return {
    alt: chart.title,
    draw: (theme: ThemeName) =>
      renderSvg(drawDots({ ...chart, rows, points }, themes[theme]), [[caption]], themes[theme]),
  }
}

/** Returns the least and the greatest value. */
export function range(
  values: readonly number[],
  format: (value: number) => string,
): [least: string, most: string] {
  return [format(Math.min(...values)), format(Math.max(...values))]
}
