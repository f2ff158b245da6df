/** `run`: measures, shows the table, writes the result and publishes it. */
import { globSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { aboutTime, duration, plural } from '../../shared/basics/text.ts'
import { resultPath, writeResult } from '../../shared/results/file.ts'
import type { UnsealedResult } from '../../shared/results/format.ts'
import { expectedOf, healthText, judgeHealth, worseHealth } from '../../shared/results/health.ts'
import { isDefault, whyNotPooled } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { publishedOf } from '../../shared/results/published.ts'
import { detectPinning } from '../host/cpus.ts'
import { lockMachine, unlockMachine } from '../host/lock.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { checkHealth } from '../run/check-health.ts'
import { expectedSeconds, LEAST_ROUNDS_UNTIL, untilText } from '../run/protocol.ts'
import { run } from '../run/run.ts'
import type { RunPlan } from '../run/run-plan.ts'
import { beginRecord, changesSince, recordsOf, widerThan } from '../run/run-record.ts'
import { ifInterrupted } from '../terminal/interruption.ts'
import { say } from '../terminal/output.ts'
import { Progress } from '../terminal/progress.ts'
import { quickTable } from '../terminal/quick-table.ts'
import { terminalTable } from '../terminal/table.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

/** Bytes that no result exceeds. */
const RESULT_SIZE = 10_000_000

export interface MeasureOptions
  extends Pick<RunPlan, 'scenario' | 'servers' | 'notInstalled' | 'protocol' | 'quick' | 'until'> {
  publish: boolean
  /** The result's file, in place of the usual one; such a result is not published. */
  out?: string | undefined
  /** An interrupted run that is continued. */
  resume?: Resumed
}

interface Resumed {
  path: string
  record: UnsealedResult
}

/** @returns the exit status */
export async function measureRun(options: MeasureOptions): Promise<number> {
  const pinning = detectPinning()
  const protocol = { ...options.protocol, polling: options.protocol.polling && pinning.generator !== null }
  await lockMachine(say)
  try {
    return await measureReserved(options, { ...options, protocol, generator: builtin, pinning })
  } finally {
    unlockMachine()
  }
}

async function measureReserved({ resume, out, ...options }: MeasureOptions, plan: RunPlan): Promise<number> {
  const fresh = beginRecord(plan)
  const record = resume ? continued(resume, fresh) : fresh
  const usual = resultPath(record)
  const path = resume?.path ?? out ?? usual
  if (!resume) assertFree(path, RESULT_SIZE)
  ifInterrupted(resume && resumeHint(path, record.rounds.length))
  tellOf(plan, record)
  // Without this run.
  const published = publishedLike(record)
  const begin = performance.now()
  await examineMachine(plan, record)
  await measure(plan, record, path)
  say(`\n${record.quick ? quickTable(record, published) : terminalTable(record, published)}\n`)
  ifInterrupted(`the result is in ${relative('', path)}`)
  const missed = missedGoal(record)
  if (missed) say(missed)
  say(`took ${duration((performance.now() - begin) / 1000)}, written to ${relative('', path)}`)
  const measured = record.servers.filter(({ summary }) => summary)
  if (options.publish && !options.quick && path === usual) {
    const unfit = whyNotPooled(record)
    // What is not pooled changes no page.
    if (unfit) say(`not published: the run ${unfit}`)
    else await publishPages()
  }
  return measured.length === record.servers.length && !missed ? 0 : 1
}

/** What is published of the same load; nothing under another one, whose ratios are others. */
function publishedLike(record: UnsealedResult): PooledResult | undefined {
  return record.quick || isDefault(record) ? publishedOf(record.scenario) : undefined
}

/**
 * The record of an interrupted run, to be continued now.
 * @throws UsageError where the machine or the sources are not those of its rounds
 */
function continued({ path, record }: Resumed, fresh: UnsealedResult): UnsealedResult {
  const changes = changesSince(record, fresh)
  if (changes.length > 0) {
    throw new UsageError(
      `${relative('', path)} can't be resumed, since this is not what its rounds measured: ${changes.join(', ')} differ`,
    )
  }
  // What a write that was killed has left behind.
  for (const half of globSync(`${path}.*.tmp`)) rmSync(half, { force: true })
  record.resumed.push(fresh.startedAt)
  // Another boot may be of another machine.
  if (record.environment.boot !== fresh.environment.boot) record.environment.boot = null
  return record
}

/** Only runs that may be pooled: what others say of a machine nobody compares. */
async function examineMachine({ protocol, pinning, quick }: RunPlan, record: UnsealedResult): Promise<void> {
  if (quick || !isDefault({ protocol })) return
  const checked = await checkHealth(pinning)
  if (!checked) return
  const health = judgeHealth(checked, expectedOf(checked))
  const isFirst = record.health === null
  record.health = worseHealth(record.health, health)
  if (!isFirst && record.health !== health) return
  say(
    `${healthText(health)}${health.healthy === false ? '; its run is stored, and published while there is no other' : ''}`,
  )
}

/** Measures what the record lacks. It is written after each round, so that the run can be resumed, and at the end. */
async function measure(plan: RunPlan, record: UnsealedResult, path: string): Promise<void> {
  const progress = new Progress(plan.protocol, plan.servers)
  let kept = record.rounds.length
  const keep = () => {
    writeResult(path, record, true)
    kept = record.rounds.length
    ifInterrupted(resumeHint(path, kept))
  }
  try {
    await run(plan, progress, record, keep)
    // Some virtual machines change between the two.
    await examineMachine(plan, record)
    keep()
  } catch (error) {
    throw kept === 0 ? error : new Error(`${messageOf(error)}; ${resumeHint(path, kept)}`)
  }
}

/** What a run is, before it begins. */
function tellOf(plan: RunPlan, { rounds }: UnsealedResult): void {
  const { scenario, servers, notInstalled, protocol, pinning, until } = plan
  for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
  const load = `${protocol.durationSeconds} s in slices of ${protocol.sliceSeconds} s`
  const about = until
    ? untilText(protocol, servers.length, until.maxSeconds)
    : aboutTime(expectedSeconds(protocol, servers.length))
  const after = rounds.length > 0 ? `, resumed after ${rounds.length}` : ''
  say(
    `${scenario.name}: ${plural(servers.length, 'server')}, ${plural(protocol.rounds, 'round')}${after}, ${load}, seed ${protocol.seed}, ${about}`,
  )
  if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
}

/** What `--until` asked for and did not get, in one line; `null` where it got it, or asked for nothing. */
export function missedGoal(result: UnsealedResult): string | null {
  const { until, rounds } = result
  if (!until) return null
  const all = [...recordsOf(result)].map(([name, { summary }]) => [name, summary] as const)
  const goal = `--until ${percent(until.halfWidth)} is not reached`
  const fix = 'a longer --max-time adds rounds'
  // Of so few rounds narrow intervals are luck.
  if (rounds.length < LEAST_ROUNDS_UNTIL && all.some(([, summary]) => summary?.ratioToBaseline)) {
    return `${goal}: only ${plural(rounds.length, 'round')}; --until judges from ${LEAST_ROUNDS_UNTIL} on; ${fix}`
  }
  const wide = widerThan(until.halfWidth, all)
  const [widest] = wide
  if (!widest) return null
  const width = Number.isFinite(widest.halfWidth) ? `±${percent(widest.halfWidth)}` : 'one round has no interval'
  return `${goal}: ${wide.length} of ${plural(all.length, 'server')} wider, ${widest.name} most (${width}); ${fix}`
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))}%`
}

/** The command that continues an interrupted run. */
function resumeHint(path: string, rounds: number): string {
  return `${plural(rounds, 'round')} kept: npm run bench -- run --resume ${relative('', path)} continues`
}
