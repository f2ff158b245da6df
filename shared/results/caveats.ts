/**
 * Caveats qualify a number that stands all the same: the rule of each kind, its mark in tables, its meaning for a reader, and the
 * code that decides on it.
 */
import { grouped } from '../basics/text.ts'
import type { Caveat, Summary, Trial } from '../format/format.ts'
import { measuredSlices } from '../format/slices.ts'
import { modesOf } from '../stats/modes.ts'
import { warmUpText } from './default-protocol.ts'

export type CaveatKind = Summary['caveats'][number]['kind']

/** CPU percentage below which a pinned server was not the limit. */
const IDLE_PERCENT = 90
/** CPU percentage above which a pinned server was busy all the time. */
const BUSY_PERCENT = 97

/**
 * From this share of its time on, in percent, in which the busy-polling generator found something to read, it was the limit:
 * a server that is slower than the generator lets some turns of its event loop find nothing.
 */
const POLLING_LIMIT_PERCENT = 95

/** Begins the reason of a slice that the kernel stopped, since its container had used up its time. */
export const QUOTA = 'the CPU quota'

/** Bytes per request, written to stdout and stderr, from which on a server counts as logging its requests. */
export const LOGS = 1

interface CaveatInfo {
  /** Stands beside a server's name. Other notes have words, so that each mark has one meaning everywhere. */
  mark: string
  /** By what it is given; docs/caveats.md shows it. */
  rule: string
  meaning: string
}

export const CAVEATS: Record<CaveatKind, CaveatInfo> = {
  'generator-limited': {
    mark: '†',
    rule: `the busy-polling load generator had responses to read for at least ${POLLING_LIMIT_PERCENT}% of its time, and the server used less than ${BUSY_PERCENT}% of its CPU`,
    meaning: 'the load generator was the limit; the server may be faster',
  },
  idle: {
    mark: '‡',
    rule: `a server with a CPU of its own used less than ${IDLE_PERCENT}% of it, and the load generator was not seen to be the limit`,
    meaning: 'its CPU was not saturated; the limit was elsewhere, and the server may be faster',
  },
  noisy: {
    mark: '§',
    rule: 'every slice was disturbed: by other processes, the hypervisor, a CPU quota, swapping, or a changing CPU frequency',
    meaning: 'the machine was disturbed the whole time; the number may be too low',
  },
  unsettled: {
    mark: '¶',
    rule: `the longest warm-up ended before the rate settled (Mann-Kendall test, 5%), or before ${warmUpText()}`,
    meaning: 'the server was not yet warm; the number may be too low',
  },
  bimodal: {
    mark: '*',
    rule: 'its processes fall into two clusters of at least two, 10% apart and significant (Engelman and Hartigan’s test, 1%)',
    meaning: 'its processes run at one of two speeds; both are shown, with their shares',
  },
  'other-node': {
    mark: '‖',
    rule: 'its package has no native binary for the pinned Node',
    meaning: 'it ran on an older Node; its package has no binary for the newer one',
  },
  'accepts-invalid': {
    mark: '¬',
    rule: 'its manifest lists invalid data that it accepts (known deviations); `verify` and each run check them',
    meaning: 'it accepts data that the contract calls invalid',
  },
  logs: {
    mark: '#',
    rule: `under load it wrote at least ${LOGS} byte per request to stdout and stderr`,
    meaning: 'it writes to its log on each request; without the log it would be faster',
  },
  'ignored-sigterm': {
    mark: '◊',
    rule: 'it outlived SIGTERM',
    meaning: 'it ignored SIGTERM and was killed; its figures are not affected',
  },
  'left-processes': {
    mark: '¤',
    rule: 'processes that it started outlived it',
    meaning: 'it left processes behind, which were killed; its figures are not affected',
  },
  'one-kind': {
    mark: '°',
    rule: 'its runs are on one kind of machine (CPU model), those of others on several',
    meaning: 'measured on one kind of machine; its ratio is extrapolated to others',
  },
}

/** Conditions that decide a trial's caveats, beside its figures. */
export interface Circumstances {
  /** The server had a CPU of its own; only then does its share of it show its limit. */
  pinned: boolean
  /** Processes of the server, with a CPU each; default: one. */
  workers?: number
  /** The generator busy-polled: its event loop shows its utilization then, not its CPU. */
  polling: boolean
  /** Why it did not run on the pinned Node; null where it did. */
  otherNode: string | null
  /** Invalid data that it is known to accept; left out if there is none. */
  accepts?: string | undefined
  /** Bytes per request that it wrote to stdout and stderr under load. */
  logged: number
}

/** Returns all caveats of a trial's number that follow from its load. */
export function caveatsOfTrial(trial: Trial, circumstances: Circumstances): Caveat[] {
  const caveats = caveatsOfLimit(trial, circumstances)
  const slices = measuredSlices(trial.evidence)
  if (slices.every(({ noise }) => noise !== null)) {
    caveats.push({ kind: 'noisy', message: `no quiet slice: ${slices[0]?.noise}` })
  }
  if (!trial.evidence.warmUp.settled) {
    const { seconds } = trial.evidence.warmUp
    const message =
      seconds === 0 ? 'it was not warmed up' : `not settled after ${seconds.toFixed(1)} s of load`
    caveats.push({ kind: 'unsettled', message })
  }
  const { otherNode, accepts, logged } = circumstances
  if (otherNode !== null) caveats.push({ kind: 'other-node', message: otherNode })
  if (accepts !== undefined) caveats.push({ kind: 'accepts-invalid', message: accepts })
  if (logged >= LOGS) {
    caveats.push({
      kind: 'logs',
      message: `wrote ${grouped(logged)} bytes per request to stdout and stderr`,
    })
  }
  return caveats
}

