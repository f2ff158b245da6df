/** Startup by number of routes. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { drawLines, type LinePoint } from '../../draw/lines.ts'
import { renderSvg } from '../../draw/render.ts'
import { rowOf } from '../../draw/rows.ts'
import { themes } from '../../draw/theme.ts'
import { significant } from '../../text/numbers.ts'
import type { Column } from '../columns.ts'
import type { Chart, Table } from '../instrument.ts'
import type { StartedServer, Startup } from './format.ts'

type File = Unsealed<Startup>

const TITLE = 'From start to the first right response, by number of routes'

const summaryAt = ({ routes }: StartedServer, number: number | undefined) =>
  routes.find((each) => each.routes === number)?.summary

/** @param conditions for the chart's caption */
export function routesTable(file: File, conditions: string[]): Table<File> {
  const numbers = file.protocol.routes
  const [before, most] = [numbers.at(-2), numbers.at(-1)]
  const atMost = (server: StartedServer) => summaryAt(server, most)?.seconds.median ?? Number.POSITIVE_INFINITY
  const columns: Column<StartedServer, File>[] = [
    ...numbers.map(
      (number): Column<StartedServer, File> => ({
        title: `ms with ${grouped(number)}`,
        better: 'lower',
        value(server) {
          const summary = summaryAt(server, number)
          return summary ? summary.seconds.median * 1e3 : null
        },
      }),
    ),
    {
      title: `µs per route, from ${grouped(before ?? 0)} to ${grouped(most ?? 0)}`,
      better: 'lower',
      when: () => before !== undefined,
      value(server) {
        const [from, to] = [summaryAt(server, before), summaryAt(server, most)]
        if (!from || !to || before === undefined || most === undefined) return null
        return Math.max(0, ((to.seconds.median - from.seconds.median) / (most - before)) * 1e6)
      },
    },
    {
      title: `MB with ${grouped(most ?? 0)}`,
      better: 'lower',
      value(server) {
        const memory = summaryAt(server, most)?.memory
        return memory ? memory.median / 1e6 : null
      },
    },
  ]
  return {
    heading: 'With many routes',
    rows: file.servers
      .filter(({ routes }) => routes.some(({ summary }) => summary))
      .toSorted((a, b) => (atMost(a) === atMost(b) ? 0 : atMost(a) - atMost(b))),
    columns,
    charts: [routesChart(file, conditions)],
  }
}

function routesChart(file: File, conditions: string[]): Chart {
  const points = routePoints(file)
  return {
    name: `routes-${file.scenario}`,
    alt: finding(points),
    draw(themeName) {
      const theme = themes[themeName]
      const drawing = drawLines(
        {
          title: TITLE,
          subtitle:
            'Lower is better. Each route has its own model and validator; the request is to the last one. Medians of fresh processes; whiskers: 95% interval. Both axes are logarithmic.',
          points,
          axes: ['routes', 'milliseconds'],
        },
        theme,
      )
      return renderSvg(drawing, [conditions], theme)
    },
  }
}

/** Returns a point per server and number of routes, in ms. */
export function routePoints({ servers }: Pick<File, 'servers'>): LinePoint[] {
  return servers.flatMap((server) =>
    server.routes.flatMap(({ routes: count, summary }) => {
      if (!summary) return []
      const { median, low, high } = summary.seconds
      const [value, least, greatest] = [median * 1e3, (low ?? median) * 1e3, (high ?? median) * 1e3]
      return [{ ...rowOf(server), count, value, low: least, high: greatest }]
    }),
  )
}

/** States both extremes with the most routes, as alternative text. */
function finding(points: readonly LinePoint[]): string {
  const most = Math.max(...points.map(({ count }) => count))
  const last = points.filter(({ count }) => count === most).sort((a, b) => a.value - b.value)
  const [first, slowest] = [last.at(0), last.at(-1)]
  if (!first || !slowest) return TITLE
  const named = ({ label, value }: LinePoint) => `${label} with ${significant(value)} ms`
  return `${TITLE}, with ${grouped(most)}: lowest is ${named(first)}, highest is ${named(slowest)}`
}
