/**
 * Compares two results, or two servers of one, by requests/s.
 *
 * Two runs share no rounds, so rounds cannot be paired. Instead, a server's ratios to the baseline, over all trials of each run
 * (`fit.ts`), are compared: the difference of their logarithms with Welch's t interval. For two machines, the time that each adds
 * to every request is subtracted, and the interval includes the remaining differences between machines (`pool.ts`), estimated from
 * these two and the stored runs. A slowdown of all servers, including the baseline, is not detected. Two servers of one run are
 * compared by the fit that tables and charts use.
 *
 * Intervals are 95% each, not simultaneous: among 20 unchanged servers, one is expected to show a difference.
 */
import { UsageError } from '../basics/errors.ts'
import { oneLine } from '../basics/text.ts'
import { CONFIDENCE, type Contrast, contrastInterval, isTie, sumOf } from '../stats/intervals.ts'
import { conditionNotes, describeDifferences, taskDifferences, versionNotes } from './comparable.ts'
import { type ComparedServer, type Comparison, FORMAT_VERSION, type Mark, type Side } from './comparison.ts'
import type { ServerResult, Summary, UnsealedResult } from './format.ts'
import type { StoredRun } from './pool-rule.ts'
import { machineOf, poolMachines } from './pooled-result.ts'
import { fitOf } from './restated.ts'
import { ratioOf } from './summary.ts'
import { isMostlyGeneratorLimited } from './verdicts.ts'

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

type Estimate = Pick<ComparedServer, 'ratio' | 'low' | 'high'>
type MeasuredServer = ServerResult & { summary: Summary }

/** @throws UsageError that names the differences if the results cannot be compared */
export function compareResults(old: ResultFile, recent: ResultFile, options: CompareOptions): Comparison {
  assertComparable(old, recent)
  if (old.result.checksum !== undefined && old.result.checksum === recent.result.checksum) {
    throw new UsageError(`${old.file} and ${recent.file} are the same result: name two runs`)
  }
  const { baseline } = old.result
  for (const { file, result } of [old, recent]) {
    if (!withNumber(result, baseline))
      throw new UsageError(`${file} has no number of ${baseline}: runs are compared by ratios to it`)
  }
  const fits = { old: fitOf(old.result), new: fitOf(recent.result) }
  const moved = isOneMachine(old.result, recent.result) ? null : machineEffects(old, recent, options.stored)
  const rows: ComparedServer[] = []
  const marks: Mark[] = []
  const uncompared: Comparison['uncompared'] = []
  for (const server of serverNames(old.result, recent.result)) {
    const [before, after] = [withNumber(old.result, server), withNumber(recent.result, server)]
    if (!before || !after) {
      uncompared.push({ server, reason: whyNot(server, old.result, recent.result) })
      continue
    }
    marks.push(...marksAgainst(before, 'old'), ...marksAgainst(after, 'new'))
    if (server === baseline) continue
    const [own, other] = [fits.new.contrast(server, baseline), fits.old.contrast(server, baseline)]
    const estimate = own && other && between(own, other, moved?.(server) ?? null)
    if (estimate) rows.push(rowOf(server, estimate, before, after))
    else uncompared.push({ server, reason: `not compared with ${baseline} in one of the results` })
  }
  if (rows.length === 0) throw new UsageError(`${old.file} and ${recent.file} have no server in common to compare`)
  const notes = [
    moved ? OF_TWO_MACHINES : OF_ONE_MACHINE,
    ...conditionNotes(old.result, recent.result),
    ...versionNotes(old.result, recent.result),
  ]
  return comparison(old.result, sideOf(old), sideOf(recent), { rows, marks, uncompared, notes }, options.failBelow)
}

/**
 * Compares two servers of one result; the second takes the part of the new one.
 * @throws UsageError if the result has no number of one of them
 */
