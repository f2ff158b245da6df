/**
 * The history of stored numbers: a compact line per file, with the conditions that decide which lines are comparable
 * (`history-series.ts`). Lines of runs are made from the stored runs. Lines of counts, of which few are stored, are appended to
 * `results/history/<scenario>.instructions.jsonl` and never changed.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { sixDigits } from '../stats/statistics.ts'
import { taskOf } from './comparable.ts'
import type { Result, ServerResult } from './format.ts'
import type { CountedServer, Counts } from './instructions.ts'
import { isMostlyGeneratorLimited } from './verdicts.ts'

/** From the repository's root. */
export const HISTORY_FOLDER = 'results/history'

const HISTORY_METRICS = ['instructions', 'requests'] as const

export type HistoryMetric = (typeof HISTORY_METRICS)[number]

const text = z.string()

const HistoryPoint = z.strictObject({
  mean: z.number().positive().describe('instructions per request of the first thread, or the ratio to the baseline'),
  low: z.number().nonnegative().nullable().describe('of its 95% interval; null if unknown'),
  high: z.number().positive().nullable(),
  n: z.int().min(1).describe('number of processes or trials'),
  displayName: text,
  version: text.nullable().describe('of the manifest’s package'),
  runtime: text.describe('with its version'),
  packages: z.record(text, text).nullable().describe('the folder’s own dependencies; null: unknown'),
  code: text.nullable().describe('digest of its own code; null: unknown'),
  tiersOff: text.describe('compilers that were switched off'),
})

const HistoryLine = z.strictObject({
  date: z.iso.datetime().describe('start of the run'),
  scenario: text,
  metric: z.enum(HISTORY_METRICS),
  commit: text.nullable(),
  file: text.describe('checksum of the stored file'),
  lockfile: text.nullable().describe('SHA-256 of package-lock.json'),
  conditions: z.record(text, text).describe('lines with different conditions are never compared'),
  software: z.record(text, text).describe('software that may differ, and is then named as a cause'),
  servers: z.record(text, HistoryPoint).describe('by folder'),
})

export type HistoryPoint = z.infer<typeof HistoryPoint>
export type HistoryLine = z.infer<typeof HistoryLine>

/** Returns the line of a file of counts, without disqualified servers. */
export function lineOfCounts(counts: Counts): HistoryLine {
  const { scenario, startedAt, source, checksum, environment, counterVersion, servers } = counts
  return {
    date: startedAt,
    scenario,
    metric: 'instructions',
    commit: source.commit,
    file: checksum,
    lockfile: environment.lockfileHash,
    // The OS determines the C library, whose instructions are counted, too.
    conditions: {
      ...taskOfCounts(counts),
      ...{ 'counter version': counterVersion, OS: environment.os, architecture: environment.arch },
    },
    software: {},
    servers: sixDigits(Object.fromEntries(servers.flatMap((server) => (server.summary ? [countedPoint(server)] : [])))),
  }
}

/** Returns what two counts must share to be compared, as text. */
function taskOfCounts({ protocol }: Counts): Record<string, string> {
  const { counter, requests, step, shortestWarmUp, longestWarmUp, seed } = protocol
  const task = { counter, requests, step, longestWarmUp, seed, shortestWarmUp }
  return Object.fromEntries(Object.entries(task).map(([what, value]) => [what, String(value)]))
}

function countedPoint(server: CountedServer): [name: string, HistoryPoint] {
  const { name, displayName, version, runtime, runtimeVersion, packages, code, tiers, processes, summary } = server
  const { javascript, low, high } = summary as NonNullable<typeof summary>
  const versions = {
    displayName,
    version,
    runtime: `${runtime} ${runtimeVersion}`,
    packages,
    code: code && shortly(code),
  }
  return [
    name,
    { mean: javascript, low, high, n: processes.length, ...versions, tiersOff: tiers?.off.join(', ') ?? '' },
  ]
}

/**
 * Returns the line of a run, without disqualified and generator-limited servers, and without the baseline, whose ratio is 1.
 */
