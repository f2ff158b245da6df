import { relative } from 'node:path'
import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { COUNT_SEED, countAndReport, PROCESSES } from '../../application/count-and-report.ts'
import { findJournal } from '../../application/journal.ts'
import { measureAndReport } from '../../application/measure-and-report.ts'
import { NEVER_MERGED } from '../../application/merge-and-report.ts'
import { resumeRun } from '../../application/resume-run.ts'
import type { MissingServer, Server } from '../../contenders/servers.ts'
import { CounterMissing } from '../../instructions/counter.ts'
import { generators } from '../../load/generators.ts'
import {
  defaultProtocol,
  LEAST_ROUNDS,
  LEAST_ROUNDS_UNTIL,
  type ProtocolChoices,
  protocolOf,
  quickProtocol,
  USUAL_LENGTH,
  USUAL_UNTIL,
  usualUntil,
} from '../../measure/protocol.ts'
import { BASELINE, withCopy } from '../../measure/run-plan.ts'
import { say } from '../../terminal/output.ts'
import { type HostOptions, hostChoiceOf, withHostOptions } from '../host-options.ts'
import {
  percent,
  pipeliningOrNone,
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
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  scenariosOfChosen,
  serverNamed,
  withServerOptions,
} from '../server-options.ts'

interface RunOptions extends ServerOptions, HostOptions, ProtocolChoices {
  publish: boolean
  out?: string
  aa?: boolean
  /** Never taken. */
  shard?: string
  instructions?: boolean
  repeat?: number
  /** Seconds. */
  pause?: number
  /** A journal, or true for the newest. */
  resume?: string | true
  finish?: boolean
}

/** The name of all scenarios together. */
const ALL = 'all'
const NAMES = `${SCENARIO_NAMES}, or "${ALL}"`

export function addRunCommand(program: Command, finish: (status: number) => void): void {
  const number = (flags: string, what: string, parse: (text: string) => number, standard: number, quick = standard) =>
    new Option(flags, `${what} (default: ${standard}${quick === standard ? '' : `; quick: ${quick}`})`).argParser(parse)
  const full = defaultProtocol
  const quick = quickProtocol
  const command: Command = program
    .command('run')
    .usage('<scenario> [options]')
    .argument('[scenario]', NAMES)
    .description('measure every installed server, write a result, publish charts and pages')
    .addOption(
      new Option(
        '--rounds <n>',
        `rounds, in each of which every server is measured once (default: as many as fit ${USUAL_LENGTH / 60} minutes, ${LEAST_ROUNDS} to ${full.rounds}; quick: ${quick.rounds})`,
      ).argParser(positiveInteger),
    )
    .addOption(
      number(
        '--duration <s>',
        'seconds that a server is measured in a round',
        seconds,
        full.durationSeconds,
        quick.durationSeconds,
      ),
    )
    .addOption(
      number(
        '--slice <s>',
        'seconds of the slices that the duration is cut into; the servers take turns',
        seconds,
        full.sliceSeconds,
        quick.sliceSeconds,
      ),
    )
    .addOption(number('--workers <n>', 'processes of each server, by node:cluster', workers, full.workers))
    .addOption(
      number(
        '--group <n>',
        'servers that are started together and take turns',
        positiveInteger,
        full.groupSize,
        quick.groupSize,
      ),
    )
    .addOption(
      number(
        '--warmup <s>',
        'seconds of the longest warm-up; it ends sooner when the rate has settled',
        secondsOrNone,
        full.warmupSeconds,
        quick.warmupSeconds,
      ),
    )
    .addOption(
      new Option('--seed <n>', 'seed of the bodies and of the order of servers (default: random)').argParser(seed),
    )
    .option('--aa', `check the method: measure ${BASELINE} twice, once under another name; the two must tie`)
    .option('--instructions', 'count what the servers execute for a request as well, where it can be counted')
    .option('--quick', 'one short round, never published')
    .option('--no-publish', 'write the result file, and leave pages and charts as they are')
    .option('--out <file>', 'write the result to this file, and publish nothing')
    // Whoever counts in shards may look for it here: the reason is more than that there is no such option.
    .addOption(new Option('--shard <i/n>').hideHelp())
  withServerOptions(withHostOptions(withLoadOptions(withLengthOptions(command), number))).action(
    async (name: string | undefined, options: RunOptions) =>
      finish(await (options.resume === undefined ? runCommand(name, options) : resumeCommand(name, options, command))),
  )
}

/** What makes the run longer or shorter than its protocol, and goes on with it. */
function withLengthOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--until <percent>',
        `add rounds until every ratio to the baseline is known to ± this, such as 1%; judged from ${LEAST_ROUNDS_UNTIL} rounds on, and status 1 where it is not reached`,
      ).argParser(percent),
    )
    .addOption(
      new Option(
        '--max-time <time>',
        `with --until: begin no round but the first that would not end within this time, such as 20m (default: ${USUAL_UNTIL / 60}m, or the time of twice as many rounds as it begins with where that is more)`,
      ).argParser(timeSpan),
    )
    .addOption(
      new Option(
        '--repeat <n>',
        'make the whole run that often, into one result (default: 1); in a pause the machine is free for others',
      ).argParser(positiveInteger),
    )
    .addOption(
      new Option('--pause <time>', 'with --repeat: from one repeat to the next, such as 90m (default: 60m)').argParser(
        timeSpan,
      ),
    )
    .option('--resume [journal]', 'go on with a run that was interrupted, the newest one where no journal is named')
    .option('--finish', 'with --resume: measure no more, and write the result of the rounds that there are')
}