export function compareServers(
  file: ResultFile,
  first: string,
  second: string,
  failBelow: number | undefined,
): Comparison {
  const [before, after] = [first, second].map((name) => serverIn(file, name)) as [MeasuredServer, MeasuredServer]
  if (first === second) throw new UsageError(`${first} is compared with itself: name two servers of ${file.file}`)
  const estimate = ratioOf(fitOf(file.result), second, first)
  if (!estimate)
    throw new UsageError(`${first} and ${second} share no group of ${file.file}, not even through other servers`)
  const rows = [rowOf(second, estimate, before, after)]
  const marks = [...marksAgainst(before, 'old'), ...marksAgainst(after, 'new')]
  const found = { rows, marks, uncompared: [], notes: [] }
  return comparison(file.result, sideOf(file, before), sideOf(file, after), found, failBelow)
}

function comparison(
  { scenario, baseline, servers }: UnsealedResult,
  old: Side,
  recent: Side,
  found: Pick<Comparison, 'rows' | 'marks' | 'uncompared' | 'notes'>,
  failBelow: number | undefined,
): Comparison {
  const rows = found.rows.toSorted((a, b) => a.ratio - b.ratio)
  const uncompared = found.uncompared.filter(({ server }) => servers.some(({ name }) => name === server))
  const number = (difference: ComparedServer['difference']) =>
    rows.filter((row) => row.difference === difference).length
  return {
    formatVersion: FORMAT_VERSION,
    scenario,
    baseline,
    confidence: CONFIDENCE,
    old,
    new: recent,
    ...found,
    rows,
    summary: {
      faster: number('faster'),
      slower: number('slower'),
      none: number('none'),
      unknown: number('unknown'),
    },
    gate: failBelow === undefined ? null : gateOf(rows, uncompared, failBelow),
  }
}

/**
 * Fails servers whose whole interval is below the threshold. A server that is slower by exactly the threshold fails in 1 of 40
 * comparisons.
 */
function gateOf(
  rows: readonly ComparedServer[],
  uncompared: Comparison['uncompared'],
  failBelow: number,
): Comparison['gate'] {
  if (rows.every(({ difference }) => difference === 'unknown')) {
    const reason = rows.some(({ low }) => low !== null)
      ? 'the load generator was the limit of all'
      : 'no server has an interval; measure at least 2 rounds'
    throw new UsageError(`--fail-below cannot be applied: ${reason}`)
  }
  const isTooSlow = ({ difference, high }: ComparedServer) =>
    difference === 'slower' && high !== null && high < 1 - failBelow
  return {
    failBelow,
    failed: rows.filter(isTooSlow).map(({ server }) => server),
    silent: [...rows.filter(({ difference }) => difference === 'unknown'), ...uncompared].map(({ server }) => server),
  }
}

function assertComparable(old: ResultFile, recent: ResultFile): void {
  const tasks = taskDifferences(old.result, recent.result)
  if (tasks.length === 0) return
  const differences = describeDifferences(tasks)
  throw new UsageError(
    `${old.file} and ${recent.file} cannot be compared: they differ in ${differences}; measure both in the same way`,
  )
}

export const OF_ONE_MACHINE = 'both are from one machine: intervals are those of the two runs'
export const OF_TWO_MACHINES =
  'the two are from different machines: the time that each adds per request is subtracted, and intervals include the remaining difference between machines'

/** Machines are identified by their boot; an unknown one counts as another machine. */
function isOneMachine({ environment: old }: UnsealedResult, { environment: recent }: UnsealedResult): boolean {
  return old.boot !== null && old.boot === recent.boot
}

/** Returns by server the effect of the change of machine on the logarithm of its ratio; null if unknown. */
function machineEffects(old: ResultFile, recent: ResultFile, stored: readonly StoredRun[]) {
  const runs = [old, recent].map(({ file, result }) => ({ file: { checksum: file, ...result }, path: file }))
  const [from = '', to = ''] = runs.map(machineOf)
  const pool = poolMachines(runs, stored)
  return (server: string): Contrast | null => pool.moved(server, from, to)
}

/** Returns the servers of all results, sorted, without A/A copies. */
function serverNames(...results: UnsealedResult[]): string[] {
  return [...new Set(results.flatMap(({ servers }) => servers.map(({ name }) => name)))].sort()
}

