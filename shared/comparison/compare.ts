/**
 * Compares two results, or two servers of one, by requests/s.
 *
 * Two runs share no rounds, so rounds cannot be paired. Instead, a server's ratios to the baseline, over all trials of each run
 * (`fit.ts`), are compared: the difference of their logarithms with Welch's t interval, widened by what changes between two runs on
 * one machine. For two machines, the time that each adds to every request is subtracted, and the interval includes the remaining
 * differences between machines (`pool.ts`), estimated from stored runs of others. A slowdown of all servers, including the
 * baseline, is not detected. Two servers of one run are
 * compared by the fit that tables and charts use.
 *
 * Intervals are 95% each, not simultaneous: among 20 unchanged servers, one is expected to show a difference.
 */
import { UsageError } from '../basics/errors.ts'
import { oneLine, plural } from '../basics/text.ts'
import type { ServerResult, Summary, UnsealedResult } from '../format/format.ts'
import { isMostlyGeneratorLimited } from '../results/caveats.ts'
import { identityOf, type StoredRun } from '../results/pool-rule.ts'
import { machineOf, poolPair, runsOfOthers } from '../results/pooled-result.ts'
import { fitOf, ratioBetween } from '../results/summary.ts'
import type { Estimate } from '../stats/estimate.ts'
import { type Contrast, negative, ratioFrom, sumOf } from '../stats/intervals.ts'
import { placeDifferences, taskDifferences, versionNotes } from './comparable.ts'
import { type ComparedFigure, type Comparison, gateOf, verdictOf } from './comparison.ts'

/** A result, and its name on the command line. */
export interface ResultFile {
  file: string
  result: UnsealedResult & { checksum?: string }
}

export interface CompareOptions {
  /** Further runs, to estimate differences between machines. */
  stored: readonly StoredRun[]
  /** The gate: 0.03 fails servers that are significantly slower by more than 3%. */
  failBelow?: number | undefined
}

type MeasuredServer = ServerResult & { summary: Summary }

/** @throws UsageError that names the differences if the results cannot be compared */
export function compareResults(
  old: ResultFile,
  recent: ResultFile,
  { stored, failBelow }: CompareOptions,
): Comparison {
  assertComparable(old, recent)
  const { baseline, scenario } = old.result
  const fits = [old, recent].map(({ result }) => fitOf(result))
  const isOne = isOneMachine(old.result, recent.result)
  const changeOf = isOne ? () => RUN_TO_RUN : machineEffects(old, recent, stored)
  const figures: ComparedFigure[] = []
  const caveats: string[] = []
  const uncompared: string[] = []
  const servers = [old, recent].flatMap(({ result }) => result.servers)
  for (const name of [...new Set(servers.map((server) => server.name))].sort()) {
    const [before, after] = [withNumber(old.result, name), withNumber(recent.result, name)]
    if (!before || !after) {
      uncompared.push(`${name}: ${whyNot(name, { old: old.result, new: recent.result })}`)
      continue
    }
    caveats.push(...caveatsOf(before, 'the old result'), ...caveatsOf(after, 'the new result'))
    if (name === baseline) continue
    const [was, is] = fits.map((fit) => fit.contrast(name, baseline))
    if (!was || !is) {
      uncompared.push(`${name}: not compared with ${baseline} in one of the results`)
      continue
    }
    const values: [number, number] = [Math.exp(was.difference), Math.exp(is.difference)]
    const ratio = ratioOf(is, was, changeOf(name))
    const figure = figureOf(`× ${baseline}`, [before, after], values, ratio, failBelow)
    const isOfMachines = !isOne && !isChanged(before, after)
    if (isOfMachines && ['better', 'worse'].includes(figure.verdict))
      figure.verdict = 'differs between machines'
    figures.push(figure)
  }
  if (figures.length === 0)
    throw new UsageError(`${old.file} and ${recent.file} have no server in common to compare`)
  const differences = placeDifferences(old.result, recent.result)
  return {
    title: `${scenario}: requests/s over ${baseline}, of ${sideOf(old)}, and of ${sideOf(recent)}`,
    figures: figures.sort((a, b) => a.ratio - b.ratio),
    uncompared,
    notes: [
      ...caveats,
      isOne ? OF_ONE_MACHINE : OF_TWO_MACHINES,
      ...(differences.length > 0 ? [`old and new differ in ${differences.join(', ')}`] : []),
      ...versionNotes(old.result.servers, recent.result.servers),
    ],
    gate: gateOf(figures, failBelow),
  }
}

/**
 * Compares two servers of one result; the second takes the part of the new one.
 * @throws UsageError if the result has no number of one of them
 */
export function compareServers(
  file: ResultFile,
  first: string,
  second: string,
  failBelow?: number,
): Comparison {
  const [before, after] = [first, second].map((name) => serverIn(file, name)) as [
    MeasuredServer,
    MeasuredServer,
  ]
  if (first === second)
    throw new UsageError(`${first} is compared with itself: name two servers of ${file.file}`)
  const estimate = ratioBetween(fitOf(file.result), second, first)
  if (!estimate)
    throw new UsageError(
      `${first} and ${second} share no group of ${file.file}, not even through other servers`,
    )
  const values: [number, number] = [
    before.summary.requestsPerSecond.value,
    after.summary.requestsPerSecond.value,
  ]
  const figures = [figureOf('requests/s', [before, after], values, estimate, failBelow)]
  return {
    title: `${file.result.scenario}: ${second} over ${first}, in ${sideOf(file)}`,
    figures,
    uncompared: [],
    notes: [before, after].flatMap((server) => caveatsOf(server, file.file)),
    gate: gateOf(figures, failBelow),
  }
}

