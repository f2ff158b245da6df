/**
 * Files of latencies under an open loop: of each server what came back at rates that are the same for all, and at shares of
 * its own maximum. One a run of `latency`, written once, with a checksum; the zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { CodeDigest } from './environment.ts'
import { headOf, instrumentFiles, NotInstalled, serverHead, type Unsealed } from './instrument-files.ts'
import type { Stored } from './stored-files.ts'

const count = z.int().nonnegative()
const positive = z.number().positive()
const nonNegative = z.number().nonnegative()

/** How requests arrive: as from many clients that know nothing of each other, or evenly. */
export const ARRIVAL_KINDS = ['poisson', 'constant'] as const

export type ArrivalKind = (typeof ARRIVAL_KINDS)[number]

/** The quantiles that an objective can name, with the share of requests that each is the longest of. */
export const QUANTILES = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 } as const

export type QuantileName = keyof typeof QUANTILES

/** Every quantile that is shown, by its share. */
export const SHOWN_QUANTILES = { ...QUANTILES, max: 1 } as const

export type ShownQuantile = keyof typeof SHOWN_QUANTILES

const Used = z.strictObject({
  seconds: nonNegative.nullable().describe('CPU seconds of the server’s processes; null where nobody tells'),
  requests: count.describe('answered meanwhile'),
})

const noise = z.string().nullable().describe('what others did on these CPUs, if it was much')

const OpenSlice = z.strictObject({
  seconds: positive.describe('in which the requests were due that count'),
  scheduled: count.describe('requests that were due: completed + failed + unsent'),
  completed: count.describe('answered, however late'),
  failed: count.describe('their connection broke, or there was no answer when nobody waited any more'),
  unsent: count.describe('no connection was free for them until nobody waited any more'),
  backlog: z.strictObject({
    begin: count.describe('requests that were due and not answered when the window began'),
    end: count.describe('the same at its end'),
  }),
  waited: count.describe('found no connection free when they were due'),
  longestTurn: nonNegative.describe('ms for which the generator looked at nothing'),
  cpu: Used,
  noise,
})

const milliseconds = nonNegative.nullable().describe('ms; null where it is longer than was waited for')

const LatencyProcess = z.strictObject({
  round: count.min(1).describe('counted from 1'),
  quantiles: z
    .strictObject({ p50: milliseconds, p90: milliseconds, p99: milliseconds, 'p99.9': milliseconds, max: milliseconds })
    .nullable()
    .describe('of its slices together; null where none counts'),
  slices: z.array(OpenSlice).describe('that count'),
  refused: z.array(z.string()).describe('slices in which the generator stood still: why, for each'),
})

const LatencyPoint = z.strictObject({
  rate: positive.describe('requests/s'),
  share: positive.nullable().describe('of the server’s maximum; null where all servers have the rate'),
  latency: z
    .string()
    .nullable()
    .describe(
      'of all requests that were answered, µs from instant to whole answer: HdrHistogram, compressed, in base64',
    ),
  least: z.string().nullable().describe('the same without all that may be the generator’s own'),
  processes: z.array(LatencyProcess),
  skipped: z.string().nullable().describe('why it was not loaded, or not any more'),
})

const Maximum = z.strictObject({
  round: count.min(1),
  requestsPerSecond: nonNegative.describe('by a closed loop'),
  cpuMicroseconds: nonNegative.nullable().describe('a request; null where nobody tells'),
  noise: z.string().nullable(),
})

const SearchStep = z.strictObject({
  rate: positive,
  value: nonNegative.nullable().describe('ms; null where it is longer than was waited for'),
  least: nonNegative.nullable().describe('ms, without all that may be the generator’s own'),
  held: z.boolean().describe('whether the server kept up with the rate'),
  passed: z.boolean(),
  told: z.boolean().describe('whether the generator can tell: it has no part in that the rate did not pass'),
  noise: z.string().nullable(),
})

