/** The protocol of a run: default, quick, or chosen by options. */
import { randomInt } from 'node:crypto'
import { UsageError } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import type { Protocol } from '../../shared/format/format.ts'
import { defaultsOf, LEAST_ROUNDS } from '../../shared/results/default-protocol.ts'
import { turnPlanOf } from './warm-up.ts'

/** Two processes per server, for figures of two digits that are never published. Eleven servers make two groups. */
export const quickProtocol = { groupSize: 6, rounds: 2 }

/** Options of the user; the standard protocol fills in the rest. */
export interface ProtocolChoices {
  rounds?: number
  /** Seconds of load per round. */
  seconds?: number
  /** Longest warm-up in seconds. */
  warmup?: number
  connections?: number
  polling?: boolean
  seed?: number
  quick?: boolean
  until?: number
  /** Limit of a run with `until`, in seconds. */
  maxTime?: number
}

/** Approximate limit of a run's duration in seconds if the number of rounds is not given. */
export const USUAL_LENGTH = 11.5 * 60
/**
 * A few rounds can agree by chance, and a run that stops then understates its uncertainty. From this number on, intervals
 * have nearly the coverage of a run of fixed length (docs/statistics.md has the figures).
 */
export const LEAST_ROUNDS_UNTIL = 8
/** Default limit of a run with --until in seconds, at least. */
export const USUAL_UNTIL = 30 * 60

/**
 * Returns the protocol for the options. Without a number of rounds, it has as many as fit the usual length, up to the
 * default.
 * @param servers number of servers
 */
export function protocolOf(options: ProtocolChoices, scenario: string, servers: number): Protocol {
  assertConsistent(options)
  const standard = { ...defaultsOf(scenario), ...(options.quick && quickProtocol) }
  const durationSeconds = options.seconds ?? standard.durationSeconds
  const protocol: Protocol = {
    ...standard,
    polling: options.polling ?? standard.polling,
    connections: options.connections ?? standard.connections,
    durationSeconds,
    sliceSeconds: Math.min(durationSeconds, standard.sliceSeconds),
    warmupSeconds: options.warmup ?? standard.warmupSeconds,
    rounds: options.rounds ?? standard.rounds,
    seed: options.seed ?? randomInt(2 ** 31),
  }
  if (options.rounds !== undefined || options.quick) return protocol
  if (options.until !== undefined) return { ...protocol, rounds: LEAST_ROUNDS_UNTIL }
  const fitting = Math.floor(USUAL_LENGTH / expectedSeconds({ ...protocol, rounds: 1 }, servers))
  return { ...protocol, rounds: Math.max(LEAST_ROUNDS, Math.min(standard.rounds, fitting)) }
}

/** Rejects options that contradict each other, or have no effect without another. */
function assertConsistent({ quick, until, maxTime, rounds }: ProtocolChoices): void {
  if (quick && until !== undefined)
    throw new UsageError(
      `--quick has ${quickProtocol.rounds} rounds, but --until adds rounds: use one of them`,
    )
  if (maxTime !== undefined && until === undefined)
    throw new UsageError('--max-time limits --until: add --until')
  if (until !== undefined && rounds !== undefined && rounds < LEAST_ROUNDS_UNTIL)
    throw new UsageError(
      `--until judges from ${LEAST_ROUNDS_UNTIL} rounds on, since fewer understate the uncertainty: omit --rounds ${rounds}`,
    )
}

/**
 * Seconds per trial beyond warm-up and load, on an idle machine: 0.19 for the start, 0.15 for the contract, and after the
 * load 0.5 in the first round and 0.1 in others. The run's own rounds correct the estimate.
 */
const TYPICAL_OVERHEAD = 0.5
/** Seconds per slice beyond its window. */
const SLICE_OVERHEAD = 0.05

/** Estimates the duration of a run, in seconds. */
export function expectedSeconds(protocol: Protocol, servers: number): number {
  const { sliceSeconds, groupSize, rounds } = protocol
  // The baseline is in every group.
  const trials = servers + Math.max(0, Math.ceil((servers - 1) / Math.max(1, groupSize - 1)) - 1)
  const { least, counted } = turnPlanOf(protocol)
  return rounds * trials * ((least + counted) * (sliceSeconds + SLICE_OVERHEAD) + TYPICAL_OVERHEAD)
}

/** Returns the default limit of a run with --until in seconds: twice the expected duration, or more. */
export function usualUntil(protocol: Protocol, servers: number): number {
  return Math.max(USUAL_UNTIL, Math.ceil(2 * expectedSeconds(protocol, servers)))
}

/** Describes the limit of a run with --until, and how many rounds fit if none can be added. */
export function untilText(protocol: Protocol, servers: number, maxSeconds: number): string {
  const most = `${duration(maxSeconds)} min at the most`
  // The first round is measured in any case.
  const fitting = Math.max(
    1,
    Math.floor((protocol.rounds * maxSeconds) / expectedSeconds(protocol, servers)),
  )
  return fitting > protocol.rounds
    ? most
    : `${most}, enough for about ${plural(fitting, 'round')}: none is added`
}