function assertComparable(old: ResultFile, recent: ResultFile): void {
  const both = `${old.file} and ${recent.file}`
  const differences = taskDifferences(old.result, recent.result)
  if (differences.length > 0)
    throw new UsageError(
      `${both} cannot be compared: they differ in ${differences.join(', ')}; measure both in the same way`,
    )
  if (old.result.checksum !== undefined && old.result.checksum === recent.result.checksum)
    throw new UsageError(`${both} are the same result: name two runs`)
  const { baseline } = old.result
  for (const { file, result } of [old, recent]) {
    if (!withNumber(result, baseline))
      throw new UsageError(
        `${file} has no number of ${baseline}: runs are compared by ratios to it`,
      )
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
  'both are from one machine in one state: intervals include what changes from run to run; `versions` interleaves both sides and finds smaller differences'
export const OF_TWO_MACHINES =
  'the two are from different machines, or from two states of one: the time that each adds per request is subtracted, and intervals include the remaining difference; a difference in an unchanged server is one of machines or states'

/** Machines are identified by their boot; an unknown one counts as another machine. */
function isOneMachine(old: UnsealedResult, recent: UnsealedResult): boolean {
  const { boot } = old.environment
  const rates = [old, recent].map(
    (result) => withNumber(result, result.baseline)?.summary.requestsPerSecond.value ?? 0,
  )
  return (
    boot !== null &&
    boot === recent.environment.boot &&
    Math.max(...rates) <= SAME_STATE * Math.min(...rates)
  )
}

/** Returns whether code, packages or runtime of a server differ. */
function isChanged(old: ServerResult, recent: ServerResult): boolean {
  return old.digest === null || identityOf(old) !== identityOf(recent)
}

/** Returns by server the effect of the change of machine on the logarithm of its ratio; null if unknown. */
function machineEffects(old: ResultFile, recent: ResultFile, stored: readonly StoredRun[]) {
  // Two states of one boot are two machines, too.
  const machines = [old, recent].map(({ file, result }, i) => ({
    file: {
      checksum: file,
      ...result,
      environment: { ...result.environment, boot: `${i} ${result.environment.boot ?? file}` },
    },
    path: file,
  }))
  const [from = '', to = ''] = machines.map(machineOf)
  const others = [old, recent].reduce((left, { result }) => runsOfOthers(result, left), stored)
  const pool = poolPair(machines, others)
  return (server: string): Contrast | null => pool.changeOfMachine(server, from, to)
}

function withNumber(result: UnsealedResult, name: string): MeasuredServer | undefined {
  const server = result.servers.find((other) => other.name === name)
  return server && hasNumber(server) ? server : undefined
}

function hasNumber(server: ServerResult): server is MeasuredServer {
  return server.summary !== null && server.trials.length > 0
}

function serverIn({ file, result }: ResultFile, name: string): MeasuredServer {
  const server = withNumber(result, name)
  if (server) return server
  const reason = whyNot(name, { [file]: result })
  const names = result.servers.filter(hasNumber)
  throw new UsageError(
    `${name} is ${reason}: there are ${names.map((other) => other.name).join(', ')}`,
  )
}

/** Returns the reasons why a server has no number in some results. */
function whyNot(name: string, results: Record<string, UnsealedResult>): string {
  const reasons = Object.entries(results).flatMap(([side, { servers }]) => {
    const server = servers.find((other) => other.name === name)
    if (!server) return `not in ${side}`
    if (hasNumber(server)) return []
    if (!server.disqualified) return `not measured in ${side}`
    const { round, phase, reason } = server.disqualified
    return `disqualified in ${side} (round ${round}, ${phase}: ${oneLine(reason)})`
  })
  return reasons.join('; ')
}

/** @param change of the log ratio that the change of machine explains; null if unknown */
function ratioOf(recent: Contrast, old: Contrast, change: Contrast | null): Estimate {
  const difference = sumOf(recent, negative(old))
  return ratioFrom(change ? sumOf(difference, negative(change)) : difference)
}

/** A generator-limited number is a lower bound: it may be faster than another, but never slower. */
function figureOf(
  figure: string,
  [before, after]: [MeasuredServer, MeasuredServer],
  [old, recent]: [number, number],
  { value, low, high }: Estimate,
  failBelow?: number,
): ComparedFigure {
  const verdict = verdictOf({ low, high }, 'higher', failBelow)
  const [wasBound, isBound] = [before, after].map(({ trials }) => isMostlyGeneratorLimited(trials))
  const isOpen =
    (wasBound && isBound) || (wasBound && verdict === 'better') || (isBound && verdict === 'worse')
  return {
    name: after.name,
    figure,
    old,
    new: recent,
    ratio: value,
    low: isOpen ? null : low,
    high: isOpen ? null : high,
    verdict: isOpen ? 'undecided' : verdict,
  }
}

function caveatsOf({ name, summary }: MeasuredServer, where: string): string[] {
  return summary.caveats.map(
    ({ kind, trials, message }) =>
      `${name}: ${kind} in ${trials} of ${summary.trials} trials of ${where}: ${oneLine(message)}`,
  )
}

/** Formats `old.json (2026-11-22, commit 01ab23c with changes, 5 rounds)`. */
function sideOf({ file, result: { startedAt, source, rounds } }: ResultFile): string {
  const changes = source.clean === false ? ' with changes' : ''
  const commit = source.commit ? `commit ${source.commit.slice(0, 7)}${changes}` : 'no commit'
  return `${file} (${startedAt.slice(0, 10)}, ${commit}, ${plural(rounds.length, 'round')})`
}
