import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CounterKind } from '../../../shared/result/instructions.ts'
import { START_PROCESSES, START_SEED, startupAndReport } from '../../application/startup-and-report.ts'
import { discoverServers, MANY_ROUTES } from '../../contenders/servers.ts'
import { say } from '../../terminal/output.ts'
import { names, positiveInteger, SCENARIO_NAMES, scenarioNamed, seconds, seed, userPath } from '../options.ts'
import {
  chosenFolders,
  chosenServers,
  leftOutLines,
  missingServersStatus,
  onRuntimes,
  type ServerOptions,
  withServerOptions,
} from '../server-options.ts'

/** What services of all sizes have. */
const ROUTES = [1, 10, 100, 1_000, 5_000]
const MOST_ROUTES = 100_000

interface StartupOptions extends ServerOptions {
  processes: number
  routes: number[]
  counter?: CounterKind | 'none'
  limit: number
  seed: number
  out?: string
}

export function addStartupCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('startup')
    .usage('[scenario] [options]')
    .argument('[scenario]', SCENARIO_NAMES, 'update-user')
    .description('time servers from their start to the first right answer, also with many routes')
    .addOption(
      new Option('--processes <n>', 'fresh processes of each server')
        .argParser(positiveInteger)
        .default(START_PROCESSES),
    )
    .addOption(
      new Option('--routes <a,b>', 'numbers of typed routes, for servers that have a file for it; or none')
        .argParser(routeNumbers)
        .default(ROUTES, ROUTES.join(',')),
    )
    .addOption(
      new Option('--counter <kind>', 'what counts instructions (default: the first that works here)').choices([
        'perf',
        'qemu',
        'none',
      ]),
    )
    .addOption(
      new Option('--limit <seconds>', 'within which the first right answer must come').argParser(seconds).default(30),
    )
    .addOption(new Option('--seed <n>', 'of the order and of the requests').argParser(seed).default(START_SEED))
    .option('--out <file>', 'write the result to this file (default: results/startup/<date>.json)')
  withServerOptions(command).action(async (name: string, options: StartupOptions) =>
    finish(await startupCommand(name, options)),
  )
}

async function startupCommand(name: string, options: StartupOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const chosen = chosenServers(scenario, options)
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const withRoutes = onRuntimes(discoverServers(chosenFolders(options), MANY_ROUTES).installed, options.runtime)
  const { installed: servers, notInstalled } = chosen
  const { processes, counter, limit, routes } = options
  const status = await startupAndReport({
    scenario,
    servers,
    withRoutes: withRoutes.filter((each) => servers.some((server) => server.name === each.name)),
    routes,
    notInstalled,
    processes,
    counter,
    limit,
    seed: options.seed,
    out: options.out === undefined ? undefined : userPath(options.out),
  })
  return Math.max(status, missingServersStatus(chosen, options, false))
}

/** Numbers of routes, the smallest first; none at all where that is the word. */
function routeNumbers(text: string): number[] {
  if (text === 'none') return []
  const numbers = names(text).map(Number)
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > MOST_ROUTES)) {
    throw new InvalidArgumentError(`It takes whole numbers from 1 to ${MOST_ROUTES}, separated by commas; or none.`)
  }
  return [...new Set(numbers)].sort((a, b) => a - b)
}
