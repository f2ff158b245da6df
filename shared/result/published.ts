/** What is published: `results/published.json` names the result files of each scenario and the servers that are withdrawn. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { readIfComplete, readResult } from './file.ts'
import type { Protocol, Result } from './format.ts'
import { restated } from './restated.ts'
import { type Stored, storedFiles } from './stored-files.ts'

/** From the repository's root. */
export const PUBLISHED_FILE = 'results/published.json'

const PublishedFile = z.strictObject({
  results: z
    .record(z.string(), z.array(z.string()).min(1))
    .describe(
      'by scenario: paths from the repository’s root with forward slashes, that of the main result first, others with more requests in flight behind it',
    ),
  withdrawn: z
    .record(z.string(), z.strictObject({ before: z.iso.datetime(), reason: z.string() }))
    .describe('by server: its figures of results that started before then are wrong, and no page shows them'),
})

type PublishedFile = z.infer<typeof PublishedFile>

/** Why servers are withdrawn from a result, by their names. */
type Withdrawn = ReadonlyMap<string, string>

/** A result without withdrawn servers, and its file's path from the repository's root, with forward slashes. */
export interface Published {
  result: Result
  path: string
  /** Results of the scenario with more requests in flight. */
  beside?: readonly Result[]
  /** Servers of the file that the result lacks. */
  withdrawn?: Withdrawn
}

/**
 * The main results that `results/published.json` names, in the order of the scenarios.
 * @throws UsageError that says in one line what is wrong with the file or with an entry
 */
export function readPublished(root = ROOT): Published[] {
  const file = readPublishedFile(root)
  for (const name of Object.keys(file.results)) {
    if (!scenarios.has(name))
      throw wrong(`no scenario is called ${name}: there are ${[...scenarios.keys()].join(', ')}`)
  }
  return [...scenarios.keys()].flatMap((name) => readEntry(root, name, file) ?? [])
}

/**
 * The published main result of a scenario, without withdrawn servers.
 * @throws UsageError as `readPublished`
 */
export function publishedOf(scenario: string, root = ROOT): Result | undefined {
  const file = readPublishedFile(root)
  const [path] = file.results[scenario] ?? []
  return path === undefined ? undefined : readOne(root, scenario, path, file).result
}

