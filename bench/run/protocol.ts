/** The protocol of a run: default, quick, or chosen by options. */
import { randomInt } from 'node:crypto'
import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import { Counted, type Scenario } from '../../shared/contract/scenario.ts'
import type { Protocol } from '../../shared/format/format.ts'
import type { Sharing } from '../../shared/format/workers.ts'
import { defaultProtocol, defaultsOf } from '../../shared/results/default-protocol.ts'
import { QUICK_ROUNDS } from '../../shared/results/quick.ts'
import { REQUESTS } from '../load/builtin/session.ts'
import { canShare } from '../server/workers.ts'
import { turnPlanOf } from './warm-up.ts'

/** Two processes per server, for figures of two digits that are never published. Eleven servers make two groups. */
export const quickProtocol = { groupSize: 6, rounds: QUICK_ROUNDS }

/** Options of the user; the standard protocol fills in the rest. */
export interface ProtocolChoices {
  /** Seconds of load per round, or requests. */
  seconds?: number | undefined
  requests?: number | undefined
  /** Longest warm-up in seconds. */
  warmup?: number
  connections?: number
  /** Processes of each server, with as many connections each. */
  workers?: number
  sharing?: Sharing | undefined
  /** Requests in flight on each connection. */
  pipelining?: number
  polling?: boolean
  seed?: number
  quick?: boolean
}

/** Servers that can be measured as requested. */
export interface Fitting<S> {
  fit: S[]
  /** Names of the other servers. */
  names: string[]
  /** Lines that say why these are skipped. */
  lines: string[]
}

/** @throws UsageError for a contract that counts calls, which only a single process can fulfill */
export function assertWorkersPossible(scenario: Scenario): void {
  if (scenario.validCase(createRandom(1), 1).expected instanceof Counted)
    throw new UsageError(
      `${scenario.name} can't have several workers: its responses count calls, and each process counts its own`,
    )
}

/**
 * Returns the servers whose workers can share a port in this way, and a line that names the others.
 * @throws UsageError with that line if there is none
 */
export function serversThatShare<
  S extends { name: string; runtime: Parameters<typeof canShare>[0] },
>(servers: readonly S[], sharing: Sharing): Fitting<S> {
  const [fit = [], others = []] = [true, false].map((fits) =>
    servers.filter(({ runtime }) => canShare(runtime, { sharing }) === fits),
  )
  const names = others.map(({ name }) => name)
  if (names.length === 0) return { fit, names, lines: [] }
  const line = `${names.join(', ')}: skipped with --sharing ${sharing}, since node:cluster is Node’s; use --sharing reuse-port`
  if (fit.length === 0) throw new UsageError(line)
  return { fit, names, lines: [line] }
}

/** How servers are loaded, whatever the number of rounds. */
export type LoadProtocol = Omit<Protocol, 'rounds'>

/** Returns the protocol for the options. */
export function protocolOf(options: ProtocolChoices, scenario: string): LoadProtocol {
  const { rounds: _, ...standard } = {
    ...defaultsOf(scenario),
    ...(options.quick && quickProtocol),
  }
  const { workers: number = 1, sharing = 'reuse-port', pipelining = 1, seconds, requests } = options
  assertPossible(options)
  const durationSeconds =
    seconds ?? (requests === undefined ? standard.durationSeconds : standard.sliceSeconds)
  return {
    ...standard,
    polling: options.polling ?? standard.polling,
    connections: number * (options.connections ?? standard.connections),
    ...(pipelining > 1 && { pipelining }),
    ...(number > 1 && { workers: { number, sharing } }),
    warmupRequests: number * (standard.warmupRequests ?? 0),
    durationSeconds,
    ...(requests !== undefined && { requests }),
    sliceSeconds: Math.min(durationSeconds, standard.sliceSeconds),
    warmupSeconds: options.warmup ?? standard.warmupSeconds,
    seed: options.seed ?? randomInt(2 ** 31),
  }
}

function assertPossible(choices: ProtocolChoices) {
  const { seconds, requests, connections = 1, pipelining = 1, workers = 1, sharing } = choices
  if (sharing !== undefined && workers === 1)
    throw new UsageError(`--sharing ${sharing} is for several processes: add --workers 2 or more`)
  if (seconds !== undefined && requests !== undefined)
    throw new UsageError('--seconds and --requests both end a load: use one of them')
  if (connections * pipelining > REQUESTS)
    throw new UsageError(
      `--connections ${connections} with --pipelining ${pipelining} need more than the ${grouped(REQUESTS)} requests that are prepared: use fewer`,
    )
}

/**
 * Seconds per trial beyond warm-up and load, on an idle machine: 0.19 for the start, 0.15 for the contract, and after the
 * load 0.5 in the first round and 0.1 in others.
 */
const TYPICAL_OVERHEAD = 0.5
/** Seconds per slice beyond its window. */
const SLICE_OVERHEAD = 0.05

/** Returns the seconds of a trial with the shortest warm-up of light requests. */
function leastSecondsPerTrial(protocol: Parameters<typeof turnPlanOf>[0]): number {
  const { least, counted } = turnPlanOf(protocol)
  return (least + counted) * (protocol.sliceSeconds + SLICE_OVERHEAD) + TYPICAL_OVERHEAD
}

/**
 * Estimates the duration of a round on a machine of usual speed, in seconds.
 * @param servers their number
 * @param usual seconds per trial of stored runs of the scenario by the default protocol; null if there are none
 */
export function secondsPerRound(
  protocol: LoadProtocol,
  servers: number,
  usual: number | null,
): number {
  // The baseline is in every group.
  const others = Math.max(1, protocol.groupSize - 1)
  const trials = servers + Math.max(0, Math.ceil((servers - 1) / others) - 1)
  const more = usual === null ? 0 : usual - leastSecondsPerTrial(defaultProtocol)
  return trials * Math.max(0, leastSecondsPerTrial(protocol) + more)
}
