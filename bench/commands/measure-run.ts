/** Measures a run, and prints its plan. */
import { aboutTime, grouped, plural } from '../../shared/basics/text.ts'
import {
  expectedOf,
  type Health,
  healthText,
  judgeHealth,
  worseHealth,
} from '../../shared/format/health.ts'
import { slowness } from '../../shared/results/durations.ts'
import { isDefault } from '../../shared/results/pool-rule.ts'
import { thisMachine } from '../machine/environment.ts'
import type { Measured } from '../measure/command.ts'
import { partOfJournal } from '../measure/journal.ts'
import { checkHealth } from '../run/check-health.ts'
import { run } from '../run/run.ts'
import type { RunPlan } from '../run/run-plan.ts'
import { beginRecord } from '../run/run-record.ts'
import { type Stop, secondsLeft, stopText } from '../run/stop.ts'
import { say } from '../terminal/output.ts'
import { Progress } from '../terminal/progress.ts'

/** @param round expected seconds of one */
export function openingLine({ scenario, servers, protocol, stop }: RunPlan, round: number): string {
  const { pipelining, requests, durationSeconds, sliceSeconds, workers } = protocol
  const length = requests ? `${grouped(requests)} requests` : `${durationSeconds} s`
  const inFlight = pipelining ? `, ${pipelining} requests in flight per connection` : ''
  const processes = workers ? `, ${workers.number} workers each by ${workers.sharing}` : ''
  const load = `${length} in slices of ${sliceSeconds} s${inFlight}${processes}`
  const [rounds, time] = stopText(stop, round)
  return `${scenario.name}: ${plural(servers.length, 'server')}, ${rounds}, ${load}, seed ${protocol.seed}, ${time}`
}

/** Measures what the journal lacks. @param round expected seconds of one on a machine of usual speed */
export async function measureRun(
  plan: RunPlan,
  isResumed: boolean,
  round: number,
): Promise<Measured> {
  const remember = partOfJournal()
  const resumed = isResumed ? [new Date().toISOString()] : []
  // Only default-protocol runs are health-checked.
  const record = beginRecord(plan)
  const isPoolable = !plan.quick && isDefault({ ...record, scenario: plan.scenario.name })
  const begun = performance.now()
  const before = isPoolable ? await remember('health', () => examineMachine(plan)) : null
  if (before && !isResumed) printDuration(plan.stop, round * slowness(before))
  // Another check follows the rounds.
  const checkSeconds = (performance.now() - begun) / 1000
  using progress = new Progress(plan.stop.rounds, plan.servers, checkSeconds)
  const { protocol, subjects, details } = await run(plan, progress, record, remember)
  // Some virtual machines change between the two.
  const health = worseHealth(before, isPoolable ? await examineMachine(plan) : null)
  return { protocol, subjects, details: { ...details, health, resumed } }
}

/** @param round expected seconds of one on this machine */
function printDuration(stop: Stop, round: number): void {
  say(
    `${aboutTime(secondsLeft(stop, { rounds: 0, seconds: 0, lastSeconds: round }))} on this machine`,
  )
}

async function examineMachine({ pinning }: RunPlan): Promise<Health | null> {
  const checked = await checkHealth(pinning)
  if (!checked) return null
  const health = judgeHealth(checked, expectedOf(checked, thisMachine()))
  const stored = '; the run is stored, but published only while no healthy machine has one'
  say(`${healthText(health)}${health.healthy === false ? stored : ''}`)
  return health
}
