import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { measureAndReport } from '../../application/measure-and-report.ts'
import { generators } from '../../load/generators.ts'
import {
  defaultProtocol,
  LEAST_ROUNDS,
  LONGEST_UNTIL,
  type ProtocolChoices,
  protocolOf,
  quickProtocol,
} from '../../measure/protocol.ts'
import { BASELINE, withCopy } from '../../measure/run.ts'
import {
  percent,
  positiveInteger,
  SCENARIO_NAMES,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  timeSpan,
  userPath,
  workers,
} from '../options.ts'
import {
  chosenServers,
  isChoice,
  lackingLine,
  missedByName,
  type ServerOptions,
  takenPart,
  withServerOptions,
} from '../server-options.ts'

interface RunOptions extends ServerOptions, ProtocolChoices {
  publish: boolean
  out?: string
  aa?: boolean
}

/** The name of all scenarios together. */
const ALL = 'all'
const NAMES = `${SCENARIO_NAMES}, or "${ALL}"`

export function addRunCommand(program: Command, finish: (status: number) => void): void {
  const number = (flags: string, what: string, parse: (text: string) => number, standard: number, quick = standard) =>
    new Option(flags, `${what} (default: ${standard}${quick === standard ? '' : `; quick: ${quick}`})`).argParser(parse)
  const full = defaultProtocol
  const quick = quickProtocol
  const command = program
    .command('run')
    .usage('<scenario> [options]')
    .argument('[scenario]', NAMES)
    .description('measure every installed server, write a result, publish charts and pages')
    .addOption(
      new Option(
        '--rounds <n>',
        `trials of each server (default: as many as fit 15 minutes, ${LEAST_ROUNDS} to ${full.rounds}; quick: ${quick.rounds})`,
      ).argParser(positiveInteger),
    )
    .addOption(
      number('--duration <s>', 'seconds of measurement a trial', seconds, full.durationSeconds, quick.durationSeconds),
    )
    .addOption(
      number(
        '--slice <s>',
        'the duration is cut into slices of so many seconds',
        seconds,
        full.sliceSeconds,
        quick.sliceSeconds,
      ),
    )
    .addOption(number('--workers <n>', 'processes of each server, by node:cluster', workers, full.workers))
    .addOption(
      number('--group <n>', 'servers that stand ready together', positiveInteger, full.groupSize, quick.groupSize),
    )
    .addOption(
      number(
        '--warmup <s>',
        'seconds of load before it at the most; it ends when the rate has settled',
        secondsOrNone,
        full.warmupSeconds,
        quick.warmupSeconds,
      ),
    )
    .addOption(number('--connections <n>', 'open connections', positiveInteger, full.connections))
    .addOption(number('--pipelining <n>', 'requests in flight on each', positiveInteger, full.pipelining))
    .addOption(
      new Option('--generator <name>', 'load generator').choices(Object.keys(generators)).default(full.generator),
    )
    .addOption(new Option('--seed <n>', 'of bodies and order (default: drawn)').argParser(seed))
    .addOption(
      new Option('--until <percent>', 'more rounds until the ratios are known to ± so much, such as 1%').argParser(
        percent,
      ),
    )
    .addOption(
      new Option('--max-time <time>', 'no round begins after this time, with --until (default: 30m)').argParser(
        timeSpan,
      ),
    )
    .option('--aa', 'measure the baseline a second time under another name: the two must tie')
    .option('--quick', 'one short round, never published')
    .option('--no-publish', 'write the result only')
    .option('--out <file>', 'write the result to this file; not published')
  withServerOptions(command).action(async (name: string | undefined, options: RunOptions) =>
    finish(await runCommand(name, options)),
  )
}

/** Runs one scenario, or each in turn; a server that is refused in one is still measured in the others. */
async function runCommand(name: string | undefined, options: RunOptions): Promise<number> {
  if (name !== ALL) return runScenario(scenarioNamed(name, NAMES), options, false)
  if (options.out) throw new UsageError(`--out takes one result, and "${ALL}" makes several: leave one of them out`)
  let status = 0
  for (const scenario of takenPart(options)) status = Math.max(status, await runScenario(scenario, options, true))
  return status
}

async function runScenario(scenario: Scenario, options: RunOptions, all: boolean): Promise<number> {
  const chosen = chosenServers(scenario, options, BASELINE)
  const { installed, notInstalled } = chosen
  const servers = options.aa ? withCopy(installed) : installed
  const protocol = protocolOf(options, servers.length)
  for (const line of lackingLine(chosen, scenario)) console.log(line)
  const { status } = await measureAndReport({
    scenario,
    servers,
    notInstalled,
    protocol,
    quick: options.quick ?? false,
    publish: options.publish,
    isChoice: isChoice(options),
    out: options.out === undefined ? undefined : userPath(options.out),
    until:
      options.until === undefined
        ? undefined
        : { halfWidth: options.until, maxSeconds: options.maxTime ?? LONGEST_UNTIL },
  })
  return Math.max(status, missedByName(chosen, options, all))
}
