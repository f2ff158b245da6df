/** The worst that one request within a server's limits does to it. */

import { linearRegression } from 'simple-statistics'
import { z } from 'zod'
import { listed, plural } from '../basics/text.ts'
import { count } from '../format/fields.ts'
import { type Contents, type Metric, type Probe, rowsOf, type SubjectRow } from '../probe/probe.ts'
import { Processes } from '../probe/protocol.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { medianOf } from '../stats/statistics.ts'
import { significant } from '../text/numbers.ts'

/** Bytes of the bodies, where a server accepts so many. */
export const SIZES = [1_000, 4_000, 16_000, 64_000, 1_000_000]

const Input = z
  .strictObject({
    head: z.string(),
    unit: z.string(),
    middle: z.string(),
    close: z.string(),
    tail: z.string(),
  })
  .describe(
    'JSON: the head, the unit n times, the middle, the close n times, the tail; # is the number of the unit',
  )

const Size = z.strictObject({
  bytes: count.describe('of the request’s body'),
  received: count.describe('bytes of the response’s body'),
  status: count,
})

const HostileCase = z.strictObject({
  family: z.string(),
  input: Input,
  sizes: z
    .array(Size)
    .describe('those that the server accepts of valid data, and that do not take too long'),
})

/** Of the first process; each has the CPU milliseconds of each case and size as a value. */
const Cases = z
  .array(HostileCase)
  .describe('of each family the worst input by work, and by bytes')
  .optional()

export type Input = z.infer<typeof Input>
export type Size = z.infer<typeof Size>
export type HostileCase = z.infer<typeof HostileCase>

/** The id of the CPU milliseconds of a case at one of its sizes. */
export const timeId = (at: number, nth: number) => `ms ${at}/${nth}`

const REFERENCE = 'http-node'

type Summary = ReturnType<typeof summarize>

/** A figure of the summary. It is null where nothing has one. */
const metric = (
  id: string,
  title: string,
  value: (summary: Summary) => number | string | null,
  more: Partial<Metric> = {},
): Metric => ({
  id,
  title,
  ...more,
  value: (row, file) => value(summaryIn(file, row)),
})

const roughly = { better: 'lower', digits: 2 } as const

export const hostile: Probe = {
  name: 'hostile',
  title: 'Hostile input',
  sentence: 'the work and the bytes that one hostile request causes within a server’s limits',
  about:
    'The worst inputs that a search found among generic kinds: lists of errors, deep nesting, long strings, escapes, floods of keys, long numbers, spaces. Many are valid, such as a long name, and most servers accept unknown keys. Bytes are exact. Work is CPU time of the thread that responds to all other requests too, relative to the most that `http-node` with hand-written validation does for a body of that size; its growth is the exponent over the size: 1 is linear, 2 quadratic. Milliseconds are those of the machine below; the ratio and the growth depend little on it.',
  byScenario: true,
  protocol: Processes,
  evidence: Cases,
  metrics: [
    metric('largest', 'largest body, KB', ({ largest }) => Math.round(largest / 1e3), {
      format: String,
    }),
    metric('bytes', 'bytes out per byte in', ({ bytes }) => bytes.value, {
      better: 'lower',
      exact: true,
    }),
    metric('family', 'by', ({ bytes }) => bytes.family),
    metric('growth', 'growth of work', ({ growth }) => growth.value || null, roughly),
    metric('work', `work, × ${REFERENCE}`, ({ work }) => work.value || null, roughly),
    metric('workFamily', 'with', ({ work }) => work.family),
    metric('blocked', 'blocked, ms per MB', ({ blocked }) => blocked.value, roughly),
  ],
  lead: (stored) => stored.map(({ file }) => `- ${finding(file)}`).join('\n'),
  charts: (file) => [
    {
      kind: 'dots',
      name: file.scenario ?? '',
      what: 'response bytes per request byte',
      axis: 'response bytes per request byte',
      processes: Number(file.protocol.processes),
      subtitle:
        'Lower is better. The response to the worst input that was found, relative to the request.',
      rows: rowsOf(hostile, file),
      headings: ['bytes per byte', 'work, ×'],
      figures(row: SubjectRow) {
        const { bytes, work } = summaryIn(file, row)
        const { value } = bytes
        return { value, figure: significant(value), aside: significant(work.value, 2) }
      },
    },
  ],
  conditions: ({ protocol: { processes } }) => [
    `medians of ${plural(Number(processes), 'fresh process', 'fresh processes')}`,
  ],
}

