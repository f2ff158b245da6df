/** When a run ends. */
import { UsageError } from '../../shared/basics/errors.ts'
import { aboutTime, duration, plural } from '../../shared/basics/text.ts'
import type { Result, Summary } from '../../shared/format/format.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../../shared/results/default-protocol.ts'
import { halfWidth } from '../../shared/stats/intervals.ts'
import { shareText } from '../../shared/text/numbers.ts'
import { quickProtocol } from './protocol.ts'

/**
 * The first round is always measured. Times are in seconds; a round is expected to take as long as the last one.
 *
 * - `rounds`: after that many.
 * - `time`: after that many rounds, or before one that would end too late, but not before `LEAST_ROUNDS`.
 * - `precision`: from that many rounds on, as soon as the interval of every ratio is narrow enough, or before a round that would
 *   end too late. A half width of 0.01 is ±1%.
 */
export type Stop =
  | { kind: 'rounds'; rounds: number }
  | { kind: 'time'; rounds: number; maxSeconds: number }
  | { kind: 'precision'; rounds: number; maxSeconds: number; halfWidth: number }

/** Options of the user; `until` is a half width, `maxTime` its limit in seconds. */
export interface StopChoices {
  rounds?: number | undefined
  quick?: boolean | undefined
  until?: number | undefined
  maxTime?: number | undefined
}

/** Approximate limit of a run's duration in seconds if the number of rounds is not given. */
export const USUAL_LENGTH = 11.5 * 60
/**
 * A few rounds can agree by chance, and a run that stops then understates its uncertainty. From this number on, intervals
 * have nearly the coverage of a run of fixed length.
 */
export const LEAST_ROUNDS_UNTIL = 8
/** Default limit of a run with --until in seconds, at least. */
export const USUAL_UNTIL = 30 * 60

/** Without a number of rounds, a run has as many as fit the usual length, up to the default. @param round expected seconds of one */
export function stopOf(choices: StopChoices, round: number): Stop {
  assertConsistent(choices)
  const { quick, until, maxTime } = choices
  if (until !== undefined) {
    const rounds = choices.rounds ?? LEAST_ROUNDS_UNTIL
    const maxSeconds = maxTime ?? Math.max(USUAL_UNTIL, Math.ceil(2 * rounds * round))
    return { kind: 'precision', rounds, maxSeconds, halfWidth: until }
  }
  const fixed = choices.rounds ?? (quick ? quickProtocol.rounds : undefined)
  if (fixed !== undefined) return { kind: 'rounds', rounds: fixed }
  const fitting = Math.min(defaultProtocol.rounds, Math.floor(USUAL_LENGTH / round))
  return { kind: 'time', rounds: Math.max(LEAST_ROUNDS, fitting), maxSeconds: USUAL_LENGTH }
}

/** Rejects options that contradict each other, or have no effect without another. */
function assertConsistent({ quick, until, maxTime, rounds }: StopChoices): void {
  if (quick && until !== undefined)
    throw new UsageError(
      `--quick has ${quickProtocol.rounds} rounds, but --until adds rounds: use one of them`,
    )
  if (maxTime !== undefined && until === undefined)
    throw new UsageError('--max-time limits --until: add --until')
  if (until !== undefined && rounds !== undefined && rounds < LEAST_ROUNDS_UNTIL)
    throw new UsageError(
      `--until needs ${LEAST_ROUNDS_UNTIL} rounds or more, since fewer understate the uncertainty: omit --rounds ${rounds}`,
    )
}

interface Progress {
  /** Finished rounds. */
  rounds: number
  /** Duration of all of them, also of those before an interruption, and of the last one; 0 before the first. */
  seconds: number
  lastSeconds: number
}

/** Returns whether to begin another round. @param isPrecise whether every ratio is precise enough */
export function needsRound(stop: Stop, progress: Progress, isPrecise: boolean): boolean {
  const { rounds, seconds, lastSeconds } = progress
  const isPlanned = rounds < stop.rounds
  if (stop.kind === 'rounds') return isPlanned
  const isInTime = seconds + lastSeconds <= stop.maxSeconds
  if (stop.kind === 'time') return isPlanned && (isInTime || rounds < LEAST_ROUNDS)
  return rounds === 0 || (isInTime && (isPlanned || !isPrecise))
}

/** Returns the seconds that the planned rounds still take, without those that precision may add. */
export function secondsLeft(stop: Stop, progress: Progress): number {
  const next = { ...progress }
  while (needsRound(stop, next, true)) {
    next.rounds++
    next.seconds += next.lastSeconds
  }
  return next.seconds - progress.seconds
}

/** Describes rounds and duration for the opening line. @param round expected seconds of one */
export function stopText(stop: Stop, round: number): [string, string] {
  const rounds = plural(stop.rounds, 'round')
  const about = `${aboutTime(stop.rounds * round)}, or `
  if (stop.kind === 'rounds') return [rounds, `${about}longer on a slow machine`]
  if (stop.kind === 'time')
    return stop.rounds > LEAST_ROUNDS
      ? [`at most ${rounds}`, `${about}fewer rounds on a slow machine`]
      : [rounds, `${about}longer on a slow machine`]
  const most = `${duration(stop.maxSeconds)} min at the most`
  const fitting = Math.max(1, Math.floor(stop.maxSeconds / round))
  if (fitting > stop.rounds) return [rounds, most]
  return [rounds, `${most}, enough for about ${plural(fitting, 'round')}: none is added`]
}

interface Rated {
  name: string
  summary: Pick<Summary, 'ratioToBaseline'> | null
}

interface WideRatio {
  name: string
  /** Half of its interval, as a share; infinite if there is no interval yet. */
  halfWidth: number
}

/** Returns the servers whose interval is too wide, widest first. Servers without a ratio are skipped. */
export function widerThan(requested: number, servers: readonly Rated[]): WideRatio[] {
  return servers
    .flatMap(({ name, summary }) =>
      summary?.ratioToBaseline
        ? [{ name, halfWidth: halfWidth(summary.ratioToBaseline) ?? Number.POSITIVE_INFINITY }]
        : [],
    )
    .filter((ratio) => ratio.halfWidth > requested)
    .toSorted((a, b) => b.halfWidth - a.halfWidth)
}

/** Returns a line with what `--until` requested and did not get; null if it got it, or is not used. */
export function missedGoal({
  subjects,
  details: { until, rounds },
}: Pick<Result, 'subjects' | 'details'>): string | null {
  if (!until) return null
  const goal = `--until ${shareText(until.halfWidth, 2)} is not reached`
  const fix = 'a longer --max-time adds rounds'
  // Narrow intervals of so few rounds are chance.
  if (
    rounds.length < LEAST_ROUNDS_UNTIL &&
    subjects.some(({ summary }) => summary?.ratioToBaseline)
  )
    return `${goal}: only ${plural(rounds.length, 'round')}; --until needs ${LEAST_ROUNDS_UNTIL} or more; ${fix}`
  const wide = widerThan(until.halfWidth, subjects)
  const [widest] = wide
  if (!widest) return null
  const width = Number.isFinite(widest.halfWidth)
    ? `±${shareText(widest.halfWidth, 2)}`
    : 'one round has no interval'
  return `${goal}: ${wide.length} of ${plural(subjects.length, 'server')} wider, ${widest.name} most (${width}); ${fix}`
}