/** Returns what limited the trial's load, if it was not the server. */
function caveatsOfLimit(
  { values: { cpuMean }, evidence }: Trial,
  { pinned, polling, workers = 1 }: Circumstances,
): Caveat[] {
  const { generator } = evidence
  const generatorBusy = polling ? generator.eventLoopPercent : null
  const serverBusy = pinned ? cpuMean / workers : null
  if (
    generatorBusy !== null &&
    generatorBusy >= POLLING_LIMIT_PERCENT &&
    (serverBusy ?? 0) < BUSY_PERCENT
  ) {
    const message = `the load generator was the limit: it had responses to read for ${generatorBusy.toFixed(0)}% of its time`
    return [{ kind: 'generator-limited', message }]
  }
  if (serverBusy === null || serverBusy >= IDLE_PERCENT) return []
  const used = `the server used ${serverBusy.toFixed(0)}% of its CPU, the load generator ${(generatorBusy ?? generator.cpuPercent).toFixed(0)}% of its time`
  const reason = measuredSlices(evidence).find(({ noise }) => noise?.startsWith(QUOTA))?.noise
  return [{ kind: 'idle', message: [used, reason].filter(Boolean).join(': ') }]
}

export interface Ending {
  /** Seconds for which it ignored SIGTERM before it was killed; null where it went by itself. */
  ignoredSeconds: number | null
  /** Processes that it left behind. */
  left: number
}

/** Returns the caveats of a server's shutdown. */
export function caveatsOfEnding({ ignoredSeconds, left }: Ending): Caveat[] {
  const caveats: Caveat[] = []
  if (ignoredSeconds !== null) {
    caveats.push({
      kind: 'ignored-sigterm',
      message: `ignored SIGTERM for ${ignoredSeconds} s and was killed`,
    })
  }
  if (left > 0) {
    const message = `left ${left} ${left === 1 ? 'process' : 'processes'} behind, killed`
    caveats.push({ kind: 'left-processes', message })
  }
  return caveats
}

/**
 * Returns the caveats of all processes of a server together.
 * @param processes ratios to the baseline, or requests/s
 */
export function caveatsOfProcesses(processes: readonly number[]): Summary['caveats'] {
  const modes = modesOf(processes)
  if (!modes) return []
  const [slower, faster] = modes
  const message = `${slower.processes} of ${processes.length} processes at ${twoDigits(slower.center)}, ${faster.processes} at ${twoDigits(faster.center)}`
  return [{ kind: 'bimodal', trials: processes.length, message }]
}

function twoDigits(value: number): string {
  return value < 100 ? value.toPrecision(2) : grouped(Number(value.toPrecision(2)))
}

/**
 * Returns the caveat of a server that only one of several kinds of machines measured.
 * @param measured ratios to the baseline there, one per machine
 */
export function caveatOfKind(kind: string, measured: readonly number[]): Summary['caveats'] {
  const values = measured.map((ratio) => ratio.toFixed(2)).join(' and ')
  return [
    {
      kind: 'one-kind',
      trials: 1,
      message: `${values} on ${kind.replaceAll(/\(R\)| Processor/g, '')}`,
    },
  ]
}

/** Least share of a server's trials for a caveat to mark its number: fewer hardly move it and occur by chance. */
const LEAST_SHARE = 0.1

/** Caveats that are deterministic, and so mark from the first trial. */
const ALWAYS: readonly CaveatKind[] = [
  'other-node',
  'accepts-invalid',
  'logs',
  'ignored-sigterm',
  'left-processes',
  'one-kind',
]

type Marked = Pick<Summary, 'caveats' | 'trials'>

/** Returns the caveats that mark a server's number. */
export function markedCaveats({ caveats, trials: of }: Marked): Summary['caveats'] {
  return caveats.filter(({ kind, trials }) => ALWAYS.includes(kind) || trials >= LEAST_SHARE * of)
}

/** Returns whether a server was not at its own limit: its number is a lower bound. */
export function isLowerBound(summary: Marked): boolean {
  return markedCaveats(summary).some(({ kind }) => kind === 'generator-limited' || kind === 'idle')
}

/** Returns whether a server accepts data that is invalid by the contract; it is then unranked. */
export function acceptsInvalid({ caveats }: { caveats: readonly { kind: CaveatKind }[] }): boolean {
  return caveats.some(({ kind }) => kind === 'accepts-invalid')
}

/** Returns whether the generator limited most of a server's trials. */
export function isMostlyGeneratorLimited(trials: readonly Trial[]): boolean {
  const limited = trials.filter(({ evidence: { caveats } }) =>
    caveats.some(({ kind }) => kind === 'generator-limited'),
  )
  return limited.length > trials.length / 2
}