/** A size, with the median over processes of its CPU milliseconds. */
type Timed = Size & { time: number }
type TimedCase = Omit<HostileCase, 'sizes'> & { sizes: Timed[] }

/** Returns the cases, with the sizes that all processes have measured. */
function casesOf({ samples }: Pick<SubjectRow, 'samples'>): TimedCase[] {
  const cases = Cases.parse(samples[0]?.evidence) ?? []
  return cases.map((each, at) => ({
    ...each,
    sizes: each.sizes.flatMap((size, nth) => {
      const times = samples.map(({ values }) => values[timeId(at, nth)])
      return times.every((time) => typeof time === 'number')
        ? [{ ...size, time: medianOf(times) }]
        : []
    }),
  }))
}

function summaryIn(file: Contents, row: SubjectRow): Summary {
  const reference = file.subjects.find(({ name }) => name === REFERENCE)
  return summarize(casesOf(row), reference ? casesOf(reference) : [])
}

/**
 * Returns the slope of log work over log bytes at the three largest sizes: 1 is linear, 2 quadratic. What any request costs lowers
 * it. Null with fewer sizes.
 */
export function growthOf(sizes: readonly Pick<Timed, 'bytes' | 'time'>[]): number | null {
  const points = sizes.slice(-3).map(({ bytes, time }) => [bytes, time].map(Math.log))
  return points.length < 3 ? null : linearRegression(points).m
}

function summarize(cases: readonly TimedCase[], reference: readonly TimedCase[] = []) {
  /** The most work of the reference at so many sizes. */
  const usual = (count: number) =>
    Math.max(
      ...reference.flatMap(({ sizes }) => sizes.slice(count - 1, count).map(({ time }) => time)),
    )
  const measured = cases
    .flatMap(({ family, sizes }) => sizes.slice(-1).map((last) => ({ family, sizes, last })))
    // A wire that does not carry JSON may drop what makes an input long.
    .filter(({ last }) => last.bytes > Math.min(...SIZES))
  /** The largest figure, and the family of inputs that causes it. */
  const most = (figure: (each: (typeof measured)[number]) => number | null) =>
    measured
      .map((each) => ({ value: figure(each) ?? 0, family: each.family }))
      .reduce((worst, each) => (each.value > worst.value ? each : worst), { value: 0, family: '' })
  return {
    bytes: most(({ sizes }) => Math.max(...sizes.map(({ bytes, received }) => received / bytes))),
    growth: most(({ sizes }) => growthOf(sizes)),
    /** At the largest size, relative to the most that the reference does at that size. */
    work: most(({ last, sizes }) => last.time / usual(sizes.length)),
    /** Milliseconds per MB at the largest size. */
    blocked: most(({ last }) => (1e6 * last.time) / last.bytes),
    largest: most(({ last }) => last.bytes).value,
  }
}

/** Findings: what a row is flagged for. */
const flags: Readonly<Record<string, (summary: Summary) => boolean>> = {
  'more than 10 bytes out per byte in': ({ bytes }) => bytes.value > 10,
  'work that grows faster than the body': ({ growth }) => growth.value > 1.3,
  [`more than ten times the work of ${REFERENCE}`]: ({ work }) => work.value > 10,
}

function finding(file: Contents): string {
  const all = rowsOf(hostile, file).map((row) => summaryIn(file, row))
  const found = Object.entries(flags).map(
    ([what, flag]) => `${all.filter(flag).length} with ${what}`,
  )
  const fine = all.filter((row) => !Object.values(flags).some((flag) => flag(row))).length
  return `**${scenarios.get(file.scenario ?? '')?.title}: of ${plural(all.length, 'server')}, ${found.join(', ')}, and ${fine} with none of these.** ${responses(file)}`
}

/** Says how servers respond to the worst inputs at the largest size. */
function responses({ subjects }: Contents): string {
  const all = subjects.flatMap((subject) =>
    casesOf(subject).flatMap(({ sizes }) =>
      sizes.slice(-1).map(({ status }) => ({ ...subject, status })),
    ),
  )
  const within = (from: number, to: number) =>
    all.filter(({ status }) => status >= from && status < to)
  const failed = within(500, 600)
  const names = [...new Set(failed.map(({ displayName }) => displayName))]
  const outcomes = [
    `${within(200, 300).length} were accepted`,
    `${within(400, 500).length} rejected`,
    ...(failed.length > 0 ? [`${failed.length} caused a 5xx (${names.join(', ')})`] : []),
  ]
  return `Of ${all.length} worst inputs at full size, ${listed(outcomes)}.`
}
