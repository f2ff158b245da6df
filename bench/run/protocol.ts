/** The protocol of a run: the default one, the quick one, and the user's choices. */
import { randomInt } from 'node:crypto'
import { UsageError } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../../shared/results/default-protocol.ts'
import type { Protocol } from '../../shared/results/format.ts'
import { generators } from '../load/generators.ts'
import { turnPlanOf } from './warm-up.ts'

/**
 * Two processes of each server, for figures of two digits that are never published. Eleven servers are two groups.
 */
export const quickProtocol = {
  ...defaultProtocol,
  durationSeconds: 1,
  groupSize: 6,
  rounds: 2,
} as const

/** Choices of the user; the standard applies to the rest. */
export interface ProtocolChoices {
  generator?: Protocol['generator']
  rounds?: number
  /** Seconds of load per round. */
  seconds?: number
  /** Seconds. */
  slice?: number
  /** Servers that stand ready together. */
  group?: number
  workers?: number
  /** Seconds. */
  warmup?: number
  connections?: number
  pipelining?: number
  polling?: boolean
  seed?: number
  quick?: boolean
  until?: number
  /** Seconds. */
  maxTime?: number
}

/** Approximate limit of a run in seconds if the number of rounds is not given. */
export const USUAL_LENGTH = 11.5 * 60
/**
 * A few rounds can agree by chance, and a run that stops then understates its uncertainty. From this count on,
 * intervals cover nearly as often as in a run of fixed length (docs/statistics.md has the figures).
 */
export const LEAST_ROUNDS_UNTIL = 8
/** Least limit of a run with --until in seconds if none is given. */
export const USUAL_UNTIL = 30 * 60

/**
 * The protocol that the options ask for. Without a number of rounds there are as many as fit the usual length, up to the
 * default; a load generator that can't load for so short a time as a slice gets all of the standard times that much longer.
 * @param servers how many take part
 * @throws UsageError where the generator can't load for so short a time as is asked for
 */
export function protocolOf(options: ProtocolChoices, servers: number): Protocol {
  assertConsistent(options)
  const standard = options.quick ? quickProtocol : defaultProtocol
  const generator = options.generator ?? standard.generator
  const { shortestSeconds } = generators[generator]
  const stretch = Math.max(1, shortestSeconds / standard.sliceSeconds)
  const durationSeconds = options.seconds ?? stretch * standard.durationSeconds
  const sliceSeconds = Math.min(durationSeconds, options.slice ?? stretch * standard.sliceSeconds)
  if (sliceSeconds < shortestSeconds) {
    throw new UsageError(`${generator} can't load for less than ${shortestSeconds} s: use longer --seconds and --slice`)
  }
  const protocol: Protocol = {
    generator,
    polling: generators[generator].polls && (options.polling ?? standard.polling),
    connections: options.connections ?? standard.connections,
    pipelining: options.pipelining ?? standard.pipelining,
    durationSeconds,
    sliceSeconds,
    workers: options.workers ?? standard.workers,
    groupSize: options.group ?? standard.groupSize,
    warmupSeconds: options.warmup ?? stretch * standard.warmupSeconds,
    warmupRequests: standard.warmupRequests,
    rounds: options.rounds ?? standard.rounds,
    seed: options.seed ?? randomInt(2 ** 31),
  }
  if (options.rounds !== undefined || options.quick) return protocol
  if (options.until !== undefined) return { ...protocol, rounds: LEAST_ROUNDS_UNTIL }
  const fitting = Math.floor(USUAL_LENGTH / expectedSeconds({ ...protocol, rounds: 1 }, servers))
  return { ...protocol, rounds: Math.max(LEAST_ROUNDS, Math.min(standard.rounds, fitting)) }
}

/** Options that contradict each other, or do nothing without another, are wrong usage. */
function assertConsistent({ quick, until, maxTime, seconds, slice, rounds }: ProtocolChoices): void {
  if (quick && until !== undefined)
    throw new UsageError(`--quick has ${quickProtocol.rounds} rounds, and --until adds rounds: take one`)
  if (maxTime !== undefined && until === undefined)
    throw new UsageError('--max-time ends what --until goes on with: add --until')
  if (until !== undefined && rounds !== undefined && rounds < LEAST_ROUNDS_UNTIL)
    throw new UsageError(
      `--until judges from ${LEAST_ROUNDS_UNTIL} rounds on, and fewer say less than they seem to: leave --rounds ${rounds} out`,
    )
  if (seconds !== undefined && slice !== undefined && slice > seconds) {
    throw new UsageError(`--slice ${slice} is longer than --seconds ${seconds}, which are cut into slices`)
  }
}

/**
 * Seconds of a trial that are neither warm-up nor load, on an idle machine: 0.19 to start, 0.15 for the contract, 0.5 in the first
 * round and 0.1 in others for what comes after the load. The run's own rounds correct it.
 */
const TYPICAL_OVERHEAD = 0.5
/** Seconds that a slice takes beside its window. */
const SLICE_OVERHEAD = 0.05

/** Estimates the duration of a run, in seconds. */
export function expectedSeconds(protocol: Protocol, servers: number): number {
  const { sliceSeconds, groupSize, rounds } = protocol
  // The baseline is in every group.
  const trials = servers + Math.max(0, Math.ceil((servers - 1) / Math.max(1, groupSize - 1)) - 1)
  const { least, counted } = turnPlanOf(protocol)
  return rounds * trials * ((least + counted) * (sliceSeconds + SLICE_OVERHEAD) + TYPICAL_OVERHEAD)
}

/** Default limit of a run with --until in seconds: the number of rounds may double. */
export function usualUntil(protocol: Protocol, servers: number): number {
  return Math.max(USUAL_UNTIL, Math.ceil(2 * expectedSeconds(protocol, servers)))
}

/** Describes the longest duration of a run with --until, and how many rounds fit if none can be added. */
export function untilText(protocol: Protocol, servers: number, maxSeconds: number): string {
  const most = `${duration(maxSeconds)} min at the most`
  // The first round is measured in any case.
  const fitting = Math.max(1, Math.floor((protocol.rounds * maxSeconds) / expectedSeconds(protocol, servers)))
  return fitting > protocol.rounds ? most : `${most}, in which about ${plural(fitting, 'round')} fit: none is added`
}
