/** Goes on with a run that was interrupted, as its journal says, or makes a result of the rounds that it has. */
import { existsSync, globSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import { readResult, resultPath } from '../../shared/result/file.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { generators } from '../load/generators.ts'
import { detectPinning } from '../machine/cpus.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { COPY, type RunPlan } from '../measure/run-plan.ts'
import { resultOf } from '../measure/run-record.ts'
import { measuringBegins, resultIsWritten } from './interruption.ts'
import { Journal, type JournalContents, type JournalHeader, readJournal } from './journal.ts'
import { disownJournal, ownJournal } from './journal-owner.ts'
import { measure } from './measure-and-report.ts'
import { type Outcome, publishIfAsked, report } from './report.ts'
import { changesSince, type FindServer, serversOf, speedChange } from './resume-check.ts'

export interface ResumeOptions {
  /** Of the journal. */
  path: string
  /** Whether to measure no more, and to write what there is. */
  finish: boolean
  publish: boolean
  serverNamed: FindServer
}

export interface Resumed extends Outcome {
  /** Where the run was measured to its end and instructions are to be counted now. */
  toCount: CountOrder | null
}

/** What is to be counted after a run, and what is done with it. */
interface CountOrder {
  scenario: Scenario
  servers: Server[]
  notInstalled: MissingServer[]
  /** Of the run's result, where somebody named a file. */
  out: string | undefined
  publish: boolean
}

/** @throws UsageError that names what has changed since the run began, or what is wrong with the journal */
export async function resumeRun(options: ResumeOptions): Promise<Resumed> {
  const { path } = options
  if (existsSync(path)) ownJournal(path)
  lockMachine()
  try {
    measuringBegins()
    return await goOn(options, readJournal(path))
  } finally {
    unlockMachine()
    disownJournal(path)
  }
}

async function goOn(options: ResumeOptions, contents: JournalContents): Promise<Resumed> {
  const { path, finish, serverNamed } = options
  const { header, record } = contents
  const publish = header.publish && options.publish && !header.run.quick
  const order = { path: header.result, publish, isChoice: header.isChoice }
  removeHalves(header.result)
  const written = existsSync(header.result) ? readResult(header.result) : undefined
  if (written && written.startedAt === header.run.startedAt) {
    rmSync(path)
    resultIsWritten(relative('', header.result))
    console.log(`the run was over, and its result is in ${relative('', header.result)}`)
    const status = await publishIfAsked(written, order, true)
    return { status, path: header.result, toCount: finish ? null : countOrder(header, options) }
  }
  if (written) throw new UsageError(`${header.result} is the result of another run: move one of the two away`)
  if (finish) return { ...(await finishRun(path, contents, order)), toCount: null }

  const plan = await planOf(path, contents, options)
  const journal = openJournal(path, contents)
  const begin = performance.now()
  console.log(
    `${header.run.scenario}: goes on after ${plural(record.rounds.length, 'round')}, seed ${plan.protocol.seed}`,
  )
  const result = await measure(plan, contents, journal, serverNamed)
  const outcome = await report(result, { ...order, seconds: (performance.now() - begin) / 1000 }, journal)
  return { ...outcome, toCount: countOrder(header, options) }
}

function countOrder(header: JournalHeader, { publish, serverNamed }: ResumeOptions): CountOrder | null {
  const scenario = scenarios.get(header.run.scenario)
  if (!header.instructions || !scenario) return null
  const { servers, notInstalled } = serversOf(header, scenario, serverNamed)
  const out = header.result === resultPath(header.run) ? undefined : header.result
  const own = servers.filter(({ name }) => name !== COPY)
  return { scenario, servers: own, notInstalled, out, publish: publish && header.publish }
}

/** The result of the rounds that there are. Nothing is measured, so nothing of the machine or the sources is asked for. */
async function finishRun(
  path: string,
  contents: JournalContents,
  order: { path: string; publish: boolean; isChoice: boolean },
): Promise<Outcome> {
  const { rounds } = contents.record
  if (rounds.length === 0)
    throw new UsageError(`${path} holds no round that is over: there is no result to be made of it`)
  const journal = openJournal(path, contents)
  return report(resultOf(contents.record), { ...order, seconds: 0 }, journal)
}

function openJournal(path: string, contents: JournalContents): Journal {
  const now = new Date().toISOString()
  contents.record.resumed.push(now)
  return Journal.resume(path, contents, now)
}

/** The plan of the journal, with the servers of today. */
async function planOf(path: string, contents: JournalContents, { serverNamed }: ResumeOptions): Promise<RunPlan> {
  const { header, record } = contents
  const { run } = header
  const scenario = scenarios.get(run.scenario)
  if (!scenario) throw new UsageError(`${path}: no scenario is called ${run.scenario} any more`)
  const { servers, notInstalled } = serversOf(header, scenario, serverNamed)
  if (run.environment.link) {
    throw new UsageError(
      `${relative('', path)} is of a run over a network, which can't be gone on with: add --finish, which makes a result of the rounds that it has`,
    )
  }
  const generator = generators[run.protocol.generator]
  const pinning = detectPinning(run.protocol.workers)
  const { until, repeats, pauseSeconds } = run.length
  const plan: RunPlan = {
    ...{ scenario, servers, notInstalled, generator, pinning },
    ...{ protocol: run.protocol, quick: run.quick },
    ...(until && { until }),
    ...(repeats > 1 && { repeats: { number: repeats, pauseSeconds } }),
  }
  const changes = [...changesSince(header, plan), ...(await speedChange(record, pinning.server))]
  if (changes.length === 0) return plan
  const finish = `npm run bench -- run --resume ${relative('', path)} --finish`
  throw new UsageError(
    `${relative('', path)} can't be gone on with, since what is measured has changed: ${changes.join('; ')}; ${finish} makes a result of the rounds that it has`,
  )
}

/** What a writing that was killed has left: never a result, which is there whole or not at all. */
function removeHalves(result: string): void {
  for (const half of globSync(`${result}.*.tmp`)) rmSync(half, { force: true })
}
