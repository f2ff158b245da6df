/** What `run` measures, and what it says of it. */
import { ROOT } from '../../shared/basics/root.ts'
import { aboutTime, plural } from '../../shared/basics/text.ts'
import type { UnsealedResult } from '../../shared/format/format.ts'
import {
  expectedOf,
  type Health,
  healthText,
  judgeHealth,
  worseHealth,
} from '../../shared/format/health.ts'
import { LEAST_ROUNDS } from '../../shared/results/default-protocol.ts'
import { isDefault } from '../../shared/results/pool-rule.ts'
import { publishedByOthers } from '../../shared/results/published.ts'
import { bootOf } from '../machine/environment.ts'
import { partOfJournal } from '../measure/journal.ts'
import { checkHealth } from '../run/check-health.ts'
import { expectedSeconds, LEAST_ROUNDS_UNTIL, untilText } from '../run/protocol.ts'
import { run } from '../run/run.ts'
import type { RunPlan } from '../run/run-plan.ts'
import { beginRecord, recordsOf, widerThan } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'
import { Progress } from '../terminal/progress.ts'
import { quickTable } from '../terminal/quick-table.ts'
import { terminalTable } from '../terminal/table.ts'

export function openingLine({ scenario, servers, protocol, until, usualSeconds }: RunPlan): string {
  const load = `${protocol.durationSeconds} s in slices of ${protocol.sliceSeconds} s`
  const mayEndEarly = usualSeconds !== undefined && protocol.rounds > LEAST_ROUNDS
  const rounds = `${mayEndEarly ? 'at most ' : ''}${plural(protocol.rounds, 'round')}`
  const about = until
    ? untilText(protocol, servers.length, until.maxSeconds)
    : `${aboutTime(expectedSeconds(protocol, servers.length))}, or ${mayEndEarly ? 'fewer rounds' : 'longer'} on a slow machine`
  return `${scenario.name}: ${plural(servers.length, 'server')}, ${rounds}, ${load}, seed ${protocol.seed}, ${about}`
}

export type Measured = Omit<UnsealedResult, 'startedAt' | 'finishedAt'>

/** Measures what the journal lacks. */
export async function measureRun(plan: RunPlan, isResumed: boolean): Promise<Measured> {
  const remember = partOfJournal()
  // Only default-protocol runs are health-checked.
  const isPoolable = !plan.quick && isDefault({ ...plan, scenario: plan.scenario.name })
  const before = isPoolable ? await remember('health', () => examineMachine(plan)) : null
  const progress = new Progress(plan.protocol, plan.servers)
  const {
    startedAt,
    finishedAt: _,
    ...measured
  } = await run(plan, progress, beginRecord(plan), remember)
  // Some virtual machines change between the two.
  const health = worseHealth(before, isPoolable ? await examineMachine(plan) : null)
  return { ...measured, health, resumed: isResumed ? [startedAt] : [] }
}

async function examineMachine({ pinning }: RunPlan): Promise<Health | null> {
  const checked = await checkHealth(pinning)
  if (!checked) return null
  const health = judgeHealth(checked, expectedOf(checked, bootOf()))
  const stored = '; its run is stored, and published while there is no other'
  say(`${healthText(health)}${health.healthy === false ? stored : ''}`)
  return health
}

/** Returns the table beside what other machines published under the same load, and the goal that was missed. */
export function resultText(record: UnsealedResult, root = ROOT): string {
  const published = record.quick || isDefault(record) ? publishedByOthers(record, root) : undefined
  const table = record.quick ? quickTable(record, published) : terminalTable(record, published)
  const missed = missedGoal(record)
  return missed === null ? table : `${table}\n\n${missed}`
}

/** What `--until` asked for and did not get, in one line; `null` where it got it, or asked for nothing. */
export function missedGoal(
  result: Pick<UnsealedResult, 'until' | 'rounds' | 'servers'>,
): string | null {
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
  const width = Number.isFinite(widest.halfWidth)
    ? `±${percent(widest.halfWidth)}`
    : 'one round has no interval'
  return `${goal}: ${wide.length} of ${plural(all.length, 'server')} wider, ${widest.name} most (${width}); ${fix}`
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))}%`
}
