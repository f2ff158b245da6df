/**
 * Compares two files of one probe, or two servers of one run, figure by figure. The metrics say which figures there are and which
 * way is better; a run has one, the ratio to the baseline (`runs.ts`).
 *
 * Intervals are 95% each, not simultaneous: among 20 unchanged servers, one is expected to show a difference.
 */
import { UsageError } from '../basics/errors.ts'
import { dateOf, oneLine, plural } from '../basics/text.ts'
import type { Result, ServerResult } from '../format/format.ts'
import type { Contents } from '../format/measurement.ts'
import { estimateIn, titleText } from '../probe/column.ts'
import { caveatNotes } from '../probe/notes.ts'
import { columnOf, type Metric, type Probe, rowsOf, type SubjectRow } from '../probe/probe.ts'
import { run } from '../probes/run.ts'
import { fitOf, ratioBetween } from '../results/summary.ts'
import { factorOf } from '../stats/claims.ts'
import { verdictOf } from '../stats/ratio.ts'
import { taskDifferences, versionNotes } from './comparable.ts'
import {
  type ComparedFigure,
  type CompareOptions,
  type Comparer,
  type Comparison,
  gateOf,
  type NamedFile,
} from './comparison.ts'
import { comparedRuns, trialCaveats, verdictOfRates } from './runs.ts'

/** @throws UsageError that names the differences if the files cannot be compared */
export function compareFiles(
  probe: Probe,
  old: NamedFile,
  recent: NamedFile,
  { failBelow }: CompareOptions = {},
): Comparison {
  assertComparable(old, recent)
  const [before, after] = [old, recent].map(({ contents }) => rowsOf(probe, contents)) as [
    SubjectRow[],
    SubjectRow[],
  ]
  const comparer =
    probe === run
      ? comparedRuns(old as NamedFile<Result>, recent as NamedFile<Result>, failBelow)
      : comparedEstimates(probe, old.contents, recent.contents, failBelow)
  const pairs: [SubjectRow, SubjectRow][] = []
  const figures: ComparedFigure[] = []
  const uncompared: string[] = []
  const disqualified: string[] = []
  for (const [key, name] of new Map(
    [...after, ...before].map((row) => [keyOf(row), labelOf(row)]),
  )) {
    const [oldRow, recentRow] = [before, after].map((rows) =>
      rows.find((row) => keyOf(row) === key),
    )
    if (oldRow && recentRow) pairs.push([oldRow, recentRow])
    const found =
      oldRow && recentRow
        ? comparer.figuresOf(oldRow, recentRow)
        : reasonsMissing((oldRow ?? recentRow) as SubjectRow, {
            old: old.contents,
            new: recent.contents,
          })
    if (oldRow && !recentRow && failureOf(oldRow, recent.contents)) disqualified.push(name)
    if (typeof found === 'string') uncompared.push(`${name}: ${found}`)
    else figures.push(...found)
  }
  if (figures.length === 0)
    throw new UsageError(
      `${old.file} and ${recent.file} have no ${probe.noun || 'server'} in common with figures to compare`,
    )
  return {
    title: `${comparer.title}, of ${sideOf(old)}, and of ${sideOf(recent)}`,
    figures: probe === run ? figures.sort((a, b) => a.ratio - b.ratio) : figures,
    uncompared: uncompared.sort(),
    notes: [...comparer.notesOn(pairs), ...versionNotes(before, after)],
    gate: gateOf(figures, failBelow, disqualified),
  }
}

/**
 * Compares two servers of one run, by all of its trials; the second takes the part of the new one.
 * @throws UsageError if the run has no number of one of them
 */
export function compareServers(
  { file, contents }: NamedFile<Result>,
  first: string,
  second: string,
  failBelow?: number,
): Comparison {
  const rows = rowsOf(run, contents) as ServerResult[]
  const [before, after] = [first, second].map((name) => {
    const server = rows.find((row) => row.name === name)
    if (server) return server
    const reason = reasonsMissing({ name }, { [file]: contents })
    const measuredNames = contents.subjects.filter(({ summary }) => summary).map((row) => row.name)
    throw new UsageError(`${name} is ${reason}: there are ${measuredNames.join(', ')}`)
  }) as [ServerResult, ServerResult]
  if (first === second)
    throw new UsageError(`${first} is compared with itself: name two servers of ${file}`)
  const ratio = ratioBetween(fitOf(contents), second, first)
  if (!ratio)
    throw new UsageError(
      `${first} and ${second} share no group of ${file}, not even through other servers`,
    )
  const [old = 0, recent = 0] = [before, after].map(
    ({ summary }) => summary?.requestsPerSecond.value,
  )
  const figures = [
    {
      name: second,
      figure: 'requests/s',
      old,
      new: recent,
      ratio: ratio.value,
      ...verdictOfRates(before, after, ratio, failBelow),
    },
  ]
  return {
    title: `${contents.scenario}: ${second} over ${first}, in ${sideOf({ file, contents })}`,
    figures,
    uncompared: [],
    notes: [before, after].flatMap((server) => trialCaveats(server, file)),
    gate: gateOf(figures, failBelow),
  }
}

