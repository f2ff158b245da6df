import { type Command, Option } from 'commander'
import { PROFILE_PROCESSES, PROFILE_SEED, profileAndReport } from '../../application/profile-and-report.ts'
import { say } from '../../terminal/output.ts'
import { positiveInteger, SCENARIO_NAMES, scenarioNamed, seed, userPath } from '../options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  withServerOptions,
} from '../server-options.ts'

interface ProfileCommandOptions extends ServerOptions {
  processes: number
  seed: number
  out?: string
}

export function addProfileCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('profile')
    .usage('<scenario> [options]')
    .argument('[scenario]', SCENARIO_NAMES)
    .description('show where the CPU time of a request goes, by part and package, and what collecting garbage costs')
    .addOption(
      new Option('--processes <n>', 'of each server that are profiled')
        .argParser(positiveInteger)
        .default(PROFILE_PROCESSES),
    )
    .addOption(new Option('--seed <n>', 'of the requests and of all order').argParser(seed).default(PROFILE_SEED))
    .option('--out <file>', 'write the profiles to this file (default: results/profile/<scenario>/<date>.json)')
  withServerOptions(command).action(async (name: string | undefined, options: ProfileCommandOptions) =>
    finish(await profileCommand(name, options)),
  )
}

async function profileCommand(name: string | undefined, options: ProfileCommandOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const chosen = chosenServers(scenario, options)
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const { installed: servers, notInstalled } = chosen
  const { processes } = options
  const out = options.out === undefined ? undefined : userPath(options.out)
  const status = await profileAndReport({ scenario, servers, notInstalled, processes, seed: options.seed, out })
  return Math.max(status, missingServersStatus(chosen, options, false))
}
