/** Measures, shows what came out, writes the result and publishes it: what `run`, `reproduce` and `scale` have in common. */
import { existsSync } from 'node:fs'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import { resultPath } from '../../shared/result/file.ts'
import type { UnsealedResult } from '../../shared/result/format.ts'
import { codeHash } from '../instructions/code-hash.ts'
import type { LoadGenerator } from '../load/generator.ts'
import { generators } from '../load/generators.ts'
import { detectPinning } from '../machine/cpus.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { changesDigest } from '../machine/source-digest.ts'
import { expectedSeconds, untilText } from '../measure/protocol.ts'
import { run } from '../measure/run.ts'
import type { RunPlan } from '../measure/run-plan.ts'
import { beginRecord } from '../measure/run-record.ts'
import { type HostChoice, linkRun } from '../remote/linked-run.ts'
import { Progress } from '../terminal/progress.ts'
import { measuringBegins, roundsAreKept } from './interruption.ts'
import { Journal, type JournalContents } from './journal.ts'
import { type Outcome, report } from './report.ts'
import { assertUnchangedInPause, type FindServer } from './resume-check.ts'

/** Bytes that no result exceeds. */
const RESULT_SIZE = 10_000_000

export interface MeasureOptions
  extends Pick<RunPlan, 'scenario' | 'servers' | 'notInstalled' | 'protocol' | 'quick' | 'until' | 'repeats'> {
  publish: boolean
  /** Whether somebody chose the servers: of a part of them no page is made unless it is asked for. */
  isChoice: boolean
  out: string | undefined
  /** Whether instructions are counted afterwards, which a run that is gone on with must know. */
  instructions?: boolean
  /** Finds the servers again after a pause between repeats, in which they may have changed. */
  serverNamed?: FindServer
  /** A second host, if one takes part. */
  host?: HostChoice
}

/** Measures, shows the table, writes the result and publishes it; the exit status, and where the result is. */
export async function measureAndReport(options: MeasureOptions): Promise<Outcome> {
  const { scenario, servers, protocol, host } = options
  const generator = generators[protocol.generator]
  generator.check(protocol, scenario.name)
  if (options.out) prepareFor(options.out)
  const linked = host && (await linkRun(host, { ...protocol, scenario: scenario.name, servers, generator }))
  if (!linked) return measureByPlan(options, planOf(options, generator))
  try {
    console.log(linked.description)
    const polling = protocol.polling && linked.canPoll
    const { hosts, pinning } = linked
    const own = { protocol: { ...protocol, polling }, generator: linked.generator, pinning, hosts }
    const outcome = await measureByPlan(options, { ...options, ...own })
    return { ...outcome, status: linked.wasLost ? Math.max(1, outcome.status) : outcome.status }
  } finally {
    await linked.close()
  }
}

/** Of a run on this machine alone. */
function planOf(options: MeasureOptions, generator: LoadGenerator): RunPlan {
  const pinning = detectPinning(options.protocol.workers)
  const protocol = { ...options.protocol, polling: options.protocol.polling && pinning.generator !== null }
  return { ...options, protocol, generator, pinning }
}

async function measureByPlan(options: MeasureOptions, plan: RunPlan): Promise<Outcome> {
  const { servers, quick, isChoice, instructions = false } = options
  const publish = options.publish && !quick && !options.out
  const record = beginRecord(plan)
  const path = options.out ?? resultPath(record.description)
  prepareFor(path)

  lockMachine()
  try {
    measuringBegins()
    const begin = performance.now()
    const header = {
      result: path,
      run: record.description,
      changes: changesDigest(),
      servers: servers.map((server) => ({ name: server.name, directory: server.directory, code: codeHash(server) })),
      publish,
      isChoice,
      instructions,
    }
    const journal = Journal.begin(header)
    tellOf(plan)
    const result = await measure(plan, { header, record }, journal, options.serverNamed)
    const seconds = (performance.now() - begin) / 1000
    return await report(result, { path, publish, isChoice, seconds }, journal)
  } finally {
    unlockMachine()
  }
}

/**
 * Measures what is left of a plan.
 * @param serverNamed finds the servers again after a pause
 */
export async function measure(
  plan: RunPlan,
  contents: JournalContents,
  journal: Journal,
  serverNamed: FindServer | undefined,
): Promise<UnsealedResult> {
  const { record } = contents
  const { protocol, servers, repeats } = plan
  const progress = new Progress({ ...protocol, rounds: protocol.rounds * (repeats?.number ?? 1) }, servers)
  roundsAreKept(journal.path, record.rounds.length)
  try {
    return await run(plan, progress, record, {
      keep: (round) => roundsAreKept(journal.path, journal.keep(round)),
      pauseEnds: () => assertUnchangedInPause(journal.path, contents, plan, serverNamed),
    })
  } finally {
    progress.end()
  }
}

/** What a run is, before it begins. */
function tellOf({ scenario, servers, notInstalled, protocol, pinning, generator, repeats, until }: RunPlan): void {
  for (const { name, install } of notInstalled) console.log(`${name} is not installed: ${install}`)
  const load = `${protocol.durationSeconds} s in slices of ${protocol.sliceSeconds} s`
  const number = repeats?.number ?? 1
  const pauses = (number - 1) * (repeats?.pauseSeconds ?? 0)
  const seconds = number * expectedSeconds(protocol, servers.length) + pauses
  const about = until ? untilText(protocol, servers.length, until.maxSeconds) : `about ${duration(seconds)} min`
  const times = repeats ? `, ${number} times with pauses of ${duration(repeats.pauseSeconds)} min` : ''
  console.log(
    `${scenario.name}: ${plural(servers.length, 'server')}, ${plural(protocol.rounds, 'round')}${times}, ${load}, seed ${protocol.seed}, ${about}`,
  )
  if (pinning.note) console.log(`no process is pinned to a CPU: ${pinning.note}`)
  for (const limit of generator.limits) console.log(`${generator.name}: ${limit}`)
}

/** Fails before minutes of measuring rather than after, where the result could not be written. */
function prepareFor(path: string): void {
  if (existsSync(path)) throw new UsageError(`${path} exists, and no result is overwritten: choose another --out`)
  try {
    assertWritable(path, RESULT_SIZE)
  } catch (error) {
    throw new Error(`can't write ${path}: ${messageOf(error)}; mend that, or choose another --out`)
  }
}
