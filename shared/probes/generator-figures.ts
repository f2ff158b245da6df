/** What load generators report, and what follows from it: ratios to the baseline, their shifts, and the generators' own limits. */

import { mean } from 'simple-statistics'
import type { Subject } from '../format/measurement.ts'
import type { Points } from '../probe/column.ts'
import type { Contents } from '../probe/probe.ts'
import { isDifferent } from '../stats/claims.ts'
import { type Estimate, mapEstimate } from '../stats/estimate.ts'
import { CONFIDENCE, ratioFrom } from '../stats/intervals.ts'
import { type ByRound, pairedContrast, subtractByRound } from '../stats/paired.ts'

export const BUILTIN = 'builtin'
/** Names of all generators; ours is the first. */
export const GENERATORS = [BUILTIN, 'autocannon', 'wrk', 'oha', 'bombardier'] as const

/** The server that only sends one response, against which the generators' own limits are measured. */
export const FIXED_RESPONSE = 'fixed-response'
/** Requests in flight per connection there. */
export const LIMITS_IN_FLIGHT = [1, 10] as const
export const limitPart = (generator: string, inFlight: number) =>
  `${generator}, ${inFlight} in flight`

export const BASELINE = 'http-node'

/** What a generator reports of a load; null where it reports none. */
export interface ProgramFigures {
  /** Responses. */
  requests: number
  seconds: number
  /** Standard deviation and maximum of its own samples of requests/s. */
  rateSd: number | null
  rateMax: number | null
  /** ms */
  latency: Record<'mean' | 'sd' | 'max' | 'p50' | 'p90' | 'p95' | 'p99', number | null>
  /** Responses by class, such as `2xx`, as far as it tells them apart. */
  statuses: Readonly<Record<string, number>>
  /** Failed or broken connections. */
  errors: number
  timeouts: number
  /** Received. */
  bytes: number | null
}

type Named = Pick<Subject, 'name' | 'runtime'>
type Part = Named & Pick<Subject, 'part'>

export const isLimit = ({ name }: Pick<Subject, 'name'>) => name === FIXED_RESPONSE

/** Returns log(requests/s) by round. */
function ratesOf({ subjects }: Contents, { name, runtime, part }: Part): ByRound {
  const samples = subjects
    .filter((each) => each.name === name && each.runtime === runtime && each.part === part)
    .flatMap((subject) => (subject.disqualified === null ? subject.samples : []))
  return new Map(
    samples.flatMap(({ round, values: { perSecond } }) =>
      typeof perSecond === 'number' && perSecond > 0 ? [[round, Math.log(perSecond)] as const] : [],
    ),
  )
}

/** Returns log(ratio to the baseline) by round, under the generator of the part; empty for the baseline itself. */
function ratiosOf(file: Contents, subject: Part): ByRound {
  if (subject.name === BASELINE) return new Map()
  const { part } = subject
  return subtractByRound(
    ratesOf(file, subject),
    ratesOf(file, { name: BASELINE, runtime: 'node', part }),
  )
}

/** Returns log(ratio relative to that under the built-in generator), in the same processes. */
function shiftsOf(file: Contents, subject: Part): ByRound {
  return subject.part === BUILTIN
    ? new Map()
    : subtractByRound(ratiosOf(file, subject), ratiosOf(file, { ...subject, part: BUILTIN }))
}

/** Returns the ratio of a server's requests/s to the baseline's under the same generator. */
export const ratioOf = (file: Contents, subject: Part) => factorFrom(ratiosOf(file, subject))

/** Returns by how much a generator changes the ratio, as a factor. */
export const shiftOf = (file: Contents, subject: Part) => factorFrom(shiftsOf(file, subject))

/** Returns a factor with its interval, or with the points of few processes. */
function factorFrom(logarithms: ByRound): Estimate | Points | null {
  const contrast = pairedContrast(logarithms)
  if (!contrast) return null
  const points = [...logarithms.values()].map(Math.exp)
  return { ...ratioFrom(contrast), ...(contrast.variance ? {} : { points }) }
}

/** Converts a factor to the percentage by which it exceeds one. */
export function percentOf(factor: Estimate | Points | null): Estimate | Points | null {
  const percent = (value: number) => 100 * (value - 1)
  if (!factor) return null
  const estimate = mapEstimate(factor, percent)
  return 'points' in factor ? { ...estimate, points: factor.points.map(percent) } : estimate
}

/** A generator's mean shift of ratios, as a factor. */
interface MeanShift extends Estimate {
  part: string
  servers: number
}

/**
 * Returns the mean shift over all servers, paired by round, of each generator that shifts it significantly: a generator that shifts
 * all servers alike is found where the interval of each is too wide. All generators are tested together.
 * @param parts of the generators' servers
 */
export function significantShifts(file: Contents, parts: readonly Part[]): MeanShift[] {
  const shifts = [...Map.groupBy(parts, ({ part }) => part)].flatMap(([part, servers]) => {
    const byServer = servers.map((server) => shiftsOf(file, server)).filter(({ size }) => size > 0)
    const contrast = pairedContrast(meanByRound(byServer))
    return contrast ? [{ part, servers: byServer.length, contrast }] : []
  })
  const level = CONFIDENCE ** (1 / Math.max(1, shifts.length))
  return shifts
    .filter(({ contrast }) => isDifferent(contrast, level))
    .map(({ contrast, ...shift }) => ({ ...shift, ...ratioFrom(contrast) }))
}

/** Returns the mean of several values by round, in rounds that all have. */
function meanByRound([first, ...others]: readonly ByRound[]): Map<number, number> {
  const rounds = [...(first?.keys() ?? [])].filter((round) => others.every((by) => by.has(round)))
  return new Map(
    rounds.map((round) => [
      round,
      mean([first, ...others].map((values) => values?.get(round) as number)),
    ]),
  )
}