function withNumber({ servers, copy }: UnsealedResult, name: string): MeasuredServer | undefined {
  const server = [...servers, ...(copy ? [copy] : [])].find((other) => other.name === name)
  return server && hasNumber(server) ? server : undefined
}

function hasNumber(server: ServerResult): server is MeasuredServer {
  return server.summary !== null && server.trials.length > 0
}

function serverIn({ file, result }: ResultFile, name: string): MeasuredServer {
  const server = withNumber(result, name)
  if (server) return server
  const all = [...result.servers, ...(result.copy ? [result.copy] : [])]
  const refusal = all.find((other) => other.name === name)?.refusal
  const names = all
    .filter(hasNumber)
    .map((other) => other.name)
    .join(', ')
  if (refusal) {
    const reason = oneLine(refusal.reason)
    throw new UsageError(
      `${name} was disqualified in ${file} (${refusal.phase}: ${reason}): measured servers are ${names}`,
    )
  }
  throw new UsageError(`no server called ${name} in ${file}: there are ${names}`)
}

/** Returns the reason why a server has no row. */
function whyNot(name: string, old: UnsealedResult, recent: UnsealedResult): string {
  const sides = (['old', 'new'] as const).map((side) => {
    const server = (side === 'old' ? old : recent).servers.find((other) => other.name === name)
    return { side, server }
  })
  const refusals = sides.flatMap(({ side, server }) => {
    if (!server || hasNumber(server)) return []
    const { refusal } = server
    if (!refusal) return [`not measured in the ${side} result`]
    return [`disqualified in the ${side} result (round ${refusal.round}, ${refusal.phase}): ${oneLine(refusal.reason)}`]
  })
  const missing = sides.flatMap(({ side, server }) => (server ? [] : [`not in the ${side} result`]))
  return [...missing, ...refusals].join('; ')
}

/** @param moved effect of the change of machine; null for one machine */
function between(recent: Contrast, old: Contrast, moved: Contrast | null): Estimate {
  const both = sumOf(recent, negative(old))
  const { difference, variance, degreesOfFreedom } = moved ? sumOf(both, negative(moved)) : both
  if (variance === null) return { ratio: Math.exp(difference), low: null, high: null }
  return contrastInterval({ difference, variance, degreesOfFreedom })
}

const negative = (contrast: Contrast): Contrast => ({ ...contrast, difference: -contrast.difference })

function rowOf(server: string, estimate: Estimate, before: MeasuredServer, after: MeasuredServer): ComparedServer {
  const figures = ({ summary, trials }: MeasuredServer) => ({
    requestsPerSecond: summary.requestsPerSecond.value,
    rounds: new Set(trials.map(({ round }) => round)).size,
  })
  const { ratio, low, high } = estimate
  const difference = differenceOf(
    estimate,
    isMostlyGeneratorLimited(before.trials),
    isMostlyGeneratorLimited(after.trials),
  )
  return { server, ratio, low, high, difference, old: figures(before), new: figures(after) }
}

/** A generator-limited number is a lower bound: it may be faster than another, but never slower. */
function differenceOf(
  { ratio, low, high }: Estimate,
  limitedBefore: boolean,
  limitedAfter: boolean,
): ComparedServer['difference'] {
  if (low === null || high === null || (limitedBefore && limitedAfter)) return 'unknown'
  if (isTie({ low, high })) return 'none'
  if (ratio > 1) return limitedBefore ? 'unknown' : 'faster'
  return limitedAfter ? 'unknown' : 'slower'
}

function marksAgainst({ name, summary }: MeasuredServer, side: Mark['side']): Mark[] {
  return summary.verdicts.map(({ kind, trials, message }) => ({
    server: name,
    side,
    kind,
    trials,
    of: summary.trials,
    message: oneLine(message),
  }))
}

function sideOf({ file, result }: ResultFile, server?: ServerResult): Side {
  const { startedAt, source, quick, rounds } = result
  return { file, server: server?.name ?? null, startedAt, ...source, quick, rounds: rounds.length }
}
