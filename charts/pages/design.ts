/**
 * Where the time of a run goes, and what its intervals are made of: METHODOLOGY's regions on how a run is designed, from the
 * published results.
 */
import * as statistics from 'simple-statistics'
import type { Fit } from '../../shared/result/fit.ts'
import type { Result, Trial } from '../../shared/result/format.ts'
import { knownHalfWidth } from '../../shared/result/intervals.ts'
import { repeatsOf } from '../../shared/result/repeats.ts'
import { fitOf } from '../../shared/result/restated.ts'
import { countedSlices } from '../../shared/result/slices.ts'
import { inline, list, table } from '../text/markdown.ts'

/** Numbers of slices of each load, of which a design is shown. */
const SLICES = [1, 2, 4, 6, 8, 12, 16]

/** Seconds of a run, builds and pauses left out. */
interface Seconds {
  all: number
  /** Windows of the slices that count, of both loads. */
  measured: number
  /** Windows of those that do not: warm-up, and disturbed ones. */
  uncounted: number
}

/** What a trial's level varies by: standard deviations of a logarithm of requests/s. */
interface Deviations {
  /** From slice to slice of a process, what a turn of the group has in common left out. */
  slice: number
  /** From process to process, its slices' part taken out; the median over the servers. */
  process: number
  /** Slices of a load in a trial, the median. */
  slices: number
}

/** One row a result: its time, and its deviations. */
export function timeTable(results: readonly Result[]): string {
  const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)}%`
  const header = [
    'scenario',
    'servers',
    'rounds',
    'minutes',
    'measured',
    'not counted',
    'slice, sd',
    'process, sd',
    '±',
  ]
  const rows = results.flatMap((result) => {
    const deviations = deviationsOf(result)
    if (!deviations) return []
    const { all, measured, uncounted } = secondsOf(result)
    const repeats = repeatsOf(result).length
    const rounds = result.rounds.length / repeats
    return [
      [
        inline(result.scenario),
        String(result.servers.filter(({ summary }) => summary).length),
        repeats > 1 ? `${repeats} × ${rounds}` : String(rounds),
        (all / 60).toFixed(0),
        percent(measured / all),
        percent(uncounted / all),
        percent(deviations.slice, 1),
        percent(deviations.process, 1),
        `±${percent(medianHalfWidth(result), 1)}`,
      ],
    ]
  })
  return table(
    header,
    rows,
    header.map((_, i) => (i === 0 ? 'left' : 'right')),
  )
}

/**
 * How wide intervals would be if the same time were shared out otherwise: one row a number of slices of each load in a trial.
 * A trial costs what the result's did besides its slices that count, and its level varies by process² + slice² / slices; as
 * many rounds as fit the time bring that down by their root (W. G. Cochran, "Sampling techniques", 1977, section 10.6: the
 * optimum of subsampling).
 */
export function designTable(result: Result): string {
  const deviations = deviationsOf(result)
  if (!deviations) return ''
  const { all, measured } = secondsOf(result)
  const trials = allTrials(result).length
  const perSlice = measured / trials / deviations.slices
  const fixed = (all - measured) / trials
  const error = (slices: number) => {
    const seconds = fixed + slices * perSlice
    const variance = deviations.process ** 2 + deviations.slice ** 2 / slices
    return { seconds, error: Math.sqrt(variance * seconds) }
  }
  const present = error(deviations.slices)
  const rounds = result.rounds.length
  const header = ['slices of a load in a trial', 'seconds a trial', 'measured', 'rounds in the same time', '±']
  const rows = [...new Set([...SLICES, deviations.slices])]
    .sort((a, b) => a - b)
    .map((slices) => {
      const { seconds, error: own } = error(slices)
      return [
        slices === deviations.slices ? `${slices} (as it was)` : String(slices),
        seconds.toFixed(1),
        `${(((slices * perSlice) / seconds) * 100).toFixed(0)}%`,
        ((rounds * present.seconds) / seconds).toFixed(1),
        `±${(((medianHalfWidth(result) * own) / present.error) * 100).toFixed(1)}%`,
      ]
    })
  return table(
    header,
    rows,
    header.map((_, i) => (i === 0 ? 'left' : 'right')),
  )
}

/** What one would like of a run: half of a ratio's interval, for so many servers. */
const GOALS = [
  { servers: 35, width: 0.03 },
  { servers: 11, width: 0.015 },
]

/**
 * How long runs with the same deviations must be for intervals that one would like, a line each: half widths shrink with the
 * root of the rounds. What remains when slices have no error is what processes differ by, which only rounds bring down.
 */
export function goalsText(result: Result): string {
  const deviations = deviationsOf(result)
  if (!deviations) return ''
  const trials = allTrials(result).length
  const { groupSize } = result.protocol
  const processShare = deviations.process ** 2 / (deviations.process ** 2 + deviations.slice ** 2 / deviations.slices)
  return list(
    GOALS.map(({ servers, width }) => {
      const rounds = result.rounds.length * (medianHalfWidth(result) / width) ** 2
      // The baseline is in every group.
      const perRound = servers + Math.ceil((servers - 1) / (groupSize - 1)) - 1
      const minutes = (rounds * perRound * secondsOf(result).all) / trials / 60
      const least = `${(rounds * processShare).toFixed(0)} if slices had no error at all`
      return `±${(width * 100).toFixed(1)}% for ${servers} servers takes ${rounds.toFixed(0)} rounds (${least}), ${minutes.toFixed(0)} minutes`
    }),
  )
}

function secondsOf(result: Result): Seconds {
  const trials = allTrials(result)
  const windows = (of: (trial: Trial) => Trial['slices']) =>
    statistics.sum(trials.flatMap((trial) => of(trial).map(({ seconds }) => seconds)))
  const measured = windows((trial) => trial.slices.filter(({ warmUp, noise }) => !warmUp && noise === null))
  // Before version 6 slices of the warm-up are not in a result, only how long it was.
  const warmUp = statistics.sum(
    trials.map(({ warmUp: { seconds }, slices }) => (slices.some((slice) => slice.warmUp) ? 0 : seconds)),
  )
  return {
    all: statistics.sum(
      repeatsOf(result).map(({ startedAt, finishedAt }) => (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000),
    ),
    measured,
    uncounted: windows(({ slices }) => slices) - measured + warmUp,
  }
}

/** @returns null where nothing tells them, as in a run of one round */
function deviationsOf(result: Result): Deviations | null {
  const fit = fitOf(result)
  if (fit.sliceDeviation === null || result.rounds.length < 2) return null
  const slices = statistics.median(fit.trials.map(({ trial }) => countedSlices(trial).length))
  const process = statistics.median(processVariances(fit, fit.sliceDeviation ** 2 / slices))
  return { slice: fit.sliceDeviation, process: Math.sqrt(process), slices }
}

/** Of each server; what the slices explain of it is taken out. */
function processVariances({ trials }: Fit, explained: number): number[] {
  const variances = new Map(trials.map(({ server, variance }) => [server, variance.value]))
  return [...variances.values()].map((variance) => Math.max(0, variance - explained))
}

function medianHalfWidth({ servers }: Result): number {
  const widths = servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? [])
  return widths.length > 0 ? statistics.median(widths) : Number.NaN
}

function allTrials({ servers, copy }: Result): Trial[] {
  return [...servers, ...(copy ? [copy] : [])].flatMap(({ trials }) => trials)
}