function readPublishedFile(root: string): PublishedFile {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(join(root, PUBLISHED_FILE), 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw wrong(isMissing ? 'there is no such file' : messageOf(error))
  }
  const file = PublishedFile.safeParse(json)
  if (file.success) return file.data
  const [issue] = file.error.issues
  throw wrong(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}

function readEntry(root: string, scenario: string, file: PublishedFile): Published | undefined {
  const [path, ...others] = file.results[scenario] ?? []
  if (path === undefined) return undefined
  const beside = others.map((other) => readOne(root, scenario, other, file).result)
  return { ...readOne(root, scenario, path, file), path, beside }
}

function readOne(root: string, scenario: string, path: string, file: PublishedFile) {
  if (!path.startsWith(`results/${scenario}/`)) throw wrong(`${scenario}: ${path} is not in results/${scenario}/`)
  let result: Result
  try {
    result = readResult(join(root, path))
  } catch (error) {
    throw wrong(`${scenario}: ${messageOf(error)}`)
  }
  if (result.scenario !== scenario) throw wrong(`${scenario}: ${path} is a result of ${result.scenario}`)
  const flaw = unfitness(result)
  if (flaw) throw wrong(`${scenario}: ${path} ${flaw}`)
  const withdrawn = withdrawnOf(result, file)
  return { result: withdrawn.size > 0 ? restated(without(result, withdrawn)) : result, withdrawn }
}

/** What any file of figures by server has. */
interface OfServers {
  startedAt: string
  servers: { name: string }[]
}

/** Returns a stored file without the servers that are withdrawn: one in which servers' figures do not depend on each other. */
export function storedWithoutWithdrawn<T extends OfServers>(stored: Stored<T>, root = ROOT): Stored<T> {
  return { ...stored, file: withoutWithdrawn(stored.file, root) }
}

/** Returns the same of what is in a file. */
export function withoutWithdrawn<T extends OfServers>(file: T, root = ROOT): T {
  return existsSync(join(root, PUBLISHED_FILE)) ? without(file, withdrawnOf(file, readPublishedFile(root))) : file
}

/** Which servers are withdrawn from any of the results, in a line; empty where none is. */
export function withdrawnText(published: readonly Published[]): string {
  const reasons = new Map(published.flatMap(({ withdrawn = [] }) => [...withdrawn]))
  const servers = [...reasons].map(([name, reason]) => `${name} (${reason})`)
  return servers.length > 0 ? `Figures under load withdrawn until measured again: ${servers.join(', ')}.` : ''
}

function without<T extends OfServers>(file: T, withdrawn: Withdrawn): T {
  return { ...file, servers: file.servers.filter(({ name }) => !withdrawn.has(name)) }
}

function withdrawnOf({ startedAt, servers }: OfServers, file: PublishedFile): Withdrawn {
  return new Map(
    servers.flatMap(({ name }) => {
      const entry = file.withdrawn[name]
      return entry && Date.parse(startedAt) < Date.parse(entry.before) ? [[name, entry.reason] as const] : []
    }),
  )
}

function wrong(what: string): UsageError {
  return new UsageError(`${PUBLISHED_FILE}: ${what}`)
}

/**
 * The contents of `results/published.json` once a result is its scenario's main one, or, with more requests in flight, the one
 * beside it; scenarios stand in their order.
 */
export function publishedText({ result, path }: Published, root = ROOT): string {
  const file = readPublishedFile(root)
  const [main, ...others] = file.results[result.scenario] ?? []
  const isBeside = main !== undefined && result.protocol.pipelining > 1
  const paths: PublishedFile['results'] = {
    ...file.results,
    [result.scenario]: isBeside ? [main, path] : [path, ...others],
  }
  const ordered = [...scenarios.keys()].flatMap((name) => (paths[name] ? [[name, paths[name]]] : []))
  return `${JSON.stringify({ ...file, results: Object.fromEntries(ordered) }, null, 2)}\n`
}

/** Why a result is never published, to stand behind the name of its file; null where it may be. */
export function unfitness(result: Result): string | null {
  const { quick, source, servers, environment } = result
  if (quick) return 'was made with --quick, which is never published: run without it'
  if (source.clean === false) return 'was made from sources with uncommitted changes: commit them and run again'
  if (environment.link) return 'had a network between servers and load generator: what is published is of one machine'
  if (!servers.some(({ summary }) => summary)) return 'holds no measured server to publish'
  return skipsRound(result) ? 'has a server without a trial of every round' : null
}

/** Whether rounds could have been chosen: not every server with a number has a trial of each. */
function skipsRound(result: Result): boolean {
  const measured = result.servers.filter(({ summary }) => summary)
  const numbers = result.rounds.map((_, index) => index + 1)
  return !measured.every(({ trials }) => numbers.every((number) => trials.some(({ round }) => round === number)))
}

/**
 * The stored results of a scenario that may be published.
 * @throws UsageError where a file is broken
 */
export function publishableResults(scenario: string, root = ROOT): Published[] {
  return storedFiles(`results/${scenario}`, readIfComplete, root)
    .map(({ file, path }) => ({ result: file, path }))
    .filter(({ result }) => !unfitness(result))
}

/** What a default run is made with. */
interface DefaultRun {
  protocol: Omit<Protocol, 'seed' | 'rounds'>
  /** A run has as many rounds as fit its time, and no fewer than these. */
  leastRounds: number
}

/**
 * The rule of what is published, which looks at no number that was measured: of the results with most of today's servers those
 * that are default runs, of these the newest. Where none of them is a default run, the newest of all.
 * @param results publishable ones of one scenario
 * @param servers names of those that the repository has for the scenario today
 */
export function resultToPublish(
  results: readonly Published[],
  servers: ReadonlySet<string>,
  standard: DefaultRun,
): Published | undefined {
  const covered = ({ result }: Published) => result.servers.filter(({ name }) => servers.has(name)).length
  const complete = withMost(results, covered)
  const standards = complete.filter(({ result }) => isDefaultRun(result, standard))
  return (standards.length > 0 ? standards : complete)
    .toSorted((a, b) => Date.parse(a.result.startedAt) - Date.parse(b.result.startedAt))
    .at(-1)
}

function withMost(results: readonly Published[], number: (published: Published) => number): Published[] {
  const most = Math.max(...results.map(number))
  return results.filter((each) => number(each) === most)
}

/** Whether the length of the run was known before it and kept to, and the load was the usual one. */
function isDefaultRun(result: Result, standard: DefaultRun): boolean {
  const { protocol, rounds, until } = result
  const keys = Object.keys(standard.protocol) as (keyof DefaultRun['protocol'])[]
  return (
    keys.every((key) => protocol[key] === standard.protocol[key]) &&
    protocol.rounds >= standard.leastRounds &&
    !until &&
    rounds.length === protocol.rounds
  )
}
