/** The tables of starts that a terminal shows. */

import { plural } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { StartSummary, Starts, UnsealedStartup } from '../../shared/result/startup.ts'

const milliseconds = (seconds: number) => (seconds * 1000).toFixed(1)

/** A row a server, the quickest first; then one with each number of routes, and who was refused and why. */
export function startupTable({ servers, protocol }: Pick<UnsealedStartup, 'servers' | 'protocol'>): string {
  const started = servers
    .flatMap((server) => (server.summary ? [{ server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.seconds.median - b.summary.seconds.median)
  const head = ['server', 'version', 'ms', '95% interval', 'listens, ms', 'CPU ms', 'MB', 'million instructions']
  const rows = started.map(({ server, summary }) => [
    server.name,
    server.version ?? `${server.runtime} ${server.runtimeVersion}`,
    ...figuresOf(summary),
  ])
  const refused = servers.flatMap(({ name, refusal, routes }) => [
    ...refusalLine(name, refusal),
    ...routes.flatMap((each) => refusalLine(`${name}, ${plural(each.routes, 'route')}`, each.refusal)),
  ])
  const withRoutes = servers.filter(({ routes }) => routes.some(({ summary }) => summary))
  return [
    ...(started.length > 0 ? [textTable(head, rows, ['left', 'left', 'right'])] : []),
    ...(withRoutes.length > 0
      ? [
          textTable(
            ['ms to the first answer', ...protocol.routes.map((number) => plural(number, 'route'))],
            withRoutes.map(({ name, routes }) => [
              name,
              ...protocol.routes.map((number) => {
                const { summary } = routes.find((each) => each.routes === number) ?? {}
                return summary ? milliseconds(summary.seconds.median) : ''
              }),
            ]),
            ['left', 'right'],
          ),
        ]
      : []),
    ...refused,
  ].join('\n')
}

function figuresOf({ seconds, listening, cpuSeconds, memory, instructions }: StartSummary): string[] {
  const { median, low, high } = seconds
  return [
    milliseconds(median),
    low === null || high === null ? '' : `${milliseconds(low)}–${milliseconds(high)}`,
    milliseconds(listening.median),
    cpuSeconds ? milliseconds(cpuSeconds.median) : '',
    memory ? (memory.median / 1e6).toFixed(1) : '',
    instructions ? (instructions.median / 1e6).toFixed(0) : '',
  ]
}

function refusalLine(name: string, refusal: Starts['refusal']): string[] {
  return refusal === null ? [] : [`${name}: refused: ${refusal}`]
}
