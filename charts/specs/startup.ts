/** The charts of starts: how long each server takes to its first right answer, and how that goes with the number of routes. */
import { grouped } from '../../shared/basics/text.ts'
import type { StartedServer, StartSummary, Startup } from '../../shared/result/startup.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { placeLine } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import { drawLines, type LinePoint } from './lines.ts'
import { type Row, rowOf } from './rows.ts'
import { outOf, shortList } from './short-list.ts'

export const STARTUP_TITLE = 'From start to the first right answer'
const ROUTES_TITLE = 'From start to the first right answer, by number of routes'

/** A row a server, the quickest first; milliseconds. */
export function startupRows({ servers }: Pick<Startup, 'servers'>): Row[] {
  return shortList(started(servers)).map((server): Row => {
    const { seconds, cpuSeconds, memory, instructions } = server.summary
    const value = seconds.median * 1000
    return {
      ...rowOf(server),
      value,
      low: (seconds.low ?? seconds.median) * 1000,
      high: (seconds.high ?? seconds.median) * 1000,
      figure: `${significant(value)} ms`,
      aside: cpuSeconds ? `${significant(cpuSeconds.median * 1000)} ms` : '',
      more: [
        memory ? significant(memory.median / 1e6) : '',
        instructions ? significant(instructions.median / 1e6) : '',
      ],
    }
  })
}

/** The servers that have a figure, the quickest first. */
export function started(servers: readonly StartedServer[]): (StartedServer & { summary: StartSummary })[] {
  return servers
    .flatMap((server) => (server.summary ? [{ ...server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.seconds.median - b.summary.seconds.median || (a.name < b.name ? -1 : 1))
}

export function drawStartup(startup: Startup, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = startupRows(startup)
  const drawing = drawBars(
    {
      title: STARTUP_TITLE,
      subtitle: `Lower is better. Bars: median of fresh processes. Whiskers: 95% interval of it. CPU time, resident memory and million instructions until then.${outOf(rows, started(startup.servers))}`,
      rows,
      axis: 'milliseconds',
      headings: ['median', 'CPU', 'MB', 'M instr.'],
      shape: 'bar and whisker',
    },
    theme,
  )
  return renderSvg(drawing, [startupConditions(startup)], theme)
}

/** What was started when, on what and how, as two paragraphs. */
export function startupConditions(startup: Startup): string[] {
  const { protocol, counterVersion } = startup
  const { processes, polling, launcherSeconds, counter, counted, seed } = protocol
  return [
    placeLine(startup),
    [
      `${processes} fresh processes of each server, in turns, files in memory`,
      polling ? 'asked five times a millisecond' : 'asked every millisecond',
      `of each time ${significant(launcherSeconds * 1000, 2)} ms are the programs that start and pin it`,
      ...(counter ? [`instructions of ${counted} more by ${counter} (${counterVersion})`] : []),
      `seed ${seed}`,
    ].join(' · '),
  ]
}

/** A point a server and number of routes. */
export function routePoints({ servers }: Pick<Startup, 'servers'>): LinePoint[] {
  return servers.flatMap((server) =>
    server.routes.flatMap(({ routes: number, summary }) => {
      if (!summary) return []
      const { median, low, high } = summary.seconds
      return [
        {
          ...rowOf(server),
          count: number,
          value: median * 1000,
          low: (low ?? median) * 1000,
          high: (high ?? median) * 1000,
        },
      ]
    }),
  )
}

/** Lines over the number of routes. */
export function drawRoutes(startup: Startup, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const drawing = drawLines(
    {
      title: ROUTES_TITLE,
      subtitle:
        'Lower is better. Each route has a model and a validator of its own; the last one is asked. Medians of fresh processes, whiskers: 95% interval. Both axes are logarithmic.',
      points: routePoints(startup),
      axes: ['routes', 'milliseconds'],
    },
    theme,
  )
  return renderSvg(drawing, [startupConditions(startup)], theme)
}

/** The servers with routes in words, for readers who do not see the picture. */
export function routesFinding({ servers, protocol }: Pick<Startup, 'servers' | 'protocol'>): string {
  const most = protocol.routes.at(-1)
  const last = routePoints({ servers })
    .filter(({ count }) => count === most)
    .sort((a, b) => a.value - b.value)
  const [first, slowest] = [last.at(0), last.at(-1)]
  if (most === undefined || !first || !slowest) return ROUTES_TITLE
  const named = ({ label, value }: LinePoint) => `${label} with ${significant(value)} ms`
  return `${ROUTES_TITLE}, with ${grouped(most)}: lowest is ${named(first)}, highest is ${named(slowest)}`
}
