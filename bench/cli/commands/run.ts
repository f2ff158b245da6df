import { UsageError } from '../../../shared/basics/errors.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../../../shared/results/default-protocol.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import {
  LEAST_ROUNDS_UNTIL,
  protocolOf,
  quickProtocol,
  USUAL_LENGTH,
  USUAL_UNTIL,
  usualUntil,
} from '../../run/protocol.ts'
import { BASELINE, withCopy } from '../../run/run-plan.ts'
import { say } from '../../terminal/output.ts'
import { command, flag, longOf, type Setting, unless, type Values, value } from '../command.ts'
import { measureRun } from '../measure-run.ts'
import {
  ALL,
  percent,
  positiveInteger,
  SCENARIO,
  SCENARIO_OR_ALL,
  seconds,
  secondsOrNone,
  seed,
  userPath,
} from '../options.ts'
import { assertAllIsQuick, quickChoice, quickLines, quickOptions } from '../quick-servers.ts'
import { chosenServers, leftOutLines, missingServersStatus, scenariosFor, serverOptions } from '../server-options.ts'
import { resumeRun } from './resume-run.ts'

const full = defaultProtocol

const options = {
  rounds: value(
    '<n>',
    `rounds, in each of which every server is measured once (default: as many as fit ${USUAL_LENGTH / 60} minutes, ${LEAST_ROUNDS} to ${full.rounds}; quick: ${quickProtocol.rounds})`,
    positiveInteger,
  ),
  seconds: value('<s>', 'seconds that a server is loaded in a round', seconds, { standard: full.durationSeconds }),
  warmup: value('<s>', 'seconds of the longest warm-up; it ends sooner when the rate has settled', secondsOrNone, {
    standard: full.warmupSeconds,
  }),
  seed: value('<n>', 'of the requests and of all order (default: random)', seed),
  ...quickOptions,
  until: value(
    '<percent>',
    `add rounds until the 95% half-width of every ratio to the baseline is at most this, such as 1%; judged from ${LEAST_ROUNDS_UNTIL} rounds on, and status 1 where it is not reached`,
    percent,
  ),
  maxTime: value(
    '<s>',
    `with --until: begin no round but the first that would not end within this time, such as 20m (default: ${USUAL_UNTIL / 60}m, or the time of twice as many rounds as it begins with where that is more)`,
    seconds,
  ),
  connections: value('<n>', 'open connections, with one request in flight on each', positiveInteger, {
    standard: full.connections,
  }),
  polling: unless('have the load generator sleep until answers come, where it has a CPU of its own, too'),
  aa: flag(`check the method: measure ${BASELINE} twice, once under another name; the two must tie`),
  publish: unless('write the result file, and leave pages and charts as they are'),
  out: value('<file>', 'write the result to this file, and publish nothing', userPath),
  resume: value('<file>', 'continue the interrupted run of this result', userPath),
  ...serverOptions,
}
type RunOptions = Values<typeof options>

export const run = command({
  name: 'run',
  description: 'measure every installed server, write a result, publish charts and pages',
  timed: true,
  operands: [{ syntax: SCENARIO_OR_ALL.syntax, help: `${SCENARIO_OR_ALL.help} (default: ${SCENARIO.standard})` }],
  options,
  run: (values, name?: string) => runCommand(name, values),
})

/** Runs one scenario, or all, one after the other; a server disqualified in one is still measured in the others. */
async function runCommand(name: string | undefined, values: RunOptions): Promise<number> {
  const { resume, out } = values
  if (resume !== undefined) {
    assertNoChoice(name, values)
    return resumeRun(resume, values)
  }
  assertAllIsQuick(values)
  if (name === ALL && out) {
    throw new UsageError(`--out takes one result, and "${ALL}" makes several: leave one of them out`)
  }
  let status = 0
  for (const scenario of scenariosFor(name ?? SCENARIO.standard, values)) {
    status = Math.max(status, await runScenario(scenario, values, name === ALL))
  }
  return status
}

/** Fails where more was chosen than an interrupted run leaves to choose. */
function assertNoChoice(name: string | undefined, values: RunOptions): void {
  const allowed = ['resume', 'publish', 'serversDir']
  const chosen = Object.entries<Setting<unknown>>(options).filter(
    ([key, { standard }]) => !allowed.includes(key) && values[key as keyof RunOptions] !== standard,
  )
  const superfluous = [...(name === undefined ? [] : [name]), ...chosen.map(([key, setting]) => longOf(key, setting))]
  if (superfluous.length > 0)
    throw new UsageError(`--resume takes all else from the result: leave ${superfluous.join(', ')} out`)
}

/** @param all whether it is one of all scenarios: who asks for these does not ask for one that a server does not have */
async function runScenario(scenario: Scenario, options: RunOptions, all: boolean): Promise<number> {
  const possible = chosenServers(scenario, options, BASELINE)
  const chosen = quickChoice(possible, options)
  const { installed, notInstalled } = chosen
  const servers = options.aa ? withCopy(installed) : installed
  if (options.until !== undefined && !servers.some(({ name }) => name === BASELINE)) {
    throw new UsageError(`--until is about ratios to ${BASELINE}: it must be one of the servers`)
  }
  const protocol = protocolOf(options, servers.length)
  for (const line of [...leftOutLines(chosen, scenario), ...quickLines(possible, options, protocol)]) say(line)
  const status = await measureRun({
    scenario,
    servers,
    notInstalled,
    protocol,
    quick: options.quick,
    publish: options.publish,
    out: options.out,
    until:
      options.until === undefined
        ? undefined
        : { halfWidth: options.until, maxSeconds: options.maxTime ?? usualUntil(protocol, servers.length) },
  })
  return Math.max(status, missingServersStatus(chosen, options, all))
}
