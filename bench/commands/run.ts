import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { type Command, Option } from 'commander'
import { pagePath } from '../../charts/pages.ts'
import type { Scenario } from '../../shared/scenario.ts'
import { assertWritable } from '../atomic-file.ts'
import { readCalibration } from '../calibration.ts'
import { detectPinning } from '../cpus.ts'
import { describeEnvironment } from '../environment.ts'
import { messageOf, UsageError } from '../errors.ts'
import { generators } from '../generators/generators.ts'
import { measuringBegins, resultIsWritten } from '../interruption.ts'
import { lockMachine, unlockMachine } from '../lock.ts'
import {
  defaultProtocol,
  percent,
  positiveInteger,
  quickProtocol,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  timeSpan,
  userPath,
} from '../options.ts'
import { duration, expectedSeconds, Progress } from '../progress.ts'
import { publish } from '../publish.ts'
import type { Protocol } from '../result.ts'
import { resultPath, writeResult } from '../result-file.ts'
import { BASELINE, COPY, type Measured, type RunPlan, run } from '../run.ts'
import type { Server } from '../servers.ts'
import { resultTable } from '../table.ts'
import { chosenServers, isChoice, missedByName, type ServerOptions, takenPart, withServerOptions } from './servers.ts'

/** Bytes that no result exceeds. */
const RESULT_SIZE = 1_000_000

interface RunOptions extends ServerOptions {
  generator: Protocol['generator']
  rounds?: number
  duration?: number
  slice?: number
  group?: number
  workers?: number
  warmup?: number
  connections?: number
  pipelining?: number
  seed?: number
  quick?: boolean
  publish: boolean
  out?: string
  until?: number
  maxTime?: number
  aa?: boolean
}

export function addRunCommand(program: Command, finish: (status: number) => void): void {
  const number = (flags: string, what: string, parse: (text: string) => number, standard: number, quick = standard) =>
    new Option(flags, `${what} (default: ${standard}${quick === standard ? '' : `; quick: ${quick}`})`).argParser(parse)
  const full = defaultProtocol
  const quick = quickProtocol
  const command = program
    .command('run <scenario>')
    .description('measure every installed server, write a result, publish charts and pages; "all" runs every scenario')
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
    .addOption(number('--workers <n>', 'processes of each server, by node:cluster', positiveInteger, full.workers))
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
  withServerOptions(command).action(async (name: string, options: RunOptions) =>
    finish(await runCommand(name, options)),
  )
}

/** Runs one scenario, or each in turn; a server that is refused in one is still measured in the others. */
async function runCommand(name: string, options: RunOptions): Promise<number> {
  if (name !== 'all') return runScenario(scenarioNamed(name), options)
  if (options.out) throw new UsageError('--out takes one result, and "all" makes several: leave one of them out')
  let status = 0
  for (const scenario of takenPart(options)) status = Math.max(status, await runScenario(scenario, options))
  return status
}

async function runScenario(scenario: Scenario, options: RunOptions): Promise<number> {
  const { installed, notInstalled } = chosenServers(scenario, options, BASELINE)
  const servers = options.aa ? withCopy(installed) : installed
  const protocol = protocolOf(options, servers.length)
  const missing = missedByName(notInstalled, options)
  const { status } = await measureAndReport({
    scenario,
    servers,
    notInstalled,
    protocol,
    quick: options.quick ?? false,
    publish: options.publish,
    isChoice: isChoice(options),
    out: options.out,
    until:
      options.until === undefined
        ? undefined
        : { halfWidth: options.until, maxSeconds: options.maxTime ?? LONGEST_UNTIL },
  })
  return Math.max(status, missing)
}

/** Seconds that a run takes at the most, about, where nobody says how many rounds it is to have. */
const USUAL_LENGTH = 15 * 60
/** Fewer rounds give no interval for a median. */
const LEAST_ROUNDS = 5
/** Of few rounds some are alike by luck, and a run that ends as soon as they are is less sure than it says. */
const LEAST_ROUNDS_UNTIL = 10
/** Seconds after which no round begins, with --until. */
const LONGEST_UNTIL = 30 * 60

/**
 * The protocol that the options ask for. Without a number of rounds there are as many as fit the usual length, up to the
 * default; a load generator that can't load for so short a time as a slice gets all of the standard times that much longer.
 * @param servers how many take part
 * @throws UsageError where the generator can't load for so short a time as is asked for
 */
export function protocolOf(options: Partial<RunOptions>, servers: number): Protocol {
  assertConsistent(options)
  const standard = options.quick ? quickProtocol : defaultProtocol
  const generator = options.generator ?? standard.generator
  const { shortestSeconds } = generators[generator]
  const stretch = Math.max(1, shortestSeconds / standard.sliceSeconds)
  const durationSeconds = options.duration ?? stretch * standard.durationSeconds
  const sliceSeconds = Math.min(durationSeconds, options.slice ?? stretch * standard.sliceSeconds)
  if (sliceSeconds < shortestSeconds) {
    throw new UsageError(
      `${generator} can't load for less than ${shortestSeconds} s: use a longer --duration and --slice`,
    )
  }
  const protocol: Protocol = {
    generator,
    connections: options.connections ?? standard.connections,
    pipelining: options.pipelining ?? standard.pipelining,
    durationSeconds,
    sliceSeconds,
    workers: options.workers ?? standard.workers,
    groupSize: options.group ?? standard.groupSize,
    warmupSeconds: options.warmup ?? stretch * standard.warmupSeconds,
    rounds: options.rounds ?? standard.rounds,
    seed: options.seed ?? randomInt(2 ** 31),
  }
  if (options.rounds !== undefined || options.quick) return protocol
  const fitting = Math.floor(USUAL_LENGTH / expectedSeconds({ ...protocol, rounds: 1 }, servers))
  const least = options.until === undefined ? LEAST_ROUNDS : LEAST_ROUNDS_UNTIL
  return { ...protocol, rounds: Math.max(least, Math.min(standard.rounds, fitting)) }
}

