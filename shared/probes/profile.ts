/** CPU time per request, by part and package. */
import { z } from 'zod'
import { count, nonNegative, positive } from '../format/fields.ts'
import type { Subject } from '../format/measurement.ts'
import { columnOf, figureOf, type Metric, type Probe, rowsOf, valuesOf } from '../probe/probe.ts'
import { Drawn } from '../probe/protocol.ts'
import { spreadOf, sum } from '../stats/statistics.ts'
import { significant } from '../text/numbers.ts'

/** Parts of a request's CPU time, in the order of a request, with titles for tables and charts. */
const PARTS = {
  /** Outside JavaScript: kernel, HTTP parser, native code of the runtime. */
  outside: 'kernel and runtime',
  /** JavaScript of the runtime: HTTP, streams, `Request` and `Response` of fetch, events, timers. */
  runtime: 'runtime’s JavaScript',
  /** Also middleware, adapters to Node, and every package that no rule names. */
  router: 'framework and router',
  /** Reading the body, `JSON.parse`, query strings. */
  body: 'body parsing',
  /** Library, schema, hand-written checks. */
  validation: 'validation',
  /** `Date`: parsing, calculating, formatting. */
  dates: 'dates',
  /** The server's files. */
  handler: 'handler',
  /** `JSON.stringify`, compiled serializers. */
  serialization: 'serialization',
  /** On the thread that runs the JavaScript. */
  collection: 'garbage collection',
  /** Compilers, helper threads of garbage collection. */
  threads: 'other threads',
  /** Code made at run time without a known caller, and files outside of packages. */
  unattributed: 'unattributed',
} as const

export type Part = keyof typeof PARTS

export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]]

/** Owner of code that is no JavaScript. */
export const NATIVE = 'native code'

const Packages = z
  .array(
    z.strictObject({
      package: z.string(),
      part: z.enum(PART_NAMES),
      time: nonNegative.describe('µs per request'),
    }),
  )
  .describe('the parts by package, the largest first; packages below 0.2% are left out')

/** Time of a package in a part. */
export type PackageTime = z.infer<typeof Packages>[number]

/** Number of packages shown per server. */
const SHOWN = 5
/** µs that correspond to a sample or two. */
const HARDLY_ANY = 0.05

const time = {
  estimate: 'mean',
  better: 'lower',
  interval: 'percent',
  format: (microseconds: number) =>
    microseconds > 0 && microseconds < HARDLY_ANY ? `<${HARDLY_ANY}` : significant(microseconds),
} as const

/** CPU time of all threads of a process without profiler; parts are its shares by the profile of another process. */
const CPU: Metric = { ...time, id: 'cpu', title: 'CPU, µs' }

const PACKAGES: Metric = {
  id: 'packages',
  title: `top ${SHOWN} outside native code, µs`,
  value: (row) =>
    packagesOf(row)
      .filter((each) => each.package !== NATIVE)
      .slice(0, SHOWN)
      .map(({ package: name, part, time }) => `${name} ${significant(time, 2)} (${PARTS[part]})`)
      .join(', '),
}

const METRICS = [CPU, ...PART_NAMES.map((id) => ({ ...time, id, title: PARTS[id] }))]
/** Of each table. */
const [PARSED, HANDLED] = [METRICS.slice(0, 6), METRICS.slice(6)]

export const profile: Probe = {
  name: 'profile',
  title: 'CPU time per request, by part',
  sentence: 'why one server is slower than another: CPU time by part of the request and by package',
  about:
    'Why one server is slower than another. Each server was profiled under the same load as in a run, after warm-up. Each sample counts for the package, and the part of the request, whose code was running.',
  byScenario: true,
  timed: true,
  protocol: Drawn.extend({
    polling: z.boolean().optional(),
    connections: count,
    turns: count,
    sliceSeconds: positive,
    interval: positive,
    flags: z.array(z.string()),
  }),
  evidence: Packages,
  metrics: METRICS,
  tables: (file) => [
    // In one, they would be wider than a page.
    { heading: 'Up to validation', rows: rowsOf(profile, file), columns: PARSED.map(columnOf) },
    { heading: 'After validation', rows: rowsOf(profile, file), columns: HANDLED.map(columnOf) },
    { heading: 'By package', rows: rowsOf(profile, file), columns: [columnOf(PACKAGES)] },
  ],
  charts: (file) => [
    {
      kind: 'stacked',
      name: `${file.scenario}`,
      what: 'CPU time',
      verb: 'spends',
      processes: Number(file.protocol.processes),
      subtitle:
        'CPU time per request by part: µs, all threads, mean over the processes. Lower is less work.',
      rows: rowsOf(profile, file),
      axis: 'µs per request',
      heading: 'µs',
      parts: PARTS,
      total: (row) => figureOf(row, CPU, file) ?? { value: 0 },
      partOf: (row, id) => spreadOf(valuesOf(row, id)).mean,
    },
  ],
  caveats: [
    {
      word: 'unsettled',
      meaning: 'in one or more processes, the warm-up had not settled when profiling began',
      applies: (subject) => valuesOf(subject, 'settled').includes(0),
    },
  ],
  notes(file) {
    const factors = rowsOf(profile, file).map((row) => spreadOf(valuesOf(row, 'profiled')).mean)
    const { min, max } = spreadOf(factors)
    return [
      `CPU time is from processes without a profiler. Profiled processes took ${min.toFixed(2)} to ${max.toFixed(2)} times as much, and provide only each part’s share`,
    ]
  },
  conditions({ environment: { generatorVersion }, protocol }) {
    const { polling, connections, processes, turns, sliceSeconds, interval, flags, seed } = protocol
    return [
      `builtin ${generatorVersion}${polling ? ', busy-polling' : ''}: ${connections} connections`,
      `${processes} processes × ${turns} × ${sliceSeconds} s with the profiler and without, interleaved at random`,
      `a sample every ${interval} µs`,
      `profiled with ${(flags as string[]).join(' ')}`,
      `seed ${seed}`,
    ]
  },
}

/** Returns the means of all packages, the largest first; a package that a process lacks counts as zero there. */
export function packagesOf({ samples }: Pick<Subject, 'samples'>): PackageTime[] {
  const packageTimes = samples.flatMap(({ evidence }) => Packages.parse(evidence))
  return [...Map.groupBy(packageTimes, ({ package: name, part }) => `${name}\0${part}`).values()]
    .flatMap(([first, ...others]) => {
      if (!first) return []
      const time = sum([first, ...others], (each) => each.time) / samples.length
      return [{ ...first, time }]
    })
    .sort((a, b) => b.time - a.time || (a.package < b.package ? -1 : 1))
}
