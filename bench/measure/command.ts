/**
 * Turns the plan of a measurement into the command of its probe, which reserves and describes the machine, measures, shows, writes and
 * publishes.
 */
import { relative } from 'node:path'
import { probeText } from '../../charts/table/probe-table.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { IS_PACKAGE, PROGRAM, ROOT } from '../../shared/basics/root.ts'
import { duration } from '../../shared/basics/text.ts'
import { type Contents, MEASUREMENT_VERSION } from '../../shared/format/measurement.ts'
import { measurementPath, writeMeasurement } from '../../shared/format/measurement-file.ts'
import type { Probe } from '../../shared/probe/probe.ts'
import { whyUnpublished } from '../../shared/probe/store.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { type AddCommand, command, type Settings, type Values } from '../cli/command.ts'
import { ALL, resume, userPath } from '../cli/options.ts'
import { assertFree, publishPages, resultFile } from '../cli/results.ts'
import type { MissingServer } from '../folders/servers.ts'
import { type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { assertUsable } from '../server/usable.ts'
import { say } from '../terminal/output.ts'
import { damagedFiles } from './damaged.ts'
import { assertNotInterrupted, Journal, type JournalHead, readJournal } from './journal.ts'
import type { Common } from './probe.ts'
import { RunClock } from './run-clock.ts'

/** What is measured; the command adds the rest. */
export type Measured = Pick<Contents, 'protocol' | 'subjects'> &
  Partial<Pick<Contents, 'scenario' | 'details'>>

/** A planned measurement for a file. */
interface Plan {
  /** Name of the scenario, if files are stored by scenario. */
  scenario?: string
  /** Opening lines. */
  lines?: readonly string[]
  notInstalled?: readonly Pick<MissingServer, 'name' | 'install'>[]
  /** Most connections of a process; default: those of the default protocol. */
  connections?: number
  pinning: Pinning
  runtimes: readonly Runtime[]
  /** The measuring program, with its version. */
  tool?: string
  /** @param isResumed whether an interrupted measurement goes on */
  measure(isResumed: boolean): Promise<Measured>
  /** Returns whether requested figures are missing, or the exit status; by default, whether a server is disqualified. */
  failed?(file: Contents): boolean | number
  /** Returns a line on what was requested and not reached, or null. */
  missed?(file: Contents): string | null
  /** Returns the file with what is shown beside it. */
  shown?(file: Contents): Contents
  /** Its file is never stored in the usual place. */
  isRough?: boolean
  /** Exit status for servers that were requested and skipped; by default, 1 if one of them is not installed. */
  status?: number
}

export interface Definition<S extends Settings> {
  description: string
  operands?: Parameters<typeof command>[0]['operands']
  options: S
  more?: string
  /** Meaning of exit status 1. */
  fails?: string
  /** Returns a function that writes accompanying files before the file itself. Fails early if they cannot be written. */
  companionWriter?(values: Values<S>): (file: Contents) => void
  /** Reports an error that ends the command. */
  report?(values: Values<S>, error: unknown): void
  /** Returns the measurements, with one file each. @throws UsageError */
  plan(values: Values<S>, ...operands: string[]): Plan | Plan[] | Promise<Plan | Plan[]>
}

const DISQUALIFIED = 'a server was disqualified or is not installed'

/** Returns the command of a probe, which can be interrupted and resumed. */
export function measuringCommand<const S extends Settings>(
  probe: Probe,
  definition: Definition<S>,
): AddCommand {
  const { description, operands = [], options, more, fails = DISQUALIFIED } = definition
  const { name, timed = false } = probe
  return command({
    name,
    description,
    operands,
    timed,
    ...(more !== undefined && { more }),
    fails,
    options: { ...options, resume },
    async run(parsed, ...words) {
      const { resume: path } = parsed as { resume: string | undefined }
      const interrupted = path === undefined ? null : { path, head: headOf(path, name) }
      const values = (interrupted?.head.values ?? parsed) as Values<S>
      const operands = interrupted?.head.operands ?? words
      try {
        await assertUsable()
        const plans = [await definition.plan(values, ...operands)].flat()
        if (timed && (values as Common).times !== false) await lockMachine(say)
        let status = 0
        for (const plan of plans) {
          const planOperands = operands.map((word) =>
            word === ALL && plan.scenario !== undefined ? plan.scenario : word,
          )
          const call = { operands: planOperands, interrupted }
          status = Math.max(status, await measureAndWrite(probe, definition, values, plan, call))
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
    `${path} belongs to ${head.command}: ${PROGRAM} ${head.command} --resume ${path}`,
  )
}

/** Operands of a measurement, and the interrupted one that it resumes. */
interface Call {
  operands: readonly string[]
  interrupted: { path: string; head: JournalHead } | null
}

async function measureAndWrite<S extends Settings>(
  probe: Probe,
  { companionWriter }: Definition<S>,
  values: Values<S>,
  plan: Plan,
  { operands, interrupted }: Call,
): Promise<number> {
  const clock = new RunClock()
  const startedAt = interrupted?.head.startedAt ?? clock.startedAt
  const { scenario, notInstalled = [] } = plan
  const { servers: requested, ...placed } = values as {
    out?: string
    quick?: boolean
    servers?: readonly string[]
  }
  const out = resultFile({ ...placed, quick: placed.quick || plan.isRough === true })
  const writeCompanion = companionWriter?.(values)
  const usual = measurementPath(probe, { startedAt, scenario }, IS_PACKAGE ? userPath('') : ROOT)
  const path = interrupted?.path.replace(/\.partial$/, '') ?? out ?? usual
  await assertUsable(plan.connections ?? (probe.timed ? defaultProtocol.connections : 0))
  assertFree(path)
  if (!interrupted) assertNotInterrupted(path)
  for (const line of damagedFiles(probe, scenario, out === undefined)) say(line)
  const described = describe(plan, probe.timed ?? false)
  const { resume: _, ...named } = values as Values<S> & { resume?: string }
  const head = { command: probe.name, operands, values: named, startedAt }
  const journal = interrupted
    ? Journal.resume(interrupted.path, described)
    : Journal.begin(path, { ...head, ...described })
  const file = await withResumeHint(journal, async () => {
    const measured = await plan.measure(interrupted !== null)
    const { finishedAt, notice } = clock.end(startedAt)
    const file: Contents = {
      schemaVersion: MEASUREMENT_VERSION,
      probe: probe.name,
      ...(scenario !== undefined && { scenario }),
      startedAt,
      finishedAt,
      ...journal.conditionsOfAll(described),
      ...measured,
    }
    writeCompanion?.(file)
    writeMeasurement(probe, path, file)
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
    if (notice !== null) say(notice)
    say(`\ntook ${duration(took)}, written to ${relative('', path)}`)
    return file
  })
  journal.end()
  // After the file is written: a broken stored result makes the table fail.
  const missed = plan.missed?.(file) ?? null
  const text = [probeText(probe, plan.shown?.(file) ?? file), ...(missed === null ? [] : [missed])]
  say(`\n${text.join('\n\n')}\n`)
  const isPublished = out !== undefined || IS_PACKAGE || (await publishIfReadable(probe, file))
  const failed = !isPublished || missed !== null || (plan.failed?.(file) ?? hasDisqualified(file))
  const isMissing = notInstalled.some(({ name }) => requested?.includes(name))
  return Math.max(Number(failed), plan.status ?? (isMissing ? 1 : 0))
}

/** Returns false if the stored results cannot be published, and says why. */
async function publishIfReadable(probe: Probe, file: Contents): Promise<boolean> {
  const reason = whyUnpublished(probe, file)
  if (reason !== null) say(`not published: the ${probe.name} ${reason}`)
  try {
    if (reason === null) await publishPages()
    return true
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    say(`not published: ${error.message}`)
    return false
  }
}

/** Makes an error say how to resume. */
async function withResumeHint<T>(journal: Journal, measureAndWrite: () => Promise<T>): Promise<T> {
  try {
    return await measureAndWrite()
  } catch (error) {
    const hint = journal.hint()
    if (hint === undefined) journal.end()
    else if (error instanceof Error) error.message += `; ${hint}`
    throw error
  }
}

export function hasDisqualified({ subjects }: Pick<Contents, 'subjects'>): boolean {
  return subjects.some(({ disqualified }) => disqualified !== null)
}

function describe(
  { lines = [], notInstalled = [], pinning, runtimes, tool = 'none' }: Plan,
  timed: boolean,
) {
  for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
  for (const line of lines) say(line)
  if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
  const source = describeSource()
  const environment = describeEnvironment(pinning, runtimes, tool)
  if (timed) pinSelf(pinning.generator)
  const missing = notInstalled.map(({ name, install }) => ({ name, install }))
  return { environment, source, notInstalled: missing }
}