type NumberOption = (flags: string, what: string, parse: (text: string) => number, standard: number) => Option

/** What makes the load. */
function withLoadOptions(command: Command, number: NumberOption): Command {
  const full = defaultProtocol
  return command
    .addOption(number('--connections <n>', 'open connections', positiveInteger, full.connections))
    .addOption(number('--pipelining <n>', 'requests in flight on each connection', positiveInteger, full.pipelining))
    .addOption(
      number(
        '--second-pipelining <n>',
        'the same of a second load, in slices of its own on the same processes; 0 for none',
        pipeliningOrNone,
        full.secondPipelining,
      ),
    )
    .option('--no-polling', 'have the load generator sleep until answers come, where it has a CPU of its own, too')
    .addOption(
      new Option('--generator <name>', 'load generator').choices(Object.keys(generators)).default(full.generator),
    )
}

/** Runs one scenario, or each in turn; a server that is refused in one is still measured in the others. */
async function runCommand(name: string | undefined, options: RunOptions): Promise<number> {
  if (options.shard !== undefined) throw new UsageError(`run takes no --shard: ${NEVER_MERGED}`)
  if (options.finish) throw new UsageError('--finish makes a result of a journal: add --resume')
  if (name !== ALL) return runScenario(scenarioNamed(name, NAMES), options, false)
  if (options.out) throw new UsageError(`--out takes one result, and "${ALL}" makes several: leave one of them out`)
  let status = 0
  for (const scenario of scenariosOfChosen(options))
    status = Math.max(status, await runScenario(scenario, options, true))
  return status
}

/** What may stand beside `--resume`: all else is in the journal. */
const BESIDE_RESUME = ['resume', 'finish', 'publish']

async function resumeCommand(name: string | undefined, options: RunOptions, command: Command): Promise<number> {
  const chosen = command.options.filter(
    (option) =>
      !BESIDE_RESUME.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  const superfluous = [...(name === undefined ? [] : [name]), ...chosen.map(({ long }) => long)]
  if (superfluous.length > 0)
    throw new UsageError(`--resume goes on as the journal says: leave ${superfluous.join(', ')} out`)
  const { finish = false, publish, resume } = options
  const { path, others } = findJournal(typeof resume === 'string' ? userPath(resume) : undefined)
  if (resume === true) say(`goes on with ${relative('', path)}`)
  if (others.length > 0) say(`left for later: ${others.map((other) => relative('', other)).join(', ')}`)
  const { status, toCount } = await resumeRun({ path, finish, publish, serverNamed })
  if (!toCount) return status
  const { scenario, servers, notInstalled, ...order } = toCount
  return Math.max(status, await countOf(scenario, servers, notInstalled, order))
}

async function runScenario(scenario: Scenario, options: RunOptions, all: boolean): Promise<number> {
  if (options.quick && options.instructions) throw new UsageError('--quick counts nothing: leave --instructions out')
  const repeats = repeatsOf(options)
  const host = hostChoiceOf(options)
  const chosen = chosenServers(scenario, options, BASELINE)
  const { installed, notInstalled } = chosen
  const servers = options.aa ? withCopy(installed) : installed
  const protocol = protocolOf(options, servers.length)
  for (const line of leftOutLines(chosen, scenario)) say(line)
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
        : { halfWidth: options.until, maxSeconds: options.maxTime ?? usualUntil(protocol, servers.length) },
    repeats,
    instructions: options.instructions ?? false,
    serverNamed,
    ...(host && { host }),
  })
  const counted = options.instructions ? await countOf(scenario, installed, notInstalled, options) : 0
  return Math.max(status, counted, missingServersStatus(chosen, options, all))
}

/** Seconds from one repeat to the next: repeats at one and the same time would be rounds. */
const USUAL_PAUSE = 60 * 60

function repeatsOf({ repeat = 1, pause, until }: RunOptions): { number: number; pauseSeconds: number } | undefined {
  if (pause !== undefined && repeat === 1) throw new UsageError('--pause stands between repeats: add --repeat')
  if (repeat > 1 && until !== undefined)
    throw new UsageError('--until ends by what comes out, and --repeat fixes it before: take one')
  return repeat === 1 ? undefined : { number: repeat, pauseSeconds: pause ?? USUAL_PAUSE }
}

/** What `instructions` does with its defaults; where nothing can count, one line says so. */
async function countOf(
  scenario: Scenario,
  servers: readonly Server[],
  notInstalled: readonly MissingServer[],
  { out, publish }: { out?: string | undefined; publish: boolean },
): Promise<number> {
  const beside = out === undefined ? undefined : userPath(out).replace(/(\.json)?$/, '.instructions.json')
  const plan = { scenario, servers, notInstalled, counter: undefined, requests: undefined, out: beside, publish }
  try {
    return await countAndReport({ ...plan, processes: PROCESSES, seed: COUNT_SEED })
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    say(error.message)
    return 0
  }
}