const Search = z.strictObject({
  steps: z.array(SearchStep).describe('in order'),
  best: positive
    .nullable()
    .describe(
      'highest rate that passed, also in most of the fresh processes in which it was tried again; null: none did',
    ),
  next: positive.nullable().describe('lowest rate above it that did not; null where the search ended before'),
  bestAgain: z.array(SearchStep).describe('the best rate once more, each time in a fresh process'),
  nextAgain: z.array(SearchStep).describe('the next one'),
})

const LatencyServer = z.strictObject({
  ...serverHead,
  code: CodeDigest.nullable(),
  maxima: z.array(Maximum).describe('of each process'),
  points: z.array(LatencyPoint),
  search: Search.nullable().describe('null where no objective was asked for'),
})

const Objective = z.strictObject({
  quantile: z.enum(Object.keys(QUANTILES) as [QuantileName, ...QuantileName[]]),
  milliseconds: positive.describe('below which it must be'),
})

const LatencyProtocol = z.strictObject({
  arrivals: z.enum(ARRIVAL_KINDS),
  connections: count.min(1),
  rates: z.array(positive).describe('requests/s, the same for all servers'),
  shares: z.array(positive).describe('of each server’s own maximum'),
  sliceSeconds: positive,
  leastRequests: count.describe('of a process at a rate: as many slices are loaded'),
  rounds: count.min(1).describe('fresh processes of each server at each rate'),
  groupSize: count.min(1).describe('servers that stand ready together, and are loaded in turns'),
  warmUpSeconds: nonNegative.describe('of closed loop in each process, before its maximum is taken'),
  maximumSeconds: positive.describe('of closed loop'),
  objective: Objective.nullable(),
  seed: count,
})

const Stalls = z.strictObject({
  seconds: positive.describe('in which a program looked at the clock without a break, a part before each round'),
  milliseconds: z.array(positive).describe('of each stretch in which it could not, of 0.05 ms and more'),
})

export const LatencyResult = z.strictObject({
  ...headOf('latency', 2),
  scenario: z.string(),
  protocol: LatencyProtocol,
  stalls: Stalls.nullable().describe('of the server’s CPU while nothing else was at work; null: not known'),
  servers: z.array(LatencyServer),
  notInstalled: NotInstalled,
})

export type LatencyResult = z.infer<typeof LatencyResult>
export type UnsealedLatency = Unsealed<LatencyResult>
export type LatencyServer = z.infer<typeof LatencyServer>
export type LatencyPoint = z.infer<typeof LatencyPoint>
export type LatencyProcess = z.infer<typeof LatencyProcess>
export type LatencyProtocol = z.infer<typeof LatencyProtocol>
export type OpenSlice = z.infer<typeof OpenSlice>
export type Maximum = z.infer<typeof Maximum>
export type Objective = z.infer<typeof Objective>
export type Search = z.infer<typeof Search>
export type SearchStep = z.infer<typeof SearchStep>

export const latencyStore = instrumentFiles<LatencyResult>(LatencyResult, { byScenario: true })

/** What of a scenario is published; one of both at the least. */
export interface PublishedLatency {
  scenario: string
  /** Latencies at rates. */
  rates: Stored<LatencyResult> | null
  /** The highest rates within an objective; may be the same file. */
  objective: Stored<LatencyResult> | null
}

/** Of each scenario the latencies at rates that the rule has, and those of an objective. */
export function latenciesToPublish(root = ROOT): PublishedLatency[] {
  const rates = latencyStore.fittest({
    root,
    where: ({ protocol }) => protocol.rates.length + protocol.shares.length > 0,
  })
  const objectives = latencyStore.fittest({ root, where: ({ protocol }) => protocol.objective !== null })
  return [...scenarios.keys()].flatMap((scenario) => {
    const of = (stored: readonly Stored<LatencyResult>[]) =>
      stored.find(({ file }) => file.scenario === scenario) ?? null
    const published = { scenario, rates: of(rates), objective: of(objectives) }
    return published.rates || published.objective ? [published] : []
  })
}
