/** The README's picture: the ratios of the servers of the short list. */
import type { Result } from '../../shared/result/format.ts'
import { frame } from '../drawing/frame.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { conditionLines } from '../text/conditions.ts'
import { footnotes } from '../text/marks.ts'
import { drawRatios, relative } from './relative.ts'
import { finding } from './rows.ts'
import { shortened } from './short-list.ts'

/** Pixels: with all servers of the list the picture stays below 700. */
const ROW_HEIGHT = 22

/** From the repository's root. */
export const headlinePath = (theme: ThemeName) => `charts/published/headline.${theme}.svg`

/** The picture as SVG. */
export function drawHeadline(result: Result, themeName: ThemeName): Promise<string> {
  const short = shortened(result)
  const measured = relative.rows(result).length
  const drawing = drawRatios(short, themes[themeName], ROW_HEIGHT, `Ranks are those among all ${measured} servers.`)
  const marks = footnotes(short).map(({ mark, kind }) => `${mark} ${kind}`)
  const caption = [...(marks.length > 0 ? [[`Marks: ${marks.join(' · ')}`]] : []), conditionLines(result)]
  return renderSvg(frame(drawing, caption, themes[themeName]))
}

/** What the picture shows, for readers who do not see it. */
export function headlineFinding(result: Result): string {
  return finding(relative.title, relative.rows(shortened(result)))
}
