/**
 * Turns the definition of an instrument into its command, which reserves and describes the machine, measures, shows, writes
 * and publishes.
 */
import { relative } from 'node:path'
import type { Row } from '../../charts/instruments/columns.ts'
import { type Instrument, terminalText } from '../../charts/instruments/instrument.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { duration } from '../../shared/basics/text.ts'
import type { InstrumentFile, Unsealed } from '../../shared/results/instrument-files.ts'
import { assertFree } from '../cli/assert-free.ts'
import { type AddCommand, command, type Settings, type Values } from '../cli/command.ts'
import { ALL, resultFile, resume } from '../cli/options.ts'
import { publishPages } from '../cli/publishing.ts'
import { type Pinning, pinSelf } from '../host/cpus.ts'
import { describeEnvironment, describeSource } from '../host/environment.ts'
import { lockMachine, unlockMachine } from '../host/lock.ts'
import type { Runtime } from '../host/runtimes.ts'
import type { MissingServer } from '../host/servers.ts'
import { say } from '../terminal/output.ts'
import { Journal, readJournal } from './journal.ts'

/** Fields of a file that are added here. */
export type Added =
  | 'schemaVersion'
  | 'metric'
  | 'startedAt'
  | 'finishedAt'
  | 'environment'
  | 'source'
  | 'notInstalled'
  | 'checksum'

/** A planned measurement. */
interface Plan<F extends InstrumentFile> {
  /** Name of the scenario, if files are stored by scenario. */
  scenario?: string
  /** Opening lines. */
  lines?: readonly string[]
  /** Omitted if the file does not name them. */
  notInstalled?: readonly Pick<MissingServer, 'name' | 'install'>[]
  pinning: Pinning
  runtimes: readonly Runtime[]
  /** The measuring program, with its version. */
  tool?: string
  measure(): Promise<Omit<F, Added>>
  /** Returns whether requested figures are missing, or the exit status; by default, whether a server is disqualified. */
  failed?(contents: Omit<F, Added>): boolean | number
  /** Exit status for servers that were requested and skipped; by default, 1 if one of them is not installed. */
  status?: number
}

/** Where a file goes that the user gave no place. */
export interface Place<F extends InstrumentFile> {
  /** Replaces the default place. */
  path?(usual: string): string
  publish?: boolean
  /** Writes accompanying files, before the file itself. */
  writeBeside?(file: Unsealed<F>): void
}

interface Definition<F extends InstrumentFile, R extends Row, S extends Settings> {
  shows: Instrument<F, R>
  description: string
  operands?: Parameters<typeof command>[0]['operands']
  options: S
  /** It measures time, and so must run alone on the machine. */
  timed?: boolean
  more?: string
  place?(values: Values<S>): Place<F>
  /** Reports an error that ends the command. */
  report?(values: Values<S>, error: unknown): void
  /** Returns the measurements, with one file each. @throws UsageError */
  plan(values: Values<S>, ...operands: string[]): Plan<F> | Plan<F>[] | Promise<Plan<F> | Plan<F>[]>
}

/** Returns the command of an instrument with its own plan. */
export function instrumentCommand<F extends InstrumentFile, R extends Row, const S extends Settings>(
  definition: Definition<F, R, S>,
): AddCommand {
  const { shows, description, operands = [], options, timed = true, more } = definition
  return command({
    ...{ name: shows.name, description, operands, timed, ...(more !== undefined && { more }) },
    options: { ...options, resume },
    async run(given, ...words) {
      const { resume: interrupted } = given as { resume: string | undefined }
      const kept = interrupted === undefined ? null : keptAs(interrupted, shows.name)
      const values = (kept ? kept.head.values : given) as Values<S>
      const operands = kept?.head.operands ?? words
      try {
        const plans = [await definition.plan(values, ...operands)].flat()
        if (timed) await lockMachine(say)
        let status = 0
        for (const plan of plans) {
          const own = operands.map((word) => (word === ALL && plan.scenario !== undefined ? plan.scenario : word))
          const resume = kept && { path: kept.path, startedAt: kept.head.startedAt }
          status = Math.max(status, await measureAndWrite(definition, values, plan, { operands: own, resume }))
        }
        return status
      } catch (error) {
        definition.report?.(values, error)
        throw error
      } finally {
        unlockMachine()
      }
    },
  })
}