function assertComparable(old: NamedFile, recent: NamedFile): void {
  const fileNames = `${old.file} and ${recent.file}`
  const differences = taskDifferences(old.contents, recent.contents)
  if (differences.length > 0)
    throw new UsageError(
      `${fileNames} cannot be compared: they differ in ${differences.join(', ')}; measure both in the same way`,
    )
  const { checksum = '' } = old.contents
  if (checksum !== '' && checksum === recent.contents.checksum)
    throw new UsageError(`${fileNames} are the same result: name two`)
}

const keyOf = ({ name, runtime, part }: SubjectRow) => JSON.stringify([name, runtime, part])

/** Servers of another runtime are named after it. */
const labelOf = ({ name, part, runtime }: SubjectRow) =>
  [name, part, runtime === 'node' || name.includes(runtime) ? '' : `on ${runtime}`]
    .filter(Boolean)
    .join(', ')

/** A row of a server; of all runtimes if none is named. */
type ServerRow = Pick<SubjectRow, 'name'> & Partial<Pick<SubjectRow, 'runtime' | 'part'>>

const rowsOfServer = ({ name, runtime }: ServerRow, { subjects }: Contents) =>
  subjects.filter(
    (each) => each.name === name && (runtime === undefined || each.runtime === runtime),
  )

/** Returns a server's row with the reason why a file disqualifies it. */
const failureOf = (server: ServerRow, contents: Contents) =>
  rowsOfServer(server, contents).find(({ disqualified }) => disqualified !== null)

/** Returns the reasons why a row is not in some files. */
function reasonsMissing(server: ServerRow, files: Record<string, Contents>): string {
  const { part = '' } = server
  const reasons = Object.entries(files).flatMap(([side, contents]) => {
    const failed = failureOf(server, contents)
    if (failed) {
      const { disqualified, failedIn } = failed
      const when = failedIn ? `round ${failedIn.round}, ${failedIn.phase}: ` : ''
      return `disqualified in ${side} (${when}${oneLine(disqualified ?? '')})`
    }
    const isThere = rowsOfServer(server, contents).some((each) => each.part === part)
    return isThere ? [] : `not in ${side}`
  })
  return reasons.join('; ')
}

/** Formats `old.json (2026-11-22, commit 01ab23c with changes, 5 rounds)`. */
function sideOf({ file, contents: { startedAt, source, subjects } }: NamedFile): string {
  const changes = source.clean === false ? ' with changes' : ''
  const commit = source.commit ? `commit ${source.commit.slice(0, 7)}${changes}` : 'no commit'
  const rounds = subjects.flatMap(({ samples }) => samples.map(({ round }) => round))
  return `${file} (${dateOf(startedAt)}, ${commit}, ${plural(Math.max(0, ...rounds), 'round')})`
}

/**
 * Compares estimates. The interval of a ratio adds the half widths of both figures' intervals in quadrature, on logarithms: the
 * measurements are independent. It is a 95% interval where theirs are, and wider where they are ranges of processes.
 */
function comparedEstimates(
  probe: Probe,
  old: Contents,
  recent: Contents,
  failBelow?: number,
): Comparer {
  const [before, after] = [old, recent].map(({ environment }) => environment.cpuModel)
  return {
    title: [probe.name, recent.scenario].filter(Boolean).join(', '),
    figuresOf: (oldRow, recentRow) =>
      probe.metrics.flatMap((metric) => {
        const { value } = columnOf(metric)
        const estimates = [
          estimateIn(value(oldRow, old)),
          estimateIn(value(recentRow, recent)),
        ] as const
        const name = { name: labelOf(recentRow), figure: titleText(metric.title, recent) }
        const ratio = ratioOf(metric, ...estimates, failBelow)
        return ratio ? [{ ...name, ...ratio }] : []
      }),
    notesOn: () => [
      ...(before === after
        ? []
        : [
            `old and new are from different machines, ${before} and ${after}: times cannot be compared`,
          ]),
      ...(probe.differences?.(old, recent) ?? []),
      ...caveatNotes(probe, old).map((note) => `old: ${note}`),
      ...caveatNotes(probe, recent).map((note) => `new: ${note}`),
    ],
  }
}

/** Returns null where neither is better, or the figures have no ratio. */
function ratioOf(
  { better, interval, exact }: Metric,
  old: ReturnType<typeof estimateIn>,
  recent: ReturnType<typeof estimateIn>,
  failBelow?: number,
): Omit<ComparedFigure, 'name' | 'figure'> | null {
  if (better === undefined || !old || !recent || old.value <= 0 || recent.value <= 0) return null
  // The ratio of two differences says nothing.
  if (interval === 'absolute') return null
  const factor = factorOf(recent, old)
  const ends = exact && factor.low === null ? { low: factor.value, high: factor.value } : factor
  const isLost = Number.isFinite(old.value) && !Number.isFinite(recent.value)
  const lost = better === 'lower' ? 'worse' : 'better'
  const verdict = isLost ? lost : verdictOf(ends, better, failBelow)
  return {
    old: old.value,
    new: recent.value,
    ratio: factor.value,
    low: ends.low,
    high: ends.high,
    verdict: old.value === recent.value ? 'equal' : verdict,
  }
}
