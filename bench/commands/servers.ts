/** The options that choose servers, for every command that has them. */
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Scenario } from '../../shared/scenario.ts'
import { UsageError } from '../errors.ts'
import { collect, names } from '../options.ts'
import {
  assertKnownCases,
  chooseServers,
  type Discovery,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
} from '../servers.ts'

export interface ServerOptions {
  servers?: string[]
  serversDir: string[]
}

export function withServerOptions(command: Command): Command {
  return command
    .addOption(new Option('--servers <a,b>', 'only these servers').argParser(names))
    .addOption(
      new Option('--servers-dir <dir>', 'also the server folders in this directory; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
}

/** The server folders that the options choose. */
export function chosenFolders(options: ServerOptions) {
  const outside = options.serversDir.map((directory) => resolve(process.env.INIT_CWD ?? '', directory))
  return chooseServers(findServerFolders([SERVERS_DIR, ...outside]), options.servers)
}

/** The chosen servers that have the scenario; none at all is an error. */
export function chosenServers(scenario: Scenario, options: ServerOptions): Discovery {
  const folders = chosenFolders(options)
  for (const folder of folders) assertKnownCases(folder)
  const discovery = discoverServers(folders, scenario.name)
  const [missing] = discovery.notInstalled
  if (discovery.installed.length > 0) return discovery
  if (missing) throw new UsageError(`${missing.name} is not installed: ${missing.install}`)
  throw new UsageError(
    `none of the servers has the scenario ${scenario.name}: no file ${scenario.name}.ts in its folder`,
  )
}
