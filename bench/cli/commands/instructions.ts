import { type Command, Option } from 'commander'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/result/instructions.ts'
import { COUNT_SEED, countAndReport, PROCESSES } from '../../application/count-and-report.ts'
import { evenRequests, positiveInteger, SCENARIO_NAMES, scenarioNamed, seed, userPath } from '../options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  withServerOptions,
} from '../server-options.ts'

interface InstructionsOptions extends ServerOptions {
  processes: number
  requests?: number
  counter?: CounterKind
  seed: number
  out?: string
}

export function addInstructionsCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('instructions')
    .usage('<scenario> [options]')
    .argument('[scenario]', SCENARIO_NAMES)
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
    .option('--out <file>', 'write the counts to this file (default: results/instructions/<scenario>/<date>.json)')
  withServerOptions(command).action(async (name: string | undefined, options: InstructionsOptions) =>
    finish(await instructionsCommand(name, options)),
  )
}

async function instructionsCommand(name: string | undefined, options: InstructionsOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const chosen = chosenServers(scenario, options)
  for (const line of leftOutLines(chosen, scenario)) console.log(line)
  const { counter, requests, processes } = options
  const out = options.out === undefined ? undefined : userPath(options.out)
  const { installed: servers, notInstalled } = chosen
  const plan = { scenario, servers, notInstalled, counter, requests, processes, seed: options.seed, out }
  return Math.max(await countAndReport(plan), missingServersStatus(chosen, options, false))
}
