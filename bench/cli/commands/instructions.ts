import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { plural } from '../../../shared/basics/text.ts'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/result/instructions.ts'
import { type Shard, type ShardNumber, shardName } from '../../../shared/result/shards.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { COUNT_SEED, countAndReport, PROCESSES } from '../../application/count-and-report.ts'
import { say } from '../../terminal/output.ts'
import { evenRequests, positiveInteger, SCENARIO_NAMES, scenarioNamed, seed, shard, userPath } from '../options.ts'
import {
  type Chosen,
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  scenariosOfChosen,
  shareOfChosen,
  withServerOptions,
} from '../server-options.ts'

interface InstructionsOptions extends ServerOptions {
  processes: number
  requests?: number
  counter?: CounterKind
  seed: number
  shard?: ShardNumber
  out?: string
}

/** The name of all scenarios together. */
const ALL = 'all'
const NAMES = `${SCENARIO_NAMES}, or "${ALL}"`

const EXPLANATION = `
Counts hardly depend on the machine, so that several may share the work: each counts one share of the servers, and merge
makes one file of theirs. The shares follow from the servers' names alone; the baseline is in one of them, as any server.

Examples:
  npm run bench -- instructions update-user --shard 1/2 --out one.json     on one machine
  npm run bench -- instructions update-user --shard 2/2 --out two.json     on another
  npm run bench -- merge one.json two.json --out counts.json`

export function addInstructionsCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('instructions')
    .usage('<scenario> [options]')
    .argument('[scenario]', NAMES)
    .description('count what servers execute in user space for a request, and their system calls')
    .addOption(
      new Option('--processes <n>', 'fresh processes of each server').argParser(positiveInteger).default(PROCESSES),
    )
    .addOption(
      new Option(
        '--requests <n>',
        'requests counted in each process (default: perf 20,000, qemu 6,000, callgrind 4,000)',
      ).argParser(evenRequests),
    )
    .addOption(
      new Option('--counter <kind>', 'what counts (default: the first that works here)').choices(COUNTER_KINDS),
    )
    .addOption(new Option('--seed <n>', 'of the requests').argParser(seed).default(COUNT_SEED))
    .addOption(
      new Option(
        '--shard <i/n>',
        'count the i-th of n shares of the chosen servers, such as 2/8; merge puts shares together',
      ).argParser(shard),
    )
    .option('--out <file>', 'write the counts to this file (default: results/instructions/<scenario>/<date>.json)')
    .addHelpText('after', EXPLANATION)
  withServerOptions(command).action(async (name: string | undefined, options: InstructionsOptions) =>
    finish(await instructionsCommand(name, options)),
  )
}

/** Counts one scenario, or each in turn. */
async function instructionsCommand(name: string | undefined, options: InstructionsOptions): Promise<number> {
  if (name !== ALL) {
    const scenario = scenarioNamed(name, NAMES)
    const { chosen, shard } = chosenShare(scenario, options)
    if (isEmpty(chosen)) throw new UsageError(emptyShard(scenario, shard))
    return countScenario(scenario, options, { chosen, shard }, false)
  }
  if (options.out) throw new UsageError(`--out takes one file, and "${ALL}" makes several: leave one of them out`)
  const shares = scenariosOfChosen(options).map((scenario) => ({ scenario, ...chosenShare(scenario, options) }))
  const empty = shares.filter(({ chosen }) => isEmpty(chosen)).map(({ scenario, shard }) => emptyShard(scenario, shard))
  if (empty.length === shares.length) throw new UsageError(empty.join('; '))
  for (const line of empty) say(line)
  let status = 0
  for (const share of shares) {
    if (!isEmpty(share.chosen)) status = Math.max(status, await countScenario(share.scenario, options, share, true))
  }
  return status
}

interface Share {
  chosen: Chosen
  shard: Shard | undefined
}

function chosenShare(scenario: Scenario, options: InstructionsOptions): Share {
  const chosen = chosenServers(scenario, options)
  return options.shard ? shareOfChosen(chosen, options.shard, scenario) : { chosen, shard: undefined }
}

const isEmpty = ({ installed, notInstalled }: Chosen) => installed.length + notInstalled.length === 0

function emptyShard({ name }: Scenario, shard: Shard | undefined): string {
  const { length } = shard?.chosen ?? []
  const which = shard ? `shard ${shardName(shard)} of ${name}` : name
  return `${which} has no server: ${plural(length, 'server')} can be shared by ${length} at the most`
}

async function countScenario(
  scenario: Scenario,
  options: InstructionsOptions,
  { chosen, shard }: Share,
  all: boolean,
): Promise<number> {
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const { counter, requests, processes } = options
  const out = options.out === undefined ? undefined : userPath(options.out)
  const { installed: servers, notInstalled } = chosen
  const plan = { scenario, servers, notInstalled, counter, requests, processes, seed: options.seed, out, shard }
  return Math.max(await countAndReport(plan), missingServersStatus(chosen, options, all))
}
