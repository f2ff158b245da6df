/**
 * Compares two runs by the ratio of each server to the baseline.
 *
 * Two runs share no rounds, so rounds cannot be paired. Instead, a server's ratios to the baseline, over all trials of each run
 * (`fit.ts`), are compared: the difference of their logarithms with Welch's t interval, widened by what changes between two runs on
 * one machine. For two machines, what changes for all servers of a runtime is subtracted, and the interval includes the remaining
 * differences between machines (`pool.ts`). A slowdown of all servers, including the baseline, is not detected.
 */
import { UsageError } from '../basics/errors.ts'
import { oneLine } from '../basics/text.ts'
import type { Result, ServerResult } from '../format/format.ts'
import { isMostlyGeneratorLimited } from '../results/caveats.ts'
import { identityOf, isUnhealthy } from '../results/pool-rule.ts'
import { placeOf, poolMachines } from '../results/pooled-result.ts'
import { fitOf } from '../results/summary.ts'
import type { Estimate } from '../stats/estimate.ts'
import { type Contrast, negative, ratioFrom, sumOf } from '../stats/intervals.ts'
import type { Place } from '../stats/pool.ts'
import { verdictOf } from '../stats/ratio.ts'
import { placeDifferences } from './comparable.ts'
import type { ComparedFigure, Comparer, NamedFile } from './comparison.ts'

/** @throws UsageError if a run has no number of the baseline */
export function comparedRuns(
  old: NamedFile<Result>,
  recent: NamedFile<Result>,
  failBelow?: number,
): Comparer {
  const { scenario, details } = old.contents
  const { baseline } = details
  for (const { file, contents } of [old, recent])
    if (!rateOf(contents, baseline))
      throw new UsageError(
        `${file} has no number of ${baseline}: runs are compared by ratios to it`,
      )
  const fits = [old, recent].map(({ contents }) => fitOf(contents))
  const isOne = isOneMachine(old.contents, recent.contents)
  const changeOf = isOne ? () => RUN_TO_RUN : machineEffects(old, recent)
  const unhealthy = [old, recent].filter(({ contents }) => isUnhealthy(contents))
  const differences = placeDifferences(old.contents, recent.contents)
  return {
    title: `${scenario}: requests/s over ${baseline}`,
    figuresOf(before: ServerResult, after: ServerResult) {
      const { name } = after
      if (name === baseline) return []
      const [was, is] = fits.map((fit) => fit.contrast(name, baseline))
      if (!was || !is) return `not compared with ${baseline} in one of the results`
      const ratio = ratioOf(is, was, changeOf(before, after))
      const decided = verdictOfRates(before, after, ratio, failBelow)
      const isOfMachines = !isOne && !isChanged(before, after)
      const isDifferent = ['better', 'worse'].includes(decided.verdict)
      return [
        {
          name,
          figure: `× ${baseline}`,
          old: Math.exp(was.difference),
          new: Math.exp(is.difference),
          ratio: ratio.value,
          ...decided,
          ...(isOfMachines && isDifferent && { verdict: 'differs between machines' }),
        },
      ]
    },
    notesOn: (pairs) => [
      ...(pairs as [ServerResult, ServerResult][])
        .toSorted(([one], [other]) => (one.name < other.name ? -1 : 1))
        .flatMap(([before, after]) => [
          ...trialCaveats(before, 'the old result'),
          ...trialCaveats(after, 'the new result'),
        ]),
      isOne ? OF_ONE_MACHINE : OF_TWO_MACHINES,
      ...unhealthy.map(({ file }) => `the machine of ${file} failed its health check`),
      ...(differences.length > 0 ? [`old and new differ in ${differences.join(', ')}`] : []),
    ],
  }
}

/**
 * By how much a log ratio is assumed to change from run to run on one machine in one state, beyond the errors of both runs. Only two
 * pairs of stored runs are of one boot, protocol and code (53 and 33 servers), and of two states each. Without what a change of the
 * time added per request explains, their standard deviations are 4.1% and 0% (R. C. Paule, J. Mandel, J. Res. NBS 87, 1982).
 */
