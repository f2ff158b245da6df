/**
 * The same servers under several load generators. Each generator is a part of a server. The generators' own limits are those
 * against a server that only sends one response, with parts such as `wrk, 10 in flight`.
 */
import { z } from 'zod'
import { grouped, listed, plural } from '../basics/text.ts'
import { count, positive } from '../format/fields.ts'
import type { DotChart } from '../probe/chart.ts'
import type { Points } from '../probe/column.ts'
import {
  type Contents,
  columnOf,
  type Metric,
  medianValue,
  type Probe,
  rowsOf,
} from '../probe/probe.ts'
import { Drawn, whyTooSmall } from '../probe/protocol.ts'
import { CAVEATS } from '../results/caveats.ts'
import { titleOf } from '../scenarios/scenarios.ts'
import type { Estimate } from '../stats/estimate.ts'
import { rateText, ratioText, significant } from '../text/numbers.ts'
import {
  BASELINE,
  BUILTIN,
  GENERATORS,
  isLimit,
  LIMITS_IN_FLIGHT,
  limitPart,
  percentOf,
  ratioOf,
  shiftOf,
  significantShifts,
} from './generator-figures.ts'
import { BUSY, limitsChart, limitsTable, OWN_CPU } from './generator-limits.ts'

/** CPU percentage above which a generator was the limit, if the server used less than `SERVER_BUSY`. */
const GENERATOR_BUSY = 95
const SERVER_BUSY = 97

const milliseconds = (id: string, on?: Metric['on']): Metric => ({
  id,
  title: `${id}, ms`,
  better: 'lower',
  format: (value) => significant(value),
  ...(on && { on }),
})
const data = (id: string, title: string): Metric => ({ id, title, on: ['data'] })

const Protocol = Drawn.extend({
  connections: count,
  pipelining: count,
  seconds: positive.nullable(),
  requests: count.nullable(),
})
const protocolOf = ({ protocol }: Contents) => protocol as z.infer<typeof Protocol>

export const generators: Probe = {
  name: 'generators',
  title: 'Load generators',
  sentence: 'the same servers under several load generators, and what each generator can do',
  about: `Each server process is fresh, and all generators load it, one after the other in random order. Requests/s and latency are as the generator reports them; CPU times are per request. Busy is the share of time in which a generator uses its CPU. ${BUILTIN} busy-polls, so for it only the time with responses to read counts. Only valid requests are sent: other programs repeat one, ${BUILTIN} sends different ones and compares every response.`,
  byScenario: true,
  timed: true,
  whyUnpublished: whyTooSmall({ processes: 5, seconds: 4 }),
  protocol: Protocol,
  kindOf: settingOf,
  evidence: z
    .record(z.string(), count)
    .describe('responses by status class, as far as the generator distinguishes them'),
  parts: () => [
    ...GENERATORS.map((part) => ({ part })),
    ...GENERATORS.flatMap((generator) =>
      LIMITS_IN_FLIGHT.map((inFlight) => ({ part: limitPart(generator, inFlight) })),
    ),
  ],
  metrics: [
    { id: 'perSecond', title: 'requests/s', better: 'higher', format: rateText },
    {
      id: 'ratio',
      title: `× ${BASELINE}`,
      key: 'ratio',
      better: 'higher',
      interval: 'behind',
      format: ratioText,
      when: (file) => file.subjects.some((server) => ratioOf(file, server)),
      value: (server, file) => ratioOf(file, server),
    },
    {
      id: 'shift',
      title: `ratio against ${BUILTIN}’s, %`,
      key: 'shift_percent',
      interval: 'absolute',
      format: (value) => value.toFixed(1),
      when: (file) => file.subjects.some((server) => shiftOf(file, server)),
      value: (server, file) => percentOf(shiftOf(file, server)),
    },
    ...['mean', 'sd', 'p90'].map((id) => milliseconds(id, ['data'])),
    milliseconds('p50'),
    milliseconds('p95', ['terminal', 'data']),
    milliseconds('p99'),
    milliseconds('max', ['terminal', 'data']),
    { id: 'serverCpu', title: 'server CPU, µs', better: 'lower' },
    {
      id: 'switches',
      title: 'involuntary switches per 1,000 requests',
      better: 'lower',
      on: ['data'],
    },
    OWN_CPU,
    BUSY,
    data('rateSd', 'sd of requests/s'),
    data('rateMax', 'maximum of requests/s'),
    data('megabytes', 'MB/s'),
    data('requests', 'requests'),
    data('serverBusy', 'server, % of its CPU'),
  ],
  order: ['perSecond'],
  caveats: [
    {
      word: 'generator-limited',
      meaning: CAVEATS['generator-limited'].meaning,
      applies: (server) =>
        (medianValue(server, 'busy') ?? 0) >= GENERATOR_BUSY &&
        (medianValue(server, 'serverBusy') ?? 0) < SERVER_BUSY &&
        !isLimit(server),
    },
    {
      word: 'unsettled',
      meaning: CAVEATS.unsettled.meaning,
      applies: (server) => medianValue(server, 'settled') === 0,
    },
    {
      word: 'noisy',
      meaning: CAVEATS.noisy.meaning,
      applies: ({ samples }) => samples.every(({ values }) => typeof values.noise === 'string'),
    },
  ],
  tables: (file) => [
    ...GENERATORS.map((part) => ({
      heading: part,
      rows: serversIn(file).filter((row) => row.part === part),
      columns: generators.metrics.map(columnOf),
    })),
    limitsTable(file, rowsOf(generators, file)),
  ],
  lead: (stored) =>
    stored
      .map(({ file }) => `**${headingOf(file).replace(':', ',')}: ${finding(file)}.**`)
      .join('\n\n'),
  charts: (file) => [
    ratiosChart(file),
    limitsChart(`${chartName(file)}-limits`, file, rowsOf(generators, file)),
  ],
  notes: notLoaded,
  heading: headingOf,
  differences: ({ environment: old }, { environment: recent }) =>
    old.generatorVersion === recent.generatorVersion
      ? []
      : [`generators ${old.generatorVersion} and ${recent.generatorVersion}`],
  conditions(file) {
    const { seconds, requests, processes, seed } = protocolOf(file)
    const amount = requests === null ? `${seconds} s` : `${grouped(requests)} requests`
    return [
      `${file.environment.generatorVersion}, each on one CPU`,
      `${amount} per load`,
      `${plural(processes, 'fresh process', 'fresh processes')} of each server, warmed up by ${BUILTIN}`,
      `seed ${seed}`,
    ]
  },
}