/** Opens the journal of an interrupted measurement. @throws UsageError if it belongs to another instrument */
function keptAs(path: string, instrument: string) {
  const { head } = readJournal(path)
  if (head.instrument === instrument) return { path, head }
  throw new UsageError(`${path} belongs to ${head.instrument}: npm run bench -- ${head.instrument} --resume ${path}`)
}

/** Options and operands of a new or resumed measurement. */
interface Call {
  operands: readonly string[]
  resume: { path: string; startedAt: string } | null
}

async function measureAndWrite<F extends InstrumentFile, R extends Row, S extends Settings>(
  { shows, place, timed = true }: Definition<F, R, S>,
  values: Values<S>,
  plan: Plan<F>,
  { operands, resume }: Call,
): Promise<number> {
  const startedAt = resume?.startedAt ?? new Date().toISOString()
  const { store } = shows
  const { scenario, notInstalled = [] } = plan
  const { servers: asked, ...placed } = values as { out?: string; quick?: boolean; servers?: readonly string[] }
  const out = resultFile(placed)
  const where = place?.(values) ?? {}
  const usual = store.path({ startedAt, ...(scenario !== undefined && { scenario }) } as Parameters<
    typeof store.path
  >[0])
  const path = resume?.path.replace(/\.partial$/, '') ?? out ?? where.path?.(usual) ?? usual
  assertFree(path)
  const described = describe(plan, timed)
  const { resume: _, ...named } = values as Values<S> & { resume?: string }
  const head = { instrument: shows.name, operands, values: named, startedAt }
  const journal = resume ? Journal.resume(resume.path, described) : Journal.begin(path, { ...head, ...described })
  const contents = await measured(plan, journal)
  const finishedAt = new Date().toISOString()
  const file = store.complete({ startedAt, finishedAt, ...described, ...contents } as unknown as Parameters<
    typeof store.complete
  >[0])
  say(`\n${terminalText(shows, file)}\n`)
  where.writeBeside?.(file)
  store.write(path, file)
  journal.end()
  const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  say(`took ${duration(took)}, written to ${relative('', path)}`)
  if (out === undefined && (where.publish ?? true)) await publishPages()
  const failed = plan.failed?.(contents) ?? hasDisqualified(contents as unknown as Unsealed<F>)
  const isMissing = notInstalled.some(({ name }) => asked?.includes(name))
  return Math.max(Number(failed), plan.status ?? (isMissing ? 1 : 0))
}

/** Measures; an error says how to resume. */
async function measured<F extends InstrumentFile>(plan: Plan<F>, journal: Journal): Promise<Omit<F, Added>> {
  try {
    return await plan.measure()
  } catch (error) {
    const hint = journal.hint()
    if (error instanceof Error && hint !== undefined) error.message += `; ${hint}`
    throw error
  }
}

function hasDisqualified(contents: object): boolean {
  const { servers = [] } = contents as { servers?: readonly { refusal: string | null }[] }
  return servers.some(({ refusal }) => refusal !== null)
}

function describe(
  { lines = [], notInstalled, pinning, runtimes, tool = 'none' }: Omit<Plan<InstrumentFile>, 'measure' | 'failed'>,
  timed: boolean,
) {
  for (const { name, install } of notInstalled ?? []) say(`${name} is not installed: ${install}`)
  for (const line of lines) say(line)
  if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
  const source = describeSource()
  const environment = describeEnvironment(pinning, runtimes, tool)
  if (timed) pinSelf(pinning.generator)
  const missing = notInstalled?.map(({ name, install }) => ({ name, install }))
  return { environment, source, ...(missing && { notInstalled: missing }) }
}