export const RUN_TO_RUN: Contrast = {
  difference: 0,
  variance: { value: 0.032 ** 2, degreesOfFreedom: 8 },
}

/** Baselines of one boot that differ by more are of two states of the machine, which count as two machines. */
const SAME_STATE = 1.15

export const OF_ONE_MACHINE =
  'both are from one machine in one state: intervals include changes from run to run; `versions` interleaves both sides, and finds smaller differences'
export const OF_TWO_MACHINES =
  'the two are from different machines, or from two states of one: differences that unchanged servers show (time added per request, effect on a runtime) are subtracted, and intervals include the rest; a difference of an unchanged server comes from the machines or states'

/** Returns a server's requests/s; undefined without a number. */
const rateOf = ({ subjects }: Result, name: string) =>
  subjects.find((server) => server.name === name)?.summary?.requestsPerSecond.value

/** Machines are identified by their boot; an unknown one counts as another machine. */
function isOneMachine(old: Result, recent: Result): boolean {
  const { boot } = old.environment
  const rates = [old, recent].map((result) => rateOf(result, result.details.baseline) ?? 0)
  return (
    boot !== null &&
    boot === recent.environment.boot &&
    Math.max(...rates) <= SAME_STATE * Math.min(...rates)
  )
}

/** Returns whether code, packages or runtime of a server differ. */
function isChanged(old: ServerResult, recent: ServerResult): boolean {
  return old.code === undefined || identityOf(old) !== identityOf(recent)
}

/** Unchanged servers that tell two machines apart. With fewer, changed ones count, too. */
const ENOUGH_UNCHANGED = 3

/** Returns by server the effect of the change of machine on the logarithm of its ratio, as other servers show it. */
function machineEffects(old: NamedFile<Result>, recent: NamedFile<Result>) {
  // Two states of one boot are two machines, too.
  const machines = [old, recent].map(({ file: path, contents }, i) => {
    const boot = `${i} ${contents.environment.boot ?? path}`
    return { file: { ...contents, environment: { ...contents.environment, boot } }, path }
  })
  const [from, to] = machines.map(placeOf) as [Place, Place]
  const unchanged = old.contents.subjects.filter((before) => {
    const after = recent.contents.subjects.find(({ name }) => name === before.name)
    return after && !isChanged(before, after)
  })
  const references = unchanged.length < ENOUGH_UNCHANGED ? old.contents.subjects : unchanged
  return (before: ServerResult, after: ServerResult): Contrast => {
    const names = references.map(({ name }) => name).filter((name) => name !== after.name)
    const pool = poolMachines(machines, [...names, old.contents.details.baseline])
    const rates = [before, after].map(({ summary }) => summary?.requestsPerSecond.value ?? 1)
    const time = 1e6 / Math.sqrt((rates[0] as number) * (rates[1] as number))
    return pool.changeOfMachine({ runtime: after.runtime, time }, from, to)
  }
}

/** @param change of the log ratio that the change of machine explains */
function ratioOf(recent: Contrast, old: Contrast, change: Contrast): Estimate {
  return ratioFrom(sumOf(sumOf(recent, negative(old)), negative(change)))
}

/** A generator-limited number is a lower bound: it may be faster than another, but never slower. */
export function verdictOfRates(
  before: ServerResult,
  after: ServerResult,
  { low, high }: Estimate,
  failBelow?: number,
): Pick<ComparedFigure, 'low' | 'high' | 'verdict'> {
  const verdict = verdictOf({ low, high }, 'higher', failBelow)
  const [wasBound, isBound] = [before, after].map(({ samples }) =>
    isMostlyGeneratorLimited(samples),
  )
  const isOpen =
    (wasBound && isBound) || (wasBound && verdict === 'better') || (isBound && verdict === 'worse')
  return isOpen ? { low: null, high: null, verdict: 'undecided' } : { low, high, verdict }
}

/** Returns the caveats of a server's trials, one per line. */
export function trialCaveats({ name, summary }: ServerResult, where: string): string[] {
  return (summary?.caveats ?? []).map(
    ({ kind, trials, message }) =>
      `${name}: ${kind} in ${trials} of ${summary?.trials} trials of ${where}: ${oneLine(message)}`,
  )
}
