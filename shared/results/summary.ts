/** Summarizes trials into the figures that tables and charts show. */
import * as statistics from 'simple-statistics'
import type { Result, ServerResult, Summary, Trial } from '../format/format.ts'
import type { Estimate } from '../stats/estimate.ts'
import { type Fit, type FittedTrial, fitTrials, type TrialsByServer } from '../stats/fit.ts'
import { ratioFrom } from '../stats/intervals.ts'
import { rankIntervals } from '../stats/ranks.ts'
import { acceptsInvalid, caveatsOfProcesses, isMostlyGeneratorLimited } from './caveats.ts'
import { scaledFigures } from './scaled-figures.ts'

/**
 * Returns every server's figures, its ratio to the baseline, and its rank interval.
 * @param servers trials by server; a server without trials has no summary
 */
export function summarizeAll(servers: TrialsByServer, baseline: string): Map<string, Summary> {
  const measured = new Map([...servers].filter(([, trials]) => trials.length > 0))
  const fit = fitTrials(measured)
  const ranked = rankIntervals(fit.contrast, rankedNames(measured), (name) =>
    isMostlyGeneratorLimited(measured.get(name) ?? []),
  )
  return new Map(
    [...measured].map(([name, trials]) => {
      const ratio = ratioBetween(fit, name, baseline)
      const rate = rateFrom(fit, name, baseline, ratio)
      const processes = processesOf(fit, name, ratio)
      const summary: Summary = {
        trials: trials.length,
        requestsPerSecond: rate,
        ratioToBaseline: ratio,
        processes,
        ranks: ranked.get(name) ?? null,
        ...scaledFigures(
          trials.map((trial) => [trial]),
          rate,
        ),
        caveats: [...byKind(trials), ...caveatsOfProcesses(processes)],
      }
      return [name, summary]
    }),
  )
}

/**
 * Returns the ratio of two servers, by all trials of the run. The baseline over itself is 1, with an interval of no width.
 * @returns null if the two were not compared; low and high are null if the uncertainty is unknown, as with one round
 */
export function ratioBetween(
  fit: Pick<Fit, 'contrast'>,
  name: string,
  over: string,
): Estimate | null {
  const contrast = fit.contrast(name, over)
  return contrast && ratioFrom(contrast)
}

/**
 * Returns requests/s: the ratio to the baseline × the baseline's geometric mean, so that both figures have the same order. Without
 * a ratio, the geometric mean of the server's rounds. One run says nothing about the level of another machine.
 */
function rateFrom(fit: Fit, name: string, baseline: string, ratio: Estimate | null): Estimate {
  const level = (server: string) => {
    const trials = fit.trials.filter((trial) => trial.server === server)
    const rounds = Map.groupBy(trials, ({ trial }) => trial.round)
    return Math.exp(
      statistics.mean(
        [...rounds.values()].map((round) => statistics.mean(round.map(({ level }) => level))),
      ),
    )
  }
  return { value: ratio ? ratio.value * level(baseline) : level(name), low: null, high: null }
}

/**
 * Estimates each process's ratio to the baseline (or its requests/s, without a ratio) on a machine that does not drift.
 * The median of the others removes the rest of the group's effect: one process that stalls must not make them look
 * fast.
 */
function processesOf(fit: Fit, name: string, ratio: Estimate | null): number[] {
  const groupOf = ({ trial: { round, evidence } }: FittedTrial) => `${round} ${evidence.group}`
  const groups = Map.groupBy(fit.trials, groupOf)
  const deviation = (fitted: FittedTrial) => {
    const others = (groups.get(groupOf(fitted)) ?? []).filter((other) => other !== fitted)
    return (
      fitted.residual -
      (others.length > 0 ? statistics.median(others.map(({ residual }) => residual)) : 0)
    )
  }
  return fit.trials
    .filter(({ server }) => server === name)
    .map((fitted) => (ratio ? ratio.value * Math.exp(deviation(fitted)) : Math.exp(fitted.level)))
}

/** Names the servers that are ranked: those that accept invalid data do less work than the others. */
export function rankedNames(servers: TrialsByServer): string[] {
  return [...servers]
    .filter(([, trials]) => !trials.some(({ evidence }) => acceptsInvalid(evidence)))
    .map(([name]) => name)
}

/** Returns a server's caveats, one of each kind. */
export function byKind(trials: readonly Trial[]): Summary['caveats'] {
  const kinds = Map.groupBy(
    trials.flatMap(({ evidence }) => evidence.caveats),
    ({ kind }) => kind,
  )
  return [...kinds].map(([kind, caveats]) => ({
    kind,
    trials: caveats.length,
    message: caveats[0]?.message ?? '',
  }))
}

/** Results whose summaries are current. Fitting a run of all servers takes a tenth of a second. */
const recalculatedResults = new WeakSet<object>()
const fits = new WeakMap<object, Fit>()

/** Returns a run with summaries by the current statistics; a server that is disqualified has none. */
export function recalculated<T extends Unsummarized>(result: T): Summarized<T> {
  if (recalculatedResults.has(result)) return result as unknown as Summarized<T>
  const summaries = summarizeAll(
    trialsOf(result.subjects.filter(({ disqualified }) => disqualified === null)),
    result.details.baseline,
  )
  const subjects = result.subjects.map((server) => ({
    ...server,
    summary: summaries.get(server.name) ?? null,
  }))
  const current = { ...result, subjects }
  recalculatedResults.add(current)
  return current
}

type Unsummarized = Pick<Result, 'details'> & { subjects: Omit<ServerResult, 'summary'>[] }
type Summarized<T> = Omit<T, 'subjects'> & Pick<Result, 'subjects'>

/** Fits the result's requests/s. */
export function fitOf(result: Result): Fit {
  const fit =
    fits.get(result) ?? fitTrials(trialsOf(result.subjects.filter(({ summary }) => summary)))
  fits.set(result, fit)
  return fit
}

const trialsOf = (servers: readonly Pick<ServerResult, 'name' | 'samples'>[]): TrialsByServer =>
  new Map(servers.map(({ name, samples }) => [name, samples]))

/**
 * Sorts by the ratio to the baseline, or by requests/s without a baseline; equals by name. Servers that accept invalid data follow
 * those that are ranked, and servers without a number are last.
 */
export function bestFirst({ subjects }: Pick<Result, 'subjects'>): ServerResult[] {
  const place = ({ summary }: ServerResult) =>
    summary === null ? 2 : acceptsInvalid(summary) ? 1 : 0
  const ratio = ({ summary }: ServerResult) => summary?.ratioToBaseline?.value ?? -1
  const rate = ({ summary }: ServerResult) => summary?.requestsPerSecond.value ?? -1
  return subjects.toSorted(
    (a, b) =>
      place(a) - place(b) || ratio(b) - ratio(a) || rate(b) - rate(a) || (a.name < b.name ? -1 : 1),
  )
}

/** Returns the servers that have a rank, best first. */
export function rankedOf(result: Pick<Result, 'subjects'>): ServerResult[] {
  return bestFirst(result).filter(
    ({ summary }) => summary?.ratioToBaseline && !acceptsInvalid(summary),
  )
}
