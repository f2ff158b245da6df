import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Command, Option } from 'commander'
import { drawScaling } from '../../../charts/specs/scaling.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { readResult } from '../../../shared/result/file.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { COUNT_SEED, countAndReport, PROCESSES } from '../../application/count-and-report.ts'
import { measureAndReport } from '../../application/measure-and-report.ts'
import { NEVER_MERGED } from '../../application/merge-and-report.ts'
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
import { HOST_OPTIONS, type HostOptions, hostChoiceOf, withHostOptions } from '../host-options.ts'
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
  workerCounts,
} from '../options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  scenariosOfChosen,
  withServerOptions,
} from '../server-options.ts'
import { resumeRun, runLike } from './run-again.ts'

interface RunOptions extends ServerOptions, HostOptions, Omit<ProtocolChoices, 'workers'> {
  publish: boolean
  out?: string
  aa?: boolean
  /** Never taken. */
  shard?: string
  instructions?: boolean
  /** Processes of each server; several numbers are measured one after the other. */
  workers?: number[]
  /** A result file, or true for the newest incomplete one. */
  resume?: string | true
  /** A result file. */
  like?: string
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
    .addOption(
      new Option(
        '--workers <n,…>',
        `processes of each server, by node:cluster (default: ${full.workers}); of several numbers each is measured, and a chart shows how servers scale`,
      ).argParser(workerCounts),
    )
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
    .option(
      '--out <file>',
      'write the result to this file, and publish nothing; with several --workers: to this directory (default: scaling)',
    )
    // Whoever counts in shards may look for it here: the reason is more than that there is no such option.
    .addOption(new Option('--shard <i/n>').hideHelp())
  withServerOptions(withHostOptions(withLoadOptions(withLengthOptions(command), number))).action(
    async (name: string | undefined, options: RunOptions) => finish(await runCommand(name, options, command)),
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
    .option('--resume [file]', 'continue a run that was interrupted: that of this result, or the newest')
    .option('--like <file>', 'make the run of this result again, publish nothing, and compare the two')
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
async function runCommand(name: string | undefined, options: RunOptions, command: Command): Promise<number> {
  const { resume, like, workers, shard, out } = options
  if (resume !== undefined) {
    assertOnly(['resume', 'publish', 'serversDir', ...HOST_OPTIONS], name, command)
    return resumeRun(resume, options)
  }
  if (like !== undefined) {
    assertOnly(['like', 'out', 'serversDir'], name, command)
    return runLike(like, options)
  }
  if (shard !== undefined) throw new UsageError(`run takes no --shard: ${NEVER_MERGED}`)
  if (workers && workers.length > 1) return runScaling(scenarioNamed(name), options, workers)
  if (name !== ALL) return (await runScenario(scenarioNamed(name, NAMES), options)).status
  if (out) throw new UsageError(`--out takes one result, and "${ALL}" makes several: leave one of them out`)
  let status = 0
  for (const scenario of scenariosOfChosen(options))
    status = Math.max(status, (await runScenario(scenario, options, true)).status)
  return status
}

/** Fails where more was chosen than a result leaves to choose. */
function assertOnly(allowed: readonly string[], name: string | undefined, command: Command): void {
  const chosen = command.options.filter(
    (option) =>
      !allowed.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  const superfluous = [...(name === undefined ? [] : [name]), ...chosen.map(({ long }) => long)]
  if (superfluous.length > 0)
    throw new UsageError(`--${allowed[0]} takes all else from the result: leave ${superfluous.join(', ')} out`)
}

/** @param all whether it is one of all scenarios: who asks for these does not ask for one that a server does not have */
async function runScenario(scenario: Scenario, options: RunOptions, all = false) {
  if (options.quick && options.instructions) throw new UsageError('--quick counts nothing: leave --instructions out')
  const loadFrom = hostChoiceOf(options)
  const chosen = chosenServers(scenario, options, BASELINE)
  const { installed, notInstalled } = chosen
  const servers = options.aa ? withCopy(installed) : installed
  const { workers: [workers] = [], ...choices } = options
  const protocol = protocolOf({ ...choices, ...(workers !== undefined && { workers }) }, servers.length)
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const { status, path } = await measureAndReport({
    scenario,
    servers,
    notInstalled,
    protocol,
    quick: options.quick ?? false,
    publish: options.publish,
    out: options.out === undefined ? undefined : userPath(options.out),
    until:
      options.until === undefined
        ? undefined
        : { halfWidth: options.until, maxSeconds: options.maxTime ?? usualUntil(protocol, servers.length) },
    loadFrom,
  })
  const counted = options.instructions ? await countOf(scenario, installed, notInstalled, options) : 0
  return { status: Math.max(status, counted, missingServersStatus(chosen, options, all)), path }
}

/** The same servers with each number of processes, and a chart of what that brings. */
async function runScaling(scenario: Scenario, options: RunOptions, workers: readonly number[]): Promise<number> {
  const directory = userPath(options.out ?? 'scaling')
  mkdirSync(directory, { recursive: true })
  const paths: string[] = []
  let status = 0
  for (const number of workers) {
    const out = join(directory, `${scenario.name}-${number}.json`)
    const outcome = await runScenario(scenario, { ...options, workers: [number], out })
    status = Math.max(status, outcome.status)
    paths.push(outcome.path)
  }
  const results = paths.map((path) => readResult(path))
  for (const theme of ['light', 'dark'] as const) {
    const file = join(directory, `${scenario.name}.${theme}.svg`)
    writeFileAtomically(file, await drawScaling(results, theme))
    say(`drawn: ${relative('', file)}`)
  }
  return status
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
