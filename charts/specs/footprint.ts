/** The chart of footprints: what each server's production closure puts on the disk. */
import { plural } from '../../shared/basics/text.ts'
import {
  type Footprint,
  type FootprintServer,
  type FootprintSummary,
  summarizeFootprint,
} from '../../shared/result/footprint.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import { type Row, rowOf } from './rows.ts'
import { outOf, shortList } from './short-list.ts'

export const FOOTPRINT_TITLE = 'Production packages on the disk'

/** The servers that have a footprint, the smallest first. */
export function placed(footprint: Footprint): { server: FootprintServer; summary: FootprintSummary }[] {
  return footprint.servers
    .filter(({ refusal }) => refusal === null)
    .map((server) => ({ server, summary: summarizeFootprint(server, footprint) }))
    .sort((a, b) => a.summary.bytes - b.summary.bytes || (a.server.name < b.server.name ? -1 : 1))
}

/** A row a server; megabytes. */
export function footprintRows(footprint: Footprint): Row[] {
  const all = placed(footprint)
  const shown = shortList(all.map(({ server }) => server))
  return all
    .filter(({ server }) => shown.includes(server))
    .map(({ server, summary }): Row => {
      const value = summary.bytes / 1e6
      return {
        ...rowOf(server),
        value,
        low: value,
        high: value,
        figure: `${significant(value)} MB`,
        aside: String(summary.packages),
      }
    })
}

export function drawFootprint(footprint: Footprint, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = footprintRows(footprint)
  const drawing = drawBars(
    {
      title: FOOTPRINT_TITLE,
      subtitle: `Lower is less. Bytes of all files of the packages that a server needs to run, without the runtime and without development dependencies.${outOf(rows, placed(footprint))}`,
      rows,
      axis: 'megabytes',
      headings: ['on the disk', 'packages'],
      shape: 'bar and whisker',
    },
    theme,
  )
  return renderSvg(drawing, [footprintConditions(footprint)], theme)
}

/** What was looked at when and where. */
export function footprintConditions({ startedAt, environment, servers }: Footprint): string[] {
  const { os, arch } = environment
  return [[startedAt.slice(0, 10), `${os}, ${arch}`, plural(servers.length, 'server')].join(' · ')]
}
