/** What starting costs, as a section of the page of what running costs. */
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Starts, Startup } from '../../shared/result/startup.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { finding } from '../specs/rows.ts'
import {
  drawRoutes,
  drawStartup,
  routePoints,
  routesFinding,
  STARTUP_TITLE,
  started,
  startupConditions,
  startupRows,
} from '../specs/startup.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list, table } from '../text/markdown.ts'
import { range, significant } from '../text/numbers.ts'
import { linkFrom, RUNNING_PATH } from '../text/paths.ts'
import { type PageSection, pictureOf, pictureText } from './pictures.ts'

/** The server that others are held against. */
const REFERENCE = 'http-node'

export function startupSection({ file, path }: Stored<Startup>): PageSection {
  const { scenario } = file
  const startupAlt = finding(STARTUP_TITLE, startupRows(file))
  const times = pictureOf(RUNNING_PATH, `startup-${scenario}`, startupAlt, (theme) => drawStartup(file, theme))
  const routes =
    routePoints(file).length > 0
      ? pictureOf(RUNNING_PATH, `routes-${scenario}`, routesFinding(file), (theme) => drawRoutes(file, theme))
      : null
  const text = blocks(
    `## Start: ${scenarios.get(file.scenario)?.title ?? file.scenario}`,
    pictureText(times, RUNNING_PATH),
    startsTable(file),
    ...(routes ? ['### With many routes', pictureText(routes, RUNNING_PATH), routesTable(file)] : []),
    list([
      ...refusals(file),
      ...file.notInstalled.map(({ name }) => `${inline(name)}: not installed, so not started`),
      ...emptyText(file),
      ...startupConditions(file).map(inline),
      `All of it: [\`${path}\`](${linkFrom(RUNNING_PATH)(path)})`,
    ]),
  )
  return { text, pictures: routes ? [times, routes] : [times] }
}

const milliseconds = (seconds: number) => significant(seconds * 1000)

function startsTable(startup: Startup): string {
  const servers = started(startup.servers)
  const reference = servers.find(({ name }) => name === REFERENCE)?.summary.seconds.median
  return columnsTable(servers, [
    ['server', ({ displayName }) => inline(displayName)],
    ['ms', ({ summary }) => milliseconds(summary.seconds.median)],
    [
      '95% interval',
      ({ summary: { seconds } }) =>
        seconds.low === null || seconds.high === null ? '' : range(seconds.low, seconds.high, milliseconds),
    ],
    [`× ${REFERENCE}`, ({ summary }) => (reference ? (summary.seconds.median / reference).toFixed(2) : '')],
    ['listens, ms', ({ summary }) => milliseconds(summary.listening.median)],
    ['CPU ms', ({ summary }) => (summary.cpuSeconds ? milliseconds(summary.cpuSeconds.median) : '')],
    ['MB', ({ summary }) => (summary.memory ? significant(summary.memory.median / 1e6) : '')],
    [
      'million instructions',
      ({ summary }) => (summary.instructions ? significant(summary.instructions.median / 1e6) : ''),
    ],
    [
      'of these the first thread',
      ({ summary }) => (summary.javascript ? significant(summary.javascript.median / 1e6) : ''),
    ],
    ['build', ({ builds }) => (builds ? 'yes' : '')],
  ])
}

/** Milliseconds by number of routes, and what a route more costs between the two greatest numbers. */
function routesTable({ servers, protocol }: Startup): string {
  const numbers = protocol.routes
  const [before, most] = [numbers.at(-2), numbers.at(-1)]
  const rows = servers.flatMap(({ displayName, routes }) => {
    if (routes.every(({ summary }) => !summary)) return []
    const at = (number: number | undefined) => routes.find((each) => each.routes === number)?.summary
    const [from, to] = [at(before), at(most)]
    const each =
      from && to && before !== undefined && most !== undefined
        ? ((to.seconds.median - from.seconds.median) / (most - before)) * 1e6
        : null
    return [
      {
        order: to?.seconds.median ?? Number.POSITIVE_INFINITY,
        cells: [
          inline(displayName),
          ...numbers.map((number) => {
            const summary = at(number)
            return summary ? milliseconds(summary.seconds.median) : ''
          }),
          each === null ? '' : significant(Math.max(0, each)),
          to?.memory ? significant(to.memory.median / 1e6) : '',
        ],
      },
    ]
  })
  const header = [
    'ms with so many routes',
    ...numbers.map(grouped),
    `µs a route, from ${grouped(before ?? 0)} to ${grouped(most ?? 0)}`,
    `MB with ${grouped(most ?? 0)}`,
  ]
  return table(
    header,
    rows.sort((a, b) => a.order - b.order).map(({ cells }) => cells),
  )
}

function refusals({ servers }: Startup): string[] {
  const line = (name: string, { refusal }: Pick<Starts, 'refusal'>) =>
    refusal === null ? [] : [`${inline(name)}: refused: ${inline(refusal)}`]
  return servers.flatMap((server) => [
    ...line(server.displayName, server),
    ...server.routes.flatMap((each) => line(`${server.displayName}, ${plural(each.routes, 'route')}`, each)),
  ])
}

/** What of each time is the runtime's own. */
function emptyText({ empty }: Startup): string[] {
  if (empty.length === 0) return []
  const each = empty.map(
    ({ runtime, javascript, typescript }) =>
      `${runtimeTitles[runtime] ?? runtime} ${milliseconds(javascript)} ms in JavaScript, ${milliseconds(typescript)} ms in TypeScript`,
  )
  return [
    `An empty program takes ${each.join('; ')}: servers without a build are TypeScript, of which the runtime takes the types away at each start`,
  ]
}
