/**
 * Turns the definition of a measurement into its command, which reserves and describes the machine, measures, shows, writes and
 * publishes.
 */
import { relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { duration } from '../../shared/basics/text.ts'
import { type AddCommand, command, type Settings, type Values } from '../cli/command.ts'
import { ALL, resume } from '../cli/options.ts'
import { assertFree, publishPages, resultFile } from '../cli/results.ts'
import type { MissingServer } from '../folders/servers.ts'
import { type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { say } from '../terminal/output.ts'
import { assertNotInterrupted, Journal, type JournalHead, readJournal } from './journal.ts'

/** A planned measurement of contents `C`, for a file `U`. */
interface Plan<C, U> {
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
  /** @param isResumed whether an interrupted measurement goes on */
  measure(isResumed: boolean): Promise<C>
  /** Returns whether requested figures are missing, or the exit status; by default, whether a server is disqualified. */
  failed?(contents: C): boolean | number
  /** Exit status for servers that were requested and skipped; by default, 1 if one of them is not installed. */
  status?: number
  /** Returns why the file changes no page, or null. */
  whyUnpublished?(file: U): string | null
}

interface Definition<C, U, S extends Settings> {
  description: string
  operands?: Parameters<typeof command>[0]['operands']
  options: S
  /** It measures time, and so must run alone on the machine. */
  timed?: boolean
  more?: string
  /** Returns a function that writes accompanying files before the file itself. Fails early if they cannot be written. */
  beside?(values: Values<S>): (file: U) => void
  /** Reports an error that ends the command. */
  report?(values: Values<S>, error: unknown): void
  /** Returns the measurements, with one file each. @throws UsageError */
  plan(
    values: Values<S>,
    ...operands: string[]
  ): Plan<C, U> | Plan<C, U>[] | Promise<Plan<C, U> | Plan<C, U>[]>
}

/** The files of a command. */
interface Kept<U> {
  /** Of the command. */
  name: string
  /** Returns the usual place. */
  path(of: { startedAt: string; scenario?: string }): string
  /** Adds the fields that identify the kind of file. */
  complete(contents: object): U
  write(path: string, file: U): void
  /** Returns what a terminal shows. */
  text(file: U): string
}

/** Returns a command that can be interrupted and resumed. */
export function measuringCommand<C extends object, U, const S extends Settings>(
  kept: Kept<U>,
  definition: Definition<C, U, S>,
): AddCommand {
  const { description, operands = [], options, timed = true, more } = definition
  return command({
    name: kept.name,
    description,
    operands,
    timed,
    ...(more !== undefined && { more }),
    options: { ...options, resume },
    async run(given, ...words) {
      const { resume: path } = given as { resume: string | undefined }
      const interrupted = path === undefined ? null : { path, head: headOf(path, kept.name) }
      const values = (interrupted?.head.values ?? given) as Values<S>
      const operands = interrupted?.head.operands ?? words
      try {
        const plans = [await definition.plan(values, ...operands)].flat()
        if (timed) await lockMachine(say)
        let status = 0
        for (const plan of plans) {
          const own = operands.map((word) =>
            word === ALL && plan.scenario !== undefined ? plan.scenario : word,
          )
          const call = { operands: own, interrupted }
          status = Math.max(status, await measureAndWrite(kept, definition, values, plan, call))
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

/** Returns how an interrupted measurement began. @throws UsageError if it belongs to another command */
function headOf(path: string, name: string): JournalHead {
  const { head } = readJournal(path)
  if (head.command === name) return head
  throw new UsageError(
    `${path} belongs to ${head.command}: npm run bench -- ${head.command} --resume ${path}`,
  )
}

/** Operands of a measurement, and where it goes on. */
interface Call {
  operands: readonly string[]
  interrupted: { path: string; head: JournalHead } | null
}

async function measureAndWrite<C extends object, U, S extends Settings>(
  kept: Kept<U>,
  { beside, timed = true }: Definition<C, U, S>,
  values: Values<S>,
  plan: Plan<C, U>,
  { operands, interrupted }: Call,
): Promise<number> {
  const startedAt = interrupted?.head.startedAt ?? new Date().toISOString()
  const { scenario, notInstalled = [] } = plan
  const { servers: requested, ...placed } = values as {
    out?: string
    quick?: boolean
    servers?: readonly string[]
  }
  const out = resultFile(placed)
  const writeBeside = beside?.(values)
  const usual = kept.path({ startedAt, ...(scenario !== undefined && { scenario }) })
  const path = interrupted?.path.replace(/\.partial$/, '') ?? out ?? usual
  assertFree(path)
  if (!interrupted) assertNotInterrupted(path)
  const described = describe(plan, timed)
  const { resume: _, ...named } = values as Values<S> & { resume?: string }
  const head = { command: kept.name, operands, values: named, startedAt }
  const journal = interrupted
    ? Journal.resume(interrupted.path, described)
    : Journal.begin(path, { ...head, ...described })
  const { contents, file } = await orHowToResume(journal, async () => {
    const contents = await plan.measure(interrupted !== null)
    const finishedAt = new Date().toISOString()
    const file = kept.complete({
      startedAt,
      finishedAt,
      ...journal.conditionsOfAll(described),
      ...contents,
    })
    writeBeside?.(file)
    kept.write(path, file)
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
    say(`\ntook ${duration(took)}, written to ${relative('', path)}`)
    return { contents, file }
  })
  journal.end()
  // Written before: a table beside stored results fails if one of them is broken.
  say(`\n${kept.text(file)}\n`)
  if (out === undefined) {
    const reason = plan.whyUnpublished?.(file) ?? null
    if (reason === null) await publishPages()
    else say(`not published: ${reason}`)
  }
  const failed = plan.failed?.(contents) ?? hasDisqualified(contents)
  const isMissing = notInstalled.some(({ name }) => requested?.includes(name))
  return Math.max(Number(failed), plan.status ?? (isMissing ? 1 : 0))
}

/** Makes an error say how to resume. */
async function orHowToResume<T>(journal: Journal, measureAndWrite: () => Promise<T>): Promise<T> {
  try {
    return await measureAndWrite()
  } catch (error) {
    const hint = journal.hint()
    if (hint === undefined) journal.end()
    else if (error instanceof Error) error.message += `; ${hint}`
    throw error
  }
}

export function hasDisqualified(contents: object): boolean {
  const { subjects = [] } = contents as { subjects?: readonly { disqualified: string | null }[] }
  return subjects.some(({ disqualified }) => disqualified !== null)
}

function describe(
  {
    lines = [],
    notInstalled,
    pinning,
    runtimes,
    tool = 'none',
  }: Omit<Plan<object, never>, 'measure' | 'failed'>,
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
