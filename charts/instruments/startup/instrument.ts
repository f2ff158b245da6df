/** Startup: work and time from start to the first correct response, as deployed, and with many routes. */
import { grouped, listed, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { knownMiddle } from '../../../shared/stats/estimates.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import type { Column } from '../../table/columns.ts'
import { placeLine } from '../../text/conditions.ts'
import { scaled } from '../../text/numbers.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import { partOf, type StartedServer, type Startup, startupStore, WAYS, type Way } from './format.ts'

type File = Unsealed<Startup>
type Started = ReturnType<typeof summarize>

const REFERENCE = 'http-node'
const [, ...DEPLOYED] = WAYS
/** Bytes of the smallest function of AWS Lambda, https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const SMALLEST = 128 * 2 ** 20

const isTimed = ({ servers }: File) =>
  servers.some(({ processes }) => processes.some(({ seconds }) => seconds))
const hasWays = ({ servers }: File) =>
  servers.some(
    ({ way, refusal, instructions }) =>
      way !== 'source' && refusal === null && instructions.length > 0,
  )

const summarize = ({ processes, instructions, ...row }: StartedServer) => ({
  ...row,
  seconds: knownMiddle(processes.map(({ seconds }) => seconds)),
  peak: knownMiddle(processes.map(({ peak }) => peak)),
  work: knownMiddle(instructions),
})

/** Returns the starts of one kind; those with least time, or else work, first. */
function started({ servers }: File, way: Way = 'source', number: number | null = null): Started[] {
  const cost = ({ seconds, work }: Started) => (seconds ?? work)?.median ?? 0
  return servers
    .filter((server) => server.refusal === null && server.way === way && server.routes === number)
    .map(summarize)
    .sort((a, b) => cost(a) - cost(b) || (a.name < b.name ? -1 : 1))
}

/** Returns the instructions of a start relative to another's; null where one was not counted. */
function ratio({ servers }: File, name: string, way: Way, base: string): number | null {
  const [own, other] = [[name, way] as const, [base, 'source'] as const].map(([of, how]) =>
    servers.find(
      (each) =>
        each.name === of && each.way === how && each.routes === null && each.refusal === null,
    ),
  )
  if (!own?.instructions.length || !other?.instructions.length) return null
  return medianOf(own.instructions).median / medianOf(other.instructions).median
}

const ratios = { better: 'lower', format: (value: number) => value.toFixed(2) } as const

const figures: Column<Started, File>[] = [
  { title: 'million instructions', better: 'lower', value: ({ work }) => scaled(work, 1e-6) },
  { title: 'peak MB', better: 'lower', value: ({ peak }) => scaled(peak, 1e-6) },
  {
    ...{ title: 'ms', better: 'lower', interval: 'behind', when: isTimed },
    value: ({ seconds }) => scaled(seconds, 1e3),
  },
]

const perRoute: Column<Started, File> = {
  title: ({ protocol: { routes } }) =>
    `µs per route, from ${routes.slice(-2).map(grouped).join(' to ')}`,
  ...{ better: 'lower', when: ({ protocol }) => protocol.routes.length > 1 },
  value({ name }, file) {
    const [few = 0, many = 0] = file.protocol.routes.slice(-2)
    const [less, more] = [few, many].map((number) =>
      started(file, 'source', number).find((row) => row.name === name),
    )
    if (!less?.seconds || !more?.seconds) return null
    return (1e6 * Math.max(0, more.seconds.median - less.seconds.median)) / (many - few)
  },
}

export default instrument<Startup, Started>({
  name: 'startup',
  title: 'Startup',
  sentence:
    'work and time from start to the first correct response: bundled, with a compile cache, with many routes',
  about:
    'Fresh processes, polled from spawning until the correct response to a valid call. A figure is the median of a server’s processes. `×` is the instructions relative to the start of the server’s source.',
  store: startupStore,
  published: (root) => [
    ...startupStore.pooled({ root, where: (file) => !isTimed(file) }),
    ...startupStore.mostComplete({ root, where: isTimed }),
  ],
  lead: (stored) => stored.map(({ file }) => finding(file)).join(''),
  rows: (file) => [
    ...WAYS.flatMap((way) => started(file, way)),
    ...file.protocol.routes.flatMap((number) => started(file, 'source', number)),
  ],
  partOf,
  heading: (file) =>
    `${scenarios.get(file.scenario)?.title}${isTimed(file) ? '' : ', in instructions'}`,
  columns: [{ title: 'start', value: partOf }, ...figures],
  tables: (file) => [
    {
      rows: started(file),
      columns: [
        ...figures,
        ...DEPLOYED.map((way) => ({
          ...{ title: `${way}, ×`, ...ratios, when: hasWays },
          value: ({ name }: Started) => ratio(file, name, way, name),
        })),
        perRoute,
      ],
    },
  ],
  // Unlike times, ratios of instructions hold on other machines.
  overview: (file) => ({
    rows: started(file),
    columns: [
      {
        ...{ title: `start, × ${REFERENCE}`, doc: 'startup.md', ...ratios },
        value: ({ name }, of) => ratio(of, name, 'source', REFERENCE),
      },
    ],
  }),
  charts: (file) => (hasWays(file) ? [waysChart(file)] : []),
  place: (file) => placeLine(file),
  conditions,
})

/** In sentences; empty where a file has no other ways than the source. */
function finding(file: File): string {
  if (!hasWays(file)) return ''
  const parts = DEPLOYED.map((way) => {
    const all = started(file, way).flatMap(({ name }) => ratio(file, name, way, name) ?? [])
    const { median, min, max } = medianOf(all)
    const [of, least, most] = [median, min, max].map((share) => `${Math.round(100 * share)}%`)
    return `${way} ${of} (${least} to ${most}, ${plural(all.length, 'server')})`
  })
  const peaks = started(file).flatMap(({ peak }) => peak?.median ?? [])
  const fitting = peaks.filter((peak) => peak <= SMALLEST).length
  return `**Deployed, a Node server starts with a fraction of the instructions that it needs from source**: ${listed(parts)}; medians and ranges. From source, ${fitting} of ${plural(peaks.length, 'server')} start within 128 MB.`
}

function waysChart(file: File) {
  const of = ({ name }: Started, way: Way) => ratio(file, name, way, name) ?? 0
  const text = (value: number) => (value > 0 ? `${value.toFixed(2)}×` : '')
  const [bundled, cached, both] = DEPLOYED
  const rows = started(file, both).filter((row) => of(row, both))
  const typical = medianOf(rows.map((row) => of(row, both))).median
  return dotChart({
    name: `startup-ways-${file.scenario}`,
    what: 'instructions to start',
    processes: file.protocol.processes,
    title: `A bundle with a compile cache starts with ${typical.toFixed(2)}× the instructions (median)`,
    subtitle:
      'Lower is better. Instructions until the first correct response. Beside the points: bundled alone, a compile cache alone.',
    rows: rows.sort((a, b) => of(a, both) - of(b, both)),
    axis: '× the instructions of its source',
    headings: ['both', 'bundled', 'cache'],
    figures: (row) => ({
      ...{
        value: of(row, both),
        figure: text(of(row, both)),
        aside: text(of(row, bundled)),
        more: [text(of(row, cached))],
      },
    }),
  })
}

function conditions(file: File): string[] {
  const { processes, polling, counted, seed } = file.protocol
  const timed = polling ? 'polled five times per millisecond' : 'polled every millisecond'
  return [
    `${processes} fresh processes of each server, interleaved, files in the page cache`,
    isTimed(file) ? timed : 'untimed, on a busy machine',
    ...(counted > 0 ? [`instructions of ${counted} by qemu (${file.counterVersion})`] : []),
    `seed ${seed}`,
  ]
}