export function lineOfResult(result: Result): HistoryLine {
  const { scenario, startedAt, source, checksum, environment, baseline, servers } = result
  const reference = servers.find(({ name }) => name === baseline)
  return {
    date: startedAt,
    scenario,
    metric: 'requests',
    commit: source.commit,
    file: checksum,
    lockfile: environment.lockfileHash,
    conditions: taskOf(result),
    software: reference ? { [baseline]: `${reference.runtime} ${reference.runtimeVersion}` } : {},
    servers: Object.fromEntries(servers.flatMap((server) => (server.name === baseline ? [] : measuredPoint(server)))),
  }
}

function measuredPoint(server: ServerResult): [name: string, HistoryPoint][] {
  const { name, displayName, version, runtime, runtimeVersion, packages, digest, trials, summary } = server
  if (!summary?.ratioToBaseline || isMostlyGeneratorLimited(trials)) return []
  const { ratio, low, high } = summary.ratioToBaseline
  const code = digest && shortly(digest)
  const versions = { displayName, version, runtime: `${runtime} ${runtimeVersion}`, packages, code }
  return [[name, { mean: ratio, low, high, n: trials.length, ...versions, tiersOff: '' }]]
}

/** Shortens a digest to twelve digits, which suffice to identify a folder's state. */
function shortly(digest: string): string {
  return digest.slice(0, 12)
}

/** Returns the file name of lines of a scenario and metric. */
export function historyFile({ scenario, metric }: Pick<HistoryLine, 'scenario' | 'metric'>): string {
  return `${scenario}.${metric}.jsonl`
}

/**
 * Reads all lines, file by file in alphabetical order, the oldest of a file first.
 * @param folder absolute
 * @throws UsageError that names file and line if one is invalid, duplicate, out of order, or in the wrong file
 */
export function readHistory(folder = join(ROOT, HISTORY_FOLDER)): HistoryLine[] {
  return globSync('*.jsonl', { cwd: folder })
    .sort()
    .flatMap((name) => readLines(join(folder, name)))
}

function readLines(path: string): HistoryLine[] {
  if (!existsSync(path)) return []
  const texts = readFileSync(path, 'utf8').split('\n')
  if (texts.pop() !== '') throw new UsageError(`${path} is truncated: its last line has no line end`)
  const lines = texts.map((line, index) => parsedLine(`${path}:${index + 1}`, line))
  for (const [index, line] of lines.entries()) {
    const wrong = errorOf(line, lines.slice(0, index), basename(path))
    if (wrong) throw new UsageError(`${path}:${index + 1}: ${wrong}`)
  }
  return lines
}

function parsedLine(place: string, line: string): HistoryLine {
  try {
    return HistoryLine.parse(JSON.parse(line))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const why = issue ? `${issue.path.join('.')}: ${issue.message}` : messageOf(error)
    throw new UsageError(`${place} is not a valid line: ${why}`)
  }
}

/** Returns the reason why a line may not follow the others; null if it may. */
function errorOf(line: HistoryLine, before: readonly HistoryLine[], name: string): string | null {
  if (historyFile(line) !== name) return `it belongs to ${historyFile(line)}`
  if (before.some(({ file }) => file === line.file)) return 'it is there already'
  const last = before.at(-1)
  return last && Date.parse(line.date) <= Date.parse(last.date)
    ? `it is older than the last line, of ${last.date}`
    : null
}

/**
 * Appends the line of a file of counts.
 * @param name of the file, for errors
 * @param folder absolute
 * @returns the path of the changed file
 * @throws UsageError if the counts are unsuitable, already there, or older than the last line
 */
export function addToHistory(name: string, counts: Counts, folder = join(ROOT, HISTORY_FOLDER)): string {
  const refuse = (why: string): never => {
    throw new UsageError(`${name} can't be added: ${why}`)
  }
  if (counts.source.clean === false)
    refuse('it was made from sources with uncommitted changes; commit them and measure again')
  const line = lineOfCounts(counts)
  if (Object.keys(line.servers).length === 0) refuse('it has no server with a number')
  const path = join(folder, historyFile(line))
  const before = readLines(path)
  const wrong = errorOf(line, before, historyFile(line))
  if (wrong) refuse(`${wrong} (${path})`)
  writeFileAtomically(path, [...before, line].map((each) => `${JSON.stringify(each)}\n`).join(''))
  return path
}
