import type { Result } from '../../shared/results/format.ts'
import { caption } from '../text/conditions.ts'
import { drawLines } from './lines.ts'
import { renderSvg } from './render.ts'
import { endsOf, rowsOf } from './rows.ts'
import { fitting } from './short-list.ts'
import { type ThemeName, themes } from './theme.ts'

/**
 * Charts requests/s of each server over its number of processes, as SVG.
 * @param results of one scenario, one for each number of processes
 */
export function drawScaling(results: readonly Result[], themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const points = results.flatMap((result) =>
    rowsOf(fitting(result), ({ requestsPerSecond }) => {
      return { value: requestsPerSecond.value, ...endsOf(requestsPerSecond), figure: '', aside: '' }
    }).map((row) => ({ ...row, count: result.protocol.workers })),
  )
  const drawing = drawLines(
    {
      title: 'Requests per second by number of processes',
      subtitle:
        'Higher is better. Each process has its own CPU while one is left for the load generator. Whiskers: 95% interval within each run. Both axes are logarithmic.',
      points,
      axes: ['processes', 'requests/s'],
    },
    theme,
  )
  const [first] = results
  return renderSvg(drawing, first ? caption(first) : [], theme)
}
