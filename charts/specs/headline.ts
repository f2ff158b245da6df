/** The README's picture: the ratios of the servers of the short list. */
import type { Result } from '../../shared/result/format.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { conditionLines } from '../text/conditions.ts'
import { commonVerdicts, footnotes } from '../text/marks.ts'
import { drawRatios, relative } from './relative.ts'
import { finding } from './rows.ts'
import { shortened } from './short-list.ts'

/** Pixels; with so many for its rows the picture stays below 700. */
const ROWS_HEIGHT = 400
const ROW_HEIGHT = 22

/** From the repository's root. */
export const headlinePath = (theme: ThemeName) => `charts/published/headline.${theme}.svg`

/** The picture as SVG. */
export function drawHeadline(result: Result, themeName: ThemeName): Promise<string> {
  const short = shortened(result)
  const measured = relative.rows(result).length
  const rowHeight = Math.min(ROW_HEIGHT, Math.floor(ROWS_HEIGHT / relative.rows(short).length))
  const drawing = drawRatios(short, themes[themeName], rowHeight, `Ranks are those among all ${measured} servers.`)
  const marks = footnotes(short).map(({ mark, kind }) => `${mark} ${kind}`)
  const common = [...new Set(commonVerdicts(short).map(({ kind }) => kind))]
  const unmarked = common.length > 0 ? [`Unmarked, since most servers have it: ${common.join(' · ')}`] : []
  const notes = [...unmarked, ...(marks.length > 0 ? [`Marks: ${marks.join(' · ')}`] : [])]
  const caption = [...(notes.length > 0 ? [notes] : []), conditionLines(result)]
  return renderSvg(drawing, caption, themes[themeName])
}

/** What the picture shows, for readers who do not see it. */
export function headlineFinding(result: Result): string {
  return finding(relative.title, relative.rows(shortened(result)))
}
