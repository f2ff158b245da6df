import { UsageError } from '../../shared/basics/errors.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Result } from '../../shared/format/format.ts'
import type { Contents } from '../../shared/format/measurement.ts'
import { run as probe } from '../../shared/probes/run.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../../shared/results/default-protocol.ts'
import { usualSecondsPerTrial } from '../../shared/results/durations.ts'
import { withPublished } from '../../shared/results/published.ts'
import { unless, type Values, value } from '../cli/command.ts'
import {
  ALL,
  inFlight,
  inputs,
  out,
  percent,
  positiveInteger,
  randomSeed,
  SCENARIO_OR_ALL,
  seconds,
  secondsOrNone,
  workerOptions,
} from '../cli/options.ts'
import { assertAllIsQuick, quickChoice, quickLines, quickOptions } from '../cli/quick-servers.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  scenariosFor,
  serverOptions,
} from '../cli/server-options.ts'
import { builtin, VERSION } from '../load/builtin/builtin.ts'
import { divided } from '../load/builtin/divided.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { measuringCommand } from '../measure/command.ts'
import {
  assertWorkersPossible,
  protocolOf,
  quickProtocol,
  secondsPerRound,
  serversThatShare,
} from '../run/protocol.ts'
import { BASELINE } from '../run/run-plan.ts'
import { runtimesOf } from '../run/run-record.ts'
import { LEAST_ROUNDS_UNTIL, missedGoal, stopOf, USUAL_LENGTH, USUAL_UNTIL } from '../run/stop.ts'
import { measureRun, openingLine } from './measure-run.ts'

const full = defaultProtocol

const options = {
  rounds: value(
    '<n>',
    `rounds; each measures every server once (default: as many as fit in ${USUAL_LENGTH / 60} minutes, ${LEAST_ROUNDS} to ${full.rounds}; quick: ${quickProtocol.rounds})`,
    positiveInteger,
  ),
  seconds: value(
    '<s>',
    `seconds of load per server and round (default: ${full.durationSeconds})`,
    seconds,
  ),
  requests: value(
    '<n>',
    `instead of --seconds: load each server until this many requests count in a round, in slices of ${full.sliceSeconds} s`,
    inputs,
  ),
  warmup: value(
    '<s>',
    'seconds of warm-up, at most; it ends earlier if the rate settles',
    secondsOrNone,
    {
      standard: full.warmupSeconds,
    },
  ),
  seed: randomSeed,
  ...quickOptions,
  until: value(
    '<percent>',
    `add rounds until the 95% half-width of every ratio to the baseline is at most this, such as 1%; checked from ${LEAST_ROUNDS_UNTIL} rounds on; exit status 1 if it is not reached`,
    percent,
  ),
  maxTime: value(
    '<s>',
    `with --until: start no round that would end after this time, such as 20m (default: ${USUAL_UNTIL / 60}m, or twice the time of the initial rounds, if longer)`,
    seconds,
  ),
  connections: value('<n>', 'open connections per worker', positiveInteger, {
    standard: full.connections,
  }),
  pipelining: value('<n>', 'requests in flight on each connection', inFlight, { standard: 1 }),
  ...workerOptions,
  polling: unless('use an event-driven load generator even if it has a CPU of its own'),
  out: out('<scenario>'),
  ...serverOptions,
}
type RunOptions = Values<typeof options>

export const run = measuringCommand(probe, {
  description: 'measure every installed server, write a result, publish charts and pages',
  operands: [SCENARIO_OR_ALL],
  options,
  fails: 'a server was disqualified or is not installed, or --until was not reached',
  /** One scenario, or all; a server disqualified in one is still measured in the others. */
  plan(values, name = '') {
    assertAllIsQuick(values)
    if (name === ALL && values.out) {
      throw new UsageError(
        `--out takes one result, and "${ALL}" makes several: leave one of them out`,
      )
    }
    const pinning = detectPinning(values.workers)
    return scenariosFor(name, values).map((scenario) =>
      planOf(scenario, values, pinning, name === ALL),
    )
  },
})

/** @param allScenarios whether all scenarios are measured: a server that lacks this one is then no error */
function planOf(scenario: Scenario, options: RunOptions, pinning: Pinning, allScenarios: boolean) {
  const possible = chosenServers(scenario, options, BASELINE)
  const { sharing = 'reuse-port', quick, until } = options
  const sharers = serversThatShare(possible.installed, sharing)
  const chosen = quickChoice({ ...possible, installed: sharers.fit }, options)
  const { installed: servers, notInstalled } = chosen
  if (until !== undefined && !servers.some(({ name }) => name === BASELINE))
    throw new UsageError(`--until needs ratios to ${BASELINE}: add ${BASELINE} to --servers`)
  if (options.workers > 1) assertWorkersPossible(scenario)
  const polling = options.polling && pinning.generator !== null
  const protocol = protocolOf({ ...options, polling }, scenario.name)
  const usual = usualSecondsPerTrial(scenario.name)
  const round = (servers: number) => secondsPerRound(protocol, servers, usual)
  const stop = stopOf(options, round(servers.length))
  const plan = {
    scenario,
    servers,
    protocol,
    stop,
    pinning,
    quick,
    generator: protocol.workers ? divided(protocol.workers.number) : builtin,
  }
  const expected = (servers: number) => stop.rounds * round(servers)
  return {
    scenario: scenario.name,
    lines: [
      ...leftOutLines(chosen, scenario),
      ...sharers.lines,
      ...quickLines(possible, options, expected),
      openingLine(plan, round(servers.length)),
    ],
    notInstalled,
    pinning,
    connections: protocol.connections,
    isRough: protocol.workers !== undefined && pinning.server === null,
    runtimes: runtimesOf(servers),
    tool: VERSION,
    measure: (isResumed: boolean) => measureRun(plan, isResumed, round(servers.length)),
    missed: (file: Contents) => missedGoal(file as Result),
    shown: (file: Contents) => withPublished(file as Result),
    status: Math.max(
      missingServersStatus(chosen, options, allScenarios),
      Number(sharers.names.some((name) => options.servers?.includes(name))),
    ),
  }
}