/** Options that contradict each other, or do nothing without another, are wrong usage: nobody means them. */
function assertConsistent({ quick, until, maxTime, duration, slice }: Partial<RunOptions>): void {
  if (quick && until !== undefined)
    throw new UsageError('--quick is one short round, and --until adds rounds: take one')
  if (maxTime !== undefined && until === undefined)
    throw new UsageError('--max-time ends what --until goes on with: add --until')
  if (duration !== undefined && slice !== undefined && slice > duration) {
    throw new UsageError(`--slice ${slice} is longer than --duration ${duration}: the duration is cut into slices`)
  }
}

/** The servers, with the baseline once more under another name. */
export function withCopy(servers: Server[]): Server[] {
  const baseline = servers.find(({ name }) => name === BASELINE)
  if (!baseline) throw new UsageError(`--aa measures ${BASELINE} twice: it must be one of the servers`)
  return [...servers, { ...baseline, name: COPY }]
}

export interface Order extends Pick<RunPlan, 'scenario' | 'servers' | 'notInstalled' | 'protocol' | 'quick' | 'until'> {
  publish: boolean
  /** Whether somebody chose the servers: of a part of them no page is made unless it is asked for. */
  isChoice: boolean
  out: string | undefined
}

/** Measures, shows the table, writes the result and publishes it; the exit status, and where the result is. */
export async function measureAndReport(order: Order): Promise<{ status: number; path: string }> {
  const { scenario, servers, notInstalled, protocol, quick } = order
  const generator = generators[protocol.generator]
  generator.check(protocol, scenario.name)
  const out = order.out === undefined ? undefined : userPath(order.out)
  prepareFor(out ?? resultPath({ scenario: scenario.name, startedAt: new Date().toISOString(), quick }))

  lockMachine()
  measuringBegins()
  const begin = performance.now()
  for (const { name, install } of notInstalled) console.log(`${name} is not installed: ${install}`)
  const rounds = `${protocol.rounds} ${protocol.rounds === 1 ? 'round' : 'rounds'}`
  const load = `${protocol.durationSeconds} s in slices of ${protocol.sliceSeconds} s`
  const about = `about ${duration(expectedSeconds(protocol, servers.length))} min`
  const number = servers.length === 1 ? '1 server' : `${servers.length} servers`
  console.log(`${scenario.name}: ${number}, ${rounds}, ${load}, seed ${protocol.seed}, ${about}`)
  const pinning = detectPinning(protocol.workers)
  const calibration = readCalibration(describeEnvironment(pinning, [], generator.version()), protocol, scenario.name)
  if (!calibration) console.log(`${generator.name} is not calibrated on this machine: npm run bench -- calibrate`)
  const progress = new Progress(protocol, servers)
  let result: Measured
  try {
    result = await run({ ...order, generator, pinning, calibration }, progress)
  } finally {
    progress.end()
    unlockMachine()
  }

  console.log(`\n${resultTable(result)}\n`)
  const { path, saved } = save(out ?? resultPath(result), result)
  resultIsWritten(relative('', path))
  console.log(`took ${duration((performance.now() - begin) / 1000)}, written to ${relative('', path)}`)
  const measured = result.servers.some(({ summary }) => summary)
  if (saved && measured && order.publish && !quick && !out) {
    if (result.source.clean === false) {
      console.log('not published: the sources have uncommitted changes; commit them and run again')
    } else if (order.isChoice) {
      console.log(
        `not published, as a choice of servers: npm run bench -- publish ${relative('', path)} does it all the same`,
      )
    } else {
      const changed = await publish(path)
      console.log(`published ${changed.length} files: ${pagePath(scenario.name)} and the charts`)
    }
  }
  return { status: saved && result.servers.every(({ summary }) => summary) ? 0 : 1, path }
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

/** Writes the result, and where that fails keeps it in the temporary directory: a run is not lost to a full disk. */
function save(path: string, result: Measured): { path: string; saved: boolean } {
  try {
    writeResult(path, result)
    return { path, saved: true }
  } catch (error) {
    const refuge = join(tmpdir(), basename(path))
    try {
      writeResult(refuge, result)
    } catch {
      throw new Error(`can't write ${path}: ${messageOf(error)}; the result is lost but for the table above`)
    }
    console.error(`can't write ${path}: ${messageOf(error)}; the result is in ${refuge}: publish it from there`)
    return { path: refuge, saved: false }
  }
}
