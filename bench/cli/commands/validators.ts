import { type Command, InvalidArgumentError, Option } from 'commander'
import { RUNTIMES, type RuntimeName } from '../../../shared/result/disclosure.ts'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/result/instructions.ts'
import {
  measureValidators,
  VALIDATOR_PROCESSES,
  VALIDATOR_SECONDS,
  VALIDATOR_SEED,
} from '../../application/measure-validators.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { findLibraries, findRuntimes } from '../../validators/libraries.ts'
import { collect, names, positiveInteger, seconds, seed, userPath } from '../options.ts'

interface ValidatorsOptions {
  libraries?: string[]
  runtimes?: RuntimeName[]
  serversDir: string[]
  processes: number
  seconds: number
  counter?: CounterKind | 'none'
  seed: number
  out?: string
}

export function addValidatorsCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('validators')
    .usage('[options]')
    .description(
      'time, count and weigh validation libraries in process, with the model of update-user and without HTTP',
    )
    .addOption(new Option('--libraries <a,b>', 'only those of these server folders').argParser(names))
    .addOption(
      new Option('--runtimes <a,b>', 'node, bun, deno (default: all that are installed)').argParser(runtimeNames),
    )
    .addOption(
      new Option('--servers-dir <dir>', 'also the server folders in this directory; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option('--processes <n>', 'fresh processes of each library on each runtime')
        .argParser(positiveInteger)
        .default(VALIDATOR_PROCESSES),
    )
    .addOption(
      new Option('--seconds <s>', 'of calls of an operation in a process, and as many before any is timed')
        .argParser(seconds)
        .default(VALIDATOR_SECONDS),
    )
    .addOption(
      new Option('--counter <kind>', 'what counts instructions (default: the first that works here)').choices([
        ...COUNTER_KINDS,
        'none',
      ]),
    )
    .addOption(new Option('--seed <n>', 'of the inputs and the order').argParser(seed).default(VALIDATOR_SEED))
    .option('--out <file>', 'write the figures to this file (default: results/validators/<date>.json)')
    .action(async (options: ValidatorsOptions) => finish(await validatorsCommand(options)))
}

async function validatorsCommand(options: ValidatorsOptions): Promise<number> {
  const { libraries: asked, runtimes, processes, counter } = options
  const directories = [SERVERS_DIR, ...options.serversDir.map(userPath)]
  const on = findRuntimes(runtimes ?? RUNTIMES, runtimes !== undefined)
  const { libraries, notInstalled } = findLibraries(directories, asked, on)
  const out = options.out === undefined ? undefined : userPath(options.out)
  const plan = { libraries, notInstalled, processes, seconds: options.seconds, counter, seed: options.seed, out }
  const status = await measureValidators(plan)
  return Math.max(status, asked && notInstalled.length > 0 ? 1 : 0)
}

function runtimeNames(text: string): RuntimeName[] {
  const list = names(text)
  if (list.every((name): name is RuntimeName => RUNTIMES.some((known) => known === name))) return list
  throw new InvalidArgumentError(`It takes ${RUNTIMES.join(', ')}.`)
}
