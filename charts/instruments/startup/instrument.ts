/** Startup: time from start to the first right response, also with many routes. */
import { plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import { placeLine, runtimeTitles } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column, Row } from '../columns.ts'
import { type Chart, instrument } from '../instrument.ts'
import { type StartedServer, type StartSummary, type Startup, startupStore } from './format.ts'
import { routesTable } from './routes.ts'

type File = Unsealed<Startup>
type Started = StartedServer & Row & { summary: StartSummary }

const REFERENCE = 'http-node'

const scaled = ({ median, low, high }: Median, factor: number) => ({
  value: median * factor,
  low: low === null ? null : low * factor,
  high: high === null ? null : high * factor,
})

/** Returns a column of a summary's figure × `factor`. */
const column = (
  title: string,
  factor: number,
  of: (summary: StartSummary) => Median | null,
): Column<Started, File> => ({
  title,
  better: 'lower',
  value({ summary }) {
    const figure = of(summary)
    return figure && scaled(figure, factor)
  },
})

const columns: Column<Started, File>[] = [
  { ...column('ms', 1e3, ({ seconds }) => seconds), interval: 'range' },
  {
    title: `× ${REFERENCE}`,
    key: 'ratio',
    better: 'lower',
    format: (value) => value.toFixed(2),
    value({ summary }, { servers }) {
      const reference = servers.find(({ name }) => name === REFERENCE)?.summary
      return reference ? summary.seconds.median / reference.seconds.median : null
    },
  },
  column('listens, ms', 1e3, ({ listening }) => listening),
  column('CPU, ms', 1e3, ({ cpuSeconds }) => cpuSeconds),
  column('MB', 1e-6, ({ memory }) => memory),
  column('million instructions', 1e-6, ({ instructions }) => instructions),
  column('of which first thread', 1e-6, ({ javascript }) => javascript),
  { title: 'build', value: ({ builds }) => (builds ? 'yes' : null) },
]

export default instrument<Startup, Started>({
  name: 'startup',
  title: 'Startup',
  sentence: 'time from start to the first right response, also with many routes',
  about:
    'Fresh processes, polled from spawning until the right response to a valid call. A figure is the median of a server’s processes.',
  store: startupStore,
  rows: started,
  columns,
  tables: (file) => [{ rows: started(file), columns }, routesTable(file, conditions(file))],
  charts: (file) => [startChart(file)],
  notes: (file) => [...disqualifiedRoutes(file), ...emptyPrograms(file)],
  conditions,
})

/** Returns rows, the fastest first. */
function started({ servers }: File): Started[] {
  return servers
    .flatMap((server) => (server.summary ? [{ ...server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.seconds.median - b.summary.seconds.median || (a.name < b.name ? -1 : 1))
}

function startChart(file: Startup): Chart {
  return barChart({
    name: `startup-${file.scenario}`,
    title: 'From start to the first right response',
    subtitle:
      'Lower is better. Bars: median of fresh processes. Whiskers: its 95% interval. CPU time, resident memory and million instructions until then.',
    rows: started(file),
    axis: 'milliseconds',
    headings: ['median', 'CPU', 'MB', 'M instr.'],
    figures({ summary: { seconds, cpuSeconds, memory, instructions } }) {
      const { value, low, high } = scaled(seconds, 1e3)
      const millions = (figure: Median | null) => (figure ? significant(figure.median / 1e6) : '')
      return {
        ...{ value, low: low ?? value, high: high ?? value },
        figure: `${significant(value)} ms`,
        aside: cpuSeconds ? `${significant(cpuSeconds.median * 1e3)} ms` : '',
        more: [millions(memory), millions(instructions)],
      }
    },
    caption: [conditions(file)],
  })
}

function disqualifiedRoutes({ servers }: File): string[] {
  return servers.flatMap(({ displayName, routes }) =>
    routes.flatMap(({ routes: number, refusal }) =>
      refusal === null ? [] : [`${displayName}, ${plural(number, 'route')}: disqualified: ${refusal}`],
    ),
  )
}

/** Names the runtimes' part of each time. */
function emptyPrograms({ empty }: File): string[] {
  const milliseconds = (seconds: number) => `${significant(seconds * 1e3)} ms`
  const each = empty.map(
    ({ runtime, javascript, typescript }) =>
      `${runtimeTitles[runtime] ?? runtime} ${milliseconds(javascript)} in JavaScript, ${milliseconds(typescript)} in TypeScript`,
  )
  return each.length > 0
    ? [
        `An empty program takes ${each.join('; ')}. Servers without a build are TypeScript, whose types the runtime strips at each start`,
      ]
    : []
}

function conditions(file: File): string[] {
  const { processes, polling, counter, counted, seed } = file.protocol
  return [
    placeLine(file),
    [
      `${processes} fresh processes of each server, interleaved, files in the page cache`,
      polling ? 'polled five times per millisecond' : 'polled every millisecond',
      `each time includes ${significant(file.launcherSeconds * 1e3, 2)} ms for the programs that start and pin the server`,
      ...(counter ? [`instructions of ${counted} more by ${counter} (${file.counterVersion})`] : []),
      `seed ${seed}`,
    ].join(' · '),
  ]
}