function headingOf(file: Contents): string {
  const { connections, pipelining } = protocolOf(file)
  return `${titleOf(file.scenario ?? '')}: ${connections} connections with ${pipelining} in flight`
}

/** Names servers that a generator did not load, since it cannot send their requests. */
function notLoaded(file: Contents): string[] {
  const servers = file.subjects.filter((each) => !isLimit(each) && each.part !== '')
  return [...Map.groupBy(servers, ({ part }) => part)].flatMap(([part, loaded]) => {
    const names = new Set(loaded.map(({ name }) => name))
    const others = servers.filter(({ name }) => !names.has(name))
    const named = new Set(others.map(({ displayName }) => displayName))
    return named.size > 0
      ? [`not loaded by ${part}, which cannot send a binary body: ${[...named].join(', ')}`]
      : []
  })
}

/** Distinguishes files of different loads. */
function settingOf(file: Contents): string {
  const { connections, pipelining, seconds, requests } = protocolOf(file)
  return `${connections}x${pipelining}-${requests ?? `${seconds}s`}`
}

const chartName = (file: Contents) => `${file.scenario}-${settingOf(file)}`

const serversIn = (file: Contents) => rowsOf(generators, file).filter((row) => !isLimit(row))

/** Says which generators shift ratios on average; if none does, how large a shift is not excluded. */
function finding(file: Contents): string {
  const rows = serversIn(file)
  const shifts = significantShifts(file, rows).map((shift) => {
    const ends = [shift.low, shift.high].map((end) => Math.abs(100 * (Number(end) - 1)))
    const [least, most] = ends.sort((a, b) => a - b).map((end) => significant(end, 2))
    const by = `by ${least === most ? least : `${least} to ${most}`}%`
    return `${shift.part} ${shift.value < 1 ? 'lowers' : 'raises'} ratios to ${BASELINE} ${by} (mean of ${plural(shift.servers, 'server')})`
  })
  if (shifts.length > 0) return listed(shifts)
  const largest = Math.max(
    ...rows.flatMap((row) => {
      const shift = percentOf(shiftOf(file, row))
      return typeof shift?.low === 'number' ? [-shift.low, shift.high as number] : []
    }),
  )
  if (Number.isFinite(largest))
    return `no load generator shifts ratios to ${BASELINE} significantly; shifts of up to ${significant(largest, 2)}% are not excluded`
  const hasRatios = rows.some((row) => ratioOf(file, row))
  return `${hasRatios ? `ratios to ${BASELINE}` : 'requests/s'} under each load generator`
}

/** Rows of the chart of ratios, at most. */
const MOST_ROWS = 20

function ratiosChart(file: Contents): DotChart {
  const withRatio = serversIn(file).filter((row) => ratioOf(file, row))
  const servers = [
    ...Map.groupBy(withRatio, ({ name, runtime }) => `${name} on ${runtime}`).values(),
  ]
  const generatorCount = new Set(withRatio.map(({ part }) => part)).size
  const drawn = servers.slice(0, Math.max(1, Math.floor(MOST_ROWS / generatorCount)))
  const rows = drawn.flat().map((subject) => ({
    ...subject,
    subject,
    name: `${subject.name}, ${subject.part}`,
    // Behind the name, which a chart may shorten; caveats are in the tables.
    marks: subject.part,
  }))
  const fewer =
    drawn.length < servers.length
      ? ` ${drawn.length} of ${servers.length} servers; all are in the tables.`
      : ''
  return {
    kind: 'dots',
    name: chartName(file),
    title: finding(file).replace(/^./, (first) => first.toUpperCase()),
    what: `ratio to ${BASELINE}`,
    processes: protocolOf(file).processes,
    subtitle: `Requests/s relative to ${BASELINE} under the same load generator.${fewer}`,
    rows,
    all: true,
    points: rows.flatMap((row) => {
      const ratio = ratioOf(file, row.subject) as Estimate | Points
      return 'points' in ratio ? ratio.points.map((value) => ({ row, value })) : { row, ...ratio }
    }),
    axis: `× ${BASELINE}`,
    headings: ['ratio', `vs ${BUILTIN}`],
    figures({ subject }: (typeof rows)[number]) {
      const ratio = ratioOf(file, subject) as Estimate
      const shift = percentOf(shiftOf(file, subject))
      const sign = shift && shift.value > 0 ? '+' : ''
      const aside = shift ? `${sign}${significant(shift.value, 2).replace('-', '−')}%` : ''
      return { ...ratio, figure: ratioText(ratio.value), aside }
    },
  }
}
